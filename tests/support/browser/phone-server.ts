import { createHmac } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect } from '@playwright/test';
import pg from 'pg';
import { WebSocket } from 'ws';
import { findEmbeddedPostgres } from '#api/platform/database/embedded.ts';
import { startProcess } from '../process.ts';
import { carrierAccount } from '../twilio/account.ts';
import { formOf, type PlacedCall, phoneApi } from '../twilio/phone-api.ts';
import { aServerBeside } from './server-beside.ts';

const { accountSid, authToken, phoneNumber } = carrierAccount;

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

/**
 * A server with data of its own whose phone service is this listener. Until it stops, it takes the place of the browser
 * tests' server, whose jobs reach no phone service.
 */
async function aServerAtCarrier(answer: RequestListener) {
  const carrier = createServer(answer);
  await new Promise<void>((resolve) => carrier.listen(0, '127.0.0.1', resolve));
  mkdirSync('.data', { recursive: true });
  const dataDir = mkdtempSync(path.resolve('.data/carrier-'));
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
  return async function stop() {
    server.signal('SIGTERM');
    await server.ended;
    carrier.close();
    carrier.closeAllConnections();
    Object.assign(process.env, { EVERTOLD_URL, EVERTOLD_OUTBOX, EVERTOLD_DATABASE });
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** A server whose texts can be read; it takes the place of the browser tests' server until it stops. */
export async function aTextingServer() {
  const texts: { to: string; text: string }[] = [];
  const stop = await aServerAtCarrier(async (request, response) => {
    const isText = request.method === 'POST';
    const form = await formOf(request);
    if (isText) texts.push({ to: form.get('To') ?? '', text: form.get('Body') ?? '' });
    response.writeHead(isText ? 201 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isText ? { sid: `SM${texts.length}`, status: 'queued' } : { messages: [] }));
  });
  /** The texts that reached a phone. */
  const textsTo = (phone: string) => texts.filter(({ to }) => to === phone).map(({ text }) => text);
  return { textsTo, stop };
}

/** A server whose calls can be picked up; it takes the place of the browser tests' server until it stops. */
export async function aServerThatCalls() {
  const { calls, answer } = phoneApi();
  const stop = await aServerAtCarrier(async (request, response) =>
    answer(request, response, await formOf(request)),
  );
  return {
    /** Resolves when as many calls were placed, with the last of them. */
    async call(count: number): Promise<PlacedCall> {
      await expect.poll(() => calls.length, { timeout: 30_000 }).toBe(count);
      return calls[count - 1] as PlacedCall;
    },
    stop,
  };
}

/** Somebody picks up a placed call and hears the first words. */
export async function pickUp({ sid, to, voiceUrl }: PlacedCall): Promise<void> {
  const twiml = await askHook(voiceUrl, {
    CallSid: sid,
    AccountSid: accountSid,
    From: phoneNumber,
    To: to,
    Direction: 'outbound-api',
    CallStatus: 'in-progress',
    AnsweredBy: 'human',
  });
  const socket = await relaySocket(twiml, sid);
  await answersOn(socket).next();
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
  const [, action = ''] = / action="([^"]+)"/.exec(twiml) ?? [];
  const socket = await relaySocket(twiml, callSid);
  const answers = answersOn(socket);
  await answers.next();
  socket.send(JSON.stringify({ type: 'prompt', voicePrompt: words, last: true }));
  await answers.next();
  socket.close();
  await askHook(action, { ...fields, CallStatus: 'completed' });
}

/** Opens the socket that the answer to a call names, as the phone service does. */
async function relaySocket(twiml: string, callSid: string): Promise<WebSocket> {
  const [, relay = ''] = / url="([^"]+)"/.exec(twiml) ?? [];
  const socket = new WebSocket(relay, { headers: { 'x-twilio-signature': signatureOf(relay, {}) } });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });
  socket.send(JSON.stringify({ type: 'setup', callSid, accountSid }));
  return socket;
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
