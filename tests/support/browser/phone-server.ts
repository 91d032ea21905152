import { createHmac } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { WebSocket } from 'ws';
import { findEmbeddedPostgres } from '#api/platform/database/embedded.ts';
import { startProcess } from '../process.ts';
import { carrierAccount } from '../twilio/account.ts';
import { aServerBeside } from './server-beside.ts';

const { accountSid, authToken, phoneNumber } = carrierAccount;

/**
 * A server of its own, with its own data, that texts through a carrier on this machine. Until it is stopped it takes the
 * place of the browser tests' server: jobs of that one can't text.
 */
export async function aTextingServer() {
  const texts: { to: string; text: string }[] = [];
  const carrier = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const isText = request.method === 'POST';
    if (isText) texts.push({ to: form.get('To') ?? '', text: form.get('Body') ?? '' });
    response.writeHead(isText ? 201 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isText ? { sid: `SM${texts.length}`, status: 'queued' } : { messages: [] }));
  });
  await new Promise<void>((resolve) => carrier.listen(0, '127.0.0.1', resolve));
  mkdirSync('.data', { recursive: true });
  const dataDir = mkdtempSync(path.resolve('.data/texting-'));
  // When run as root, the database runs as another user, who needs access to the folder.
  chmodSync(dataDir, 0o711);
  const server = startProcess({
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_PHONE_NUMBER: phoneNumber,
    TWILIO_API_URL: `http://127.0.0.1:${(carrier.address() as AddressInfo).port}`,
  });
  const [, url] = await server.line(/^Evertold is at (\S+)$/);
  const postgres = await findEmbeddedPostgres(path.join(dataDir, 'postgres'));
  const { EVERTOLD_URL, EVERTOLD_OUTBOX, EVERTOLD_DATABASE } = process.env;
  Object.assign(process.env, {
    EVERTOLD_URL: url,
    EVERTOLD_OUTBOX: path.join(dataDir, 'outbox'),
    EVERTOLD_DATABASE: postgres?.url(),
  });
  return {
    /** The texts that reached a phone. */
    textsTo: (phone: string) => texts.filter(({ to }) => to === phone).map(({ text }) => text),
    async stop() {
      Object.assign(process.env, { EVERTOLD_URL, EVERTOLD_OUTBOX, EVERTOLD_DATABASE });
      server.signal('SIGTERM');
      carrier.close();
      await server.ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A server beside that of the browser tests to which a phone service is set up. */
export function aPhoneServer() {
  return aServerBeside({
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_PHONE_NUMBER: phoneNumber,
    // Nobody is dialled or texted from here.
    TWILIO_API_URL: 'http://127.0.0.1:9',
  });
}

/** Lets an account have proved that it has this phone. How one gets there is told by other tests. */
export async function proveNumber(email: string, phone: string) {
  const database = new pg.Client({ connectionString: process.env.EVERTOLD_DATABASE });
  await database.connect();
  try {
    await database.query(
      'update "user" set "phoneNumber" = $2, "phoneNumberVerified" = true where email = $1',
      [email, phone],
    );
  } finally {
    await database.end();
  }
}

function signatureOf(url: string, fields: Record<string, string>): string {
  const signed =
    url +
    Object.keys(fields)
      .sort()
      .map((name) => name + fields[name])
      .join('');
  return createHmac('sha1', authToken).update(signed).digest('base64');
}

async function askHook(url: string, fields: Record<string, string>): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'x-twilio-signature': signatureOf(url, fields) },
    body: new URLSearchParams(fields),
  });
  return (await response.text()).replaceAll('&amp;', '&');
}

/** Somebody texts a server from a phone. */
export async function textFrom(server: string, from: string, words: string): Promise<void> {
  const fields = {
    MessageSid: `SM${process.pid}${Date.now()}`,
    AccountSid: accountSid,
    From: from,
    To: phoneNumber,
    Body: words,
    NumMedia: '0',
  };
  await askHook(`${server}/hooks/twilio/sms`, fields);
}

/** Somebody calls a server from a phone, tells something, waits for the answer, and hangs up. */
export async function callAndTell(server: string, from: string, words: string): Promise<void> {
  const callSid = `CA${Date.now()}`;
  const fields = {
    CallSid: callSid,
    AccountSid: accountSid,
    From: from,
    To: phoneNumber,
    CallStatus: 'ringing',
  };
  const twiml = await askHook(`${server}/hooks/twilio/voice`, fields);
  const [, relay = ''] = / url="([^"]+)"/.exec(twiml) ?? [];
  const [, action = ''] = / action="([^"]+)"/.exec(twiml) ?? [];
  const socket = new WebSocket(relay, { headers: { 'x-twilio-signature': signatureOf(relay, {}) } });
  const answers = answersOn(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });
  socket.send(JSON.stringify({ type: 'setup', callSid, accountSid }));
  await answers.next();
  socket.send(JSON.stringify({ type: 'prompt', voicePrompt: words, last: true }));
  await answers.next();
  socket.close();
  await askHook(action, { ...fields, CallStatus: 'completed' });
}

/** The answers that are spoken whole, one after another. */
async function* answersOn(socket: WebSocket): AsyncGenerator<void> {
  let spoken = 0;
  let heard = 0;
  let wake = () => {};
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data));
    if (frame.type === 'text' && frame.last) spoken += 1;
    wake();
  });
  for (;;) {
    while (heard === spoken) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    heard += 1;
    yield;
  }
}
