import { once } from 'node:events';
import { connect } from 'node:net';

/** A request that the server has begun to handle while its body is still arriving. */
export async function halfARequest(url: string, body: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(answer)));
  const head = `POST /graphql HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\n`;
  // With this header the server asks for the body at the moment it starts to handle the request.
  socket.write(`${head}expect: 100-continue\r\ncontent-length: ${body.length}\r\n\r\n`);
  await once(socket, 'data');
  socket.write(body.slice(0, 5));
  return { finish: (next = '') => socket.write(body.slice(5) + next), ended };
}
