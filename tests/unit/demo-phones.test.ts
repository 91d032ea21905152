import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { twilioSms } from '#api/adapters/sms/twilio.ts';
import { twilioTelephony } from '#api/adapters/telephony/twilio.ts';
import { readWav } from '#api/recordings/calls/wav.ts';
import { demoAccount } from '../../prisma/demo/phones/account.ts';
import { type DemoCarrier, openCarrier } from '../../prisma/demo/phones/carrier.ts';
import { secondsOf, wavOf } from '../../prisma/demo/phones/wav.ts';
import { voiceRate } from '../../prisma/demo/voices.ts';

let folder: string;
let carrier: DemoCarrier;
const reports: { path: string; status: string | null; isSigned: boolean }[] = [];
const phone = '+15085550142';

/** A server that hears what the phone service reports. */
const hooks = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const form = new URLSearchParams(Buffer.concat(chunks).toString());
  const url = `${hooksAt()}${request.url}`;
  const signature = String(request.headers['x-twilio-signature']);
  const isSigned = telephony().isProviders({ url, form, signature });
  reports.push({ path: request.url ?? '', status: form.get('CallStatus'), isSigned });
  response.end('<Response/>');
});
const hooksAt = () => `http://127.0.0.1:${(hooks.address() as AddressInfo).port}`;
const telephony = () => twilioTelephony({ ...demoAccount, apiUrl: carrier.url, usdPerMinute: null });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'demo-phones-'));
  carrier = await openCarrier(folder);
  await new Promise<void>((resolve) => hooks.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  hooks.close();
  hooks.closeAllConnections();
  await rm(folder, { recursive: true });
});

function dial(name: string) {
  const [voiceUrl, statusUrl] = [`${hooksAt()}/voice-${name}`, `${hooksAt()}/status-${name}`];
  return telephony().dial({ to: phone, voiceUrl, statusUrl, since: new Date(), again: false });
}
const reportsOf = (name: string) => reports.filter((report) => report.path.endsWith(`-${name}`));

describe('The phone service of the demo', () => {
  test('reports, signed, that somebody did not take a call', async () => {
    carrier.takesNext(phone, 'NO_ANSWER');
    await dial('missed');
    await vi.waitFor(() => expect(reportsOf('missed')).toHaveLength(2));
    const path = '/status-missed';
    expect(reportsOf('missed')).toEqual([
      { path, status: 'ringing', isSigned: true },
      { path, status: 'no-answer', isSigned: true },
    ]);
  });

  test('lets a call be cancelled while the phone rings', async () => {
    const id = await dial('cancelled');
    await telephony().hangUp(id);
    await vi.waitFor(() => expect(reportsOf('cancelled').at(-1)?.status).toBe('canceled'));
  });

  test('asks what to say when somebody takes the call, and records no call that is over', async () => {
    carrier.takesNext(phone, { said: [], mayBeRecorded: true, isSpoken: false, when: Promise.resolve() });
    const id = await dial('taken');
    await vi.waitFor(() => expect(reportsOf('taken').at(-1)?.status).toBe('completed'));
    expect(reportsOf('taken')).toContainEqual({
      path: '/voice-taken',
      status: 'in-progress',
      isSigned: true,
    });
    const statusUrl = `${hooksAt()}/recorded`;
    expect(await telephony().startRecording({ callId: id, statusUrl, again: false })).toBeNull();
    expect(await telephony().recordingsOf(id)).toEqual([]);
  });

  test('refuses requests without the key of its account', async () => {
    const foreign = twilioTelephony({
      ...demoAccount,
      authToken: 'x',
      apiUrl: carrier.url,
      usdPerMinute: null,
    });
    await expect(foreign.recordingState('RE1')).rejects.toThrow(/401/);
  });

  test('stores a text in the outbox, where its code can be read', async () => {
    const text = {
      id: '1',
      kind: 'code',
      at: new Date(),
      to: phone,
      text: 'Your code is 123456',
      again: false,
    };
    await twilioSms({ ...demoAccount, apiUrl: carrier.url }).send({ ...text, statusUrl: `${hooksAt()}/sms` });
    const [file = ''] = await readdir(path.join(folder, 'outbox'));
    expect(await readFile(path.join(folder, 'outbox', file), 'utf8')).toContain('Your code is 123456');
  });
});

test('The sound of a call has each voice in its channel and at its time, from the beginning of the recording', async () => {
  const second = new Int16Array(voiceRate).fill(100);
  const wav = wavOf(
    [
      { at: 9_500, by: 'EVERTOLD', samples: second },
      { at: 11_000, by: 'PERSON', samples: second },
    ],
    { from: 10_000, until: 13_000 },
  );
  expect(secondsOf(wav)).toBe(3);
  const { layout, samples } = await readWav(chunksOf(wav), wav.length);
  expect(layout).toEqual({ rate: voiceRate, channels: 2, encoding: 'PCM' });
  const read: number[] = [];
  for await (const part of samples) read.push(...part);
  const heardAt = (ms: number) =>
    [0, 1].map((channel) => read[Math.floor((ms / 1_000) * voiceRate) * 2 + channel]);
  expect([heardAt(100), heardAt(700), heardAt(1_500), heardAt(2_500)]).toEqual([
    [0, 100],
    [0, 0],
    [100, 0],
    [0, 0],
  ]);
});

async function* chunksOf(wav: Buffer) {
  yield new Uint8Array(wav);
}
