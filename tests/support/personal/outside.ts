import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail server that refuses some addresses, in errors that repeat them. */
export async function aQuotingMailServer(refuses: (address: string) => boolean) {
  const letters: Buffer[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: false,
    onAuth: ({ username }, _session, done) => done(null, { user: username ?? '' }),
    onRcptTo({ address }, _session, done) {
      if (!refuses(address)) return done();
      done(Object.assign(new Error(`<${address}> is not known here`), { responseCode: 451 }));
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        letters.push(Buffer.concat(chunks));
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { port, letters, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

/** A carrier that fails for some phones, each time in another way and with an error that repeats the request. */
export async function aQuotingCarrier(refuses: (phone: string) => boolean) {
  const texts: { to: string; text: string }[] = [];
  let refused = 0;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const form = new URLSearchParams(body || request.url?.split('?')[1]);
    const to = form.get('To') ?? '';
    if (!refuses(to)) {
      if (request.method === 'POST') texts.push({ to, text: form.get('Body') ?? '' });
      return response.writeHead(200).end(JSON.stringify({ messages: [] }));
    }
    const quoted = `${to}: ${form.get('Body')} ${request.headers.authorization}`;
    const way = refused++ % 3;
    if (way === 0) return response.writeHead(503, inOneLine(quoted)).end(quoted);
    if (way === 1) return response.socket?.end(`HTTP/1.1 ${quoted}\r\n\r\n`);
    response.writeHead(400).end(JSON.stringify({ code: 21211, message: quoted, more_info: quoted }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    texts,
    refused: () => refused,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The part of a text that fits into an HTTP status line. */
const inOneLine = (quoted: string) => quoted.replace(/[^ -~]/g, '').slice(0, 200);

/** A language model that fails each time in another way, with an error that repeats the request. */
export async function aQuotingModel(says: string) {
  let asked = 0;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const quoted = `${says}: ${body} ${request.headers.authorization}`;
    const way = asked++ % 3;
    if (way === 0) {
      response.writeHead(400, inOneLine(quoted), { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ error: { message: quoted, type: says, code: says } }));
    }
    if (way === 1)
      return response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${quoted}\n\n`);
    response.writeHead(200, { 'content-type': 'application/json' }).end(quoted);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked: () => asked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
