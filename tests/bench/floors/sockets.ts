import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { answerParent } from '../child.ts';

// The baseline for live delivery: a message posted to a topic is sent to every socket that follows it.
const topics = new Map<string, Set<WebSocket>>();
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });

const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const event = JSON.parse(Buffer.concat(chunks).toString());
    const frame = JSON.stringify({ id: '1', type: 'next', payload: { data: event } });
    for (const socket of topics.get(request.url ?? '') ?? []) socket.send(frame);
    response.writeHead(200, { 'content-length': 2 }).end('{}');
  });
});

server.on('upgrade', (request, socket, head) => {
  sockets.handleUpgrade(request, socket, head, (connection) => {
    const topic = request.url ?? '';
    const followers = topics.get(topic) ?? new Set();
    topics.set(topic, followers.add(connection));
    connection.on('close', () => followers.delete(connection));
  });
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  answerParent(async () => ({ url: `http://127.0.0.1:${port}` }));
});
