import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { answerParent } from '#tests/bench/child.ts';
import { aCallSound } from '#tests/support/call-sound.ts';
import { carrierAccount } from '#tests/support/twilio/account.ts';
import { formOf, hasKey, phoneApi, sayJson } from '#tests/support/twilio/phone-api.ts';
import { ask, type CallMoment, type HeldCall, type Holder, ring, type Way } from './phone-line.ts';

// A carrier of calls and texts, and the people at the phones, in a process of their own: nothing that is killed or
// checked beside it delays them.

const { accountSid, phoneNumber } = carrierAccount;

/** A moment of a call, or of a conversation by text. */
export type PhoneMoment = CallMoment | 'receiving' | 'texting';

export type SentText = { to: string; text: string; at: number };
/** A text to us, and whether the server said that it has it. */
export type PersonsText = { id: string; from: string; text: string; isTaken: boolean | null };

/** Everything that went over the carrier since it began. */
export type Traffic = {
  moments: { moment: PhoneMoment; phone: string }[];
  calls: HeldCall[];
  /** The address of each placed call, which names its conversation. */
  placed: { to: string; voiceUrl: string; at: number }[];
  recordings: { callSid: string; isDeleted: boolean }[];
  sent: SentText[];
  received: PersonsText[];
};

export type Order =
  | { do: 'address' }
  | { do: 'lead'; way: Way }
  | { do: 'hold'; holder: Holder }
  | { do: 'text'; id: string; from: string; text: string }
  | { do: 'report' };

/** How long the carrier takes to accept a call or a text. */
const takesMs = 100;

const held: HeldCall[] = [];
const sent: (SentText & { made: Date })[] = [];
const received: PersonsText[] = [];
const moments: Traffic['moments'] = [];
const holders = new Map<string, Holder>();
let way: Way = { publicUrl: '', url: '', waits: false };
const tell = (moment: PhoneMoment, phone: string) => void moments.push({ moment, phone });

const api = phoneApi({
  wav: aCallSound(2, { person: [[0, 1]], evertold: [[1, 2]] }),
  onCall(call) {
    const own: HeldCall = { sid: call.sid, to: call.to, said: [], isOver: false };
    held.push(own);
    const nobody: Holder = { phone: call.to, picksUp: false, words: [] };
    const holder = holders.get(call.to) ?? nobody;
    void ring(call, own, { way: () => way, holder, tell, recordings: api.recordings });
  },
  onDownload: ({ call }) => tell('fetching', call.to),
});

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://carrier');
  const form = await formOf(request);
  if (request.method === 'POST' && pathname.endsWith('/Calls.json')) await after(takesMs);
  if (pathname !== `/2010-04-01/Accounts/${accountSid}/Messages.json`)
    return api.answer(request, response, form);
  if (!hasKey(request)) return sayJson(response, 401, { code: 20003 });
  if (request.method === 'GET') {
    const messages = sent
      .filter(({ to }) => to === searchParams.get('To'))
      .map(({ text, made }) => ({ body: text, date_created: made.toUTCString() }));
    return sayJson(response, 200, { messages: messages.toReversed() });
  }
  const to = form.get('To') ?? '';
  tell('texting', to);
  await after(takesMs);
  sent.push({ to, text: form.get('Body') ?? '', at: Date.now(), made: new Date() });
  await after(takesMs);
  sayJson(response, 201, { sid: `SM${sent.length}`, status: 'queued' });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

async function textUs({ id, from, text }: { id: string; from: string; text: string }) {
  const own: PersonsText = { id, from, text, isTaken: null };
  received.push(own);
  tell('receiving', from);
  const fields = {
    MessageSid: id,
    AccountSid: accountSid,
    From: from,
    To: phoneNumber,
    Body: text,
    NumMedia: '0',
  };
  own.isTaken = (await ask(() => way, `${way.publicUrl}/hooks/twilio/sms`, fields)) !== null;
}

answerParent(async (order: Order): Promise<object> => {
  switch (order.do) {
    case 'address':
      return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    case 'lead':
      way = order.way;
      return {};
    case 'hold':
      holders.set(order.holder.phone, order.holder);
      return {};
    case 'text':
      void textUs(order);
      return {};
    case 'report':
      return {
        moments,
        calls: held,
        placed: api.calls.map(({ to, voiceUrl, made }) => ({ to, voiceUrl, at: made.getTime() })),
        recordings: api.recordings.map(({ call, isDeleted }) => ({ callSid: call.sid, isDeleted })),
        sent: sent.map(({ to, text, at }) => ({ to, text, at })),
        received,
      } satisfies Traffic;
  }
});
