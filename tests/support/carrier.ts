import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { carrierAccount } from './twilio/account.ts';

export type TakenText = { to: string; text: string; from: string };

type Trouble = { status: number; code?: number } | 'silence' | 'lost answer';

/**
 * A carrier on loopback that speaks Twilio's Messages API: it accepts texts, lists them, and fails as `trouble` says.
 * With 'lost answer' it accepts the text and closes the connection without a response.
 */
export async function aCarrier({ trouble }: { trouble?: Trouble } = {}) {
  const taken: (TakenText & { made: Date })[] = [];
  const state = { trouble };
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://carrier');
    const say = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { accountSid, authToken } = carrierAccount;
    const key = Buffer.from(`${accountSid}:${authToken}`).toString('base64');
    if (request.headers.authorization !== `Basic ${key}`) return say(401, { code: 20003, status: 401 });
    if (pathname !== `/2010-04-01/Accounts/${accountSid}/Messages.json`) return say(404, { code: 20404 });
    if (request.method === 'GET') {
      const found = taken.filter(
        ({ to, from }) => to === searchParams.get('To') && from === searchParams.get('From'),
      );
      const messages = found.map(({ text, made }) => ({ body: text, date_created: made.toUTCString() }));
      return say(200, { messages: messages.toReversed() });
    }
    const { trouble: now } = state;
    if (now === 'silence') return request.socket.destroy();
    if (typeof now === 'object') return say(now.status, { ...now });
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const text = { to: form.get('To') ?? '', from: form.get('From') ?? '', text: form.get('Body') ?? '' };
    taken.push({ ...text, made: new Date() });
    if (now === 'lost answer') return request.socket.destroy();
    say(201, { sid: `SM${taken.length}`, status: 'queued' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, taken, state, close };
}
