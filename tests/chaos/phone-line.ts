import { setTimeout as after } from 'node:timers/promises';
import twilio from 'twilio/lib/webhooks/webhooks.js';
import { WebSocket } from 'ws';
import { carrierAccount } from '#tests/support/twilio/account.ts';
import { type PlacedCall, relayOf, type ServedRecording } from '#tests/support/twilio/phone-api.ts';

const { accountSid, authToken, phoneNumber } = carrierAccount;

/** The moments of a call at which something may be killed. */
export type CallMoment = 'ringing' | 'opening' | 'listening' | 'answering' | 'hanging up' | 'fetching';

/** Who has a phone, and what they do when it rings. */
export type Holder = {
  phone: string;
  picksUp: boolean;
  /** What they say, each after an answer of which they heard the end. */
  words: string[];
};

/** What was said on a call, and whether an answer was heard before the socket was cut. */
export type SaidWords = { words: string; outcome: 'waits' | 'answered' | 'cut' };

/** A call as the provider and the person at the phone know it. */
export type HeldCall = { sid: string; to: string; said: SaidWords[]; isOver: boolean };

/** The way to Evertold's server, which may have no server at its end. */
export type Way = {
  publicUrl: string;
  /** The address of the server now. */
  url: string;
  /** Whether a proxy holds requests until there is a server, so that calls survive its restart. */
  waits: boolean;
};

const holdsForMs = 90_000;
/** How long anything is waited for on the line. */
const patienceMs = 90_000;

/** Sends a signed request, as the provider does: twice at most, unless a proxy holds it. Null if no server answers. */
export async function ask(
  way: () => Way,
  address: string,
  fields: Record<string, string>,
): Promise<string | null> {
  const deadline = Date.now() + holdsForMs;
  for (let tries = 1; ; tries += 1) {
    const { publicUrl, url, waits } = way();
    const signature = twilio.getExpectedTwilioSignature(authToken, address, fields);
    const response = await fetch(address.replace(publicUrl, url), {
      method: 'POST',
      headers: { 'x-twilio-signature': signature },
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(15_000),
    }).catch(() => null);
    const text = await response?.text().catch(() => null);
    if (response?.ok && text) return text;
    if (waits ? Date.now() > deadline : tries >= 2) return null;
    await after(waits ? 100 : 1_000);
  }
}

/** Rings a phone, and holds the call if somebody picks up. Resolves when it is over. */
export async function ring(
  call: PlacedCall,
  held: HeldCall,
  {
    way,
    holder,
    tell,
    recordings,
  }: {
    way: () => Way;
    holder: Holder;
    tell: (moment: CallMoment, phone: string) => void;
    recordings: readonly ServedRecording[];
  },
): Promise<void> {
  const about = (more: Record<string, string>) => ({
    ...{
      CallSid: call.sid,
      AccountSid: accountSid,
      From: phoneNumber,
      To: call.to,
      Direction: 'outbound-api',
    },
    ...more,
  });
  const report = (status: string) => ask(way, call.statusUrl, about({ CallStatus: status }));
  tell('ringing', call.to);
  call.status = 'ringing';
  void report('ringing');
  await after(300);
  if (isHungUp(call)) {
    held.isOver = true;
    return void report('canceled');
  }
  if (!holder.picksUp) {
    call.status = 'busy';
    await report('busy');
    held.isOver = true;
    return;
  }
  const talk = { held, holder, yesSaid: false, hungUp: false };
  let fields = about({ CallStatus: 'in-progress', AnsweredBy: 'human' });
  call.status = 'in-progress';
  let twiml = await ask(way, call.voiceUrl, fields);
  while (twiml && !isHungUp(call)) {
    const relay = relayOf(twiml);
    if (!relay.url) break;
    const session = await connect(call, relay.url, { way, talk, tell });
    const last = held.said.at(-1);
    if (session === 'cut' && last?.outcome === 'waits') last.outcome = 'cut';
    fields = about({
      CallStatus: talk.hungUp ? 'completed' : 'in-progress',
      SessionStatus: session === 'cut' ? 'failed' : 'ended',
    });
    if (talk.hungUp) call.status = 'completed';
    twiml = await ask(way, relay.action, fields);
    if (session === 'cut') await after(250);
  }
  call.status = 'completed';
  for (const recording of recordings) {
    if (recording.call.sid !== call.sid || recording.isDeleted) continue;
    recording.status = 'completed';
    await ask(
      way,
      recording.asked.get('RecordingStatusCallback') ?? '',
      about({ RecordingSid: recording.sid, RecordingStatus: 'completed', RecordingDuration: '2' }),
    );
  }
  await report('completed');
  held.isOver = true;
}

const isHungUp = (call: PlacedCall) => call.status === 'completed' || call.status === 'canceled';

type Talk = { held: HeldCall; holder: Holder; yesSaid: boolean; hungUp: boolean };

/** Holds one socket of a call; resolves when it is closed. */
async function connect(
  call: PlacedCall,
  address: string,
  { way, talk, tell }: { way: () => Way; talk: Talk; tell: (moment: CallMoment, phone: string) => void },
): Promise<'cut' | 'ended'> {
  const { publicUrl, url } = way();
  const [from, to] = [publicUrl, url].map((each) => each.replace(/^http/, 'ws')) as [string, string];
  const socket = new WebSocket(address.replace(from, to), {
    headers: { 'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, address, {}) },
  });
  const { held, holder } = talk;
  const send = (frame: object) => socket.send(JSON.stringify(frame));
  let answer = '';
  let ended = false;
  socket.on('error', () => {});
  socket.on('open', () =>
    send({ type: 'setup', sessionId: 'VX1', callSid: call.sid, accountSid, from: phoneNumber }),
  );
  socket.on('message', (data) => {
    const {
      type,
      token = '',
      last,
    } = JSON.parse(String(data)) as { type: string; token?: string; last?: boolean };
    if (type === 'end') ended = true;
    if (type !== 'text') return;
    if (!answer) tell(held.said.length ? 'answering' : 'opening', call.to);
    answer += token;
    if (!last) return;
    const heard = answer;
    answer = '';
    void reply(heard);
  });
  async function reply(heard: string) {
    const said = held.said.at(-1);
    if (said?.outcome === 'waits') said.outcome = 'answered';
    send({ type: 'info', name: 'agentSpeaking', value: 'on' });
    send({ type: 'info', name: 'tokensPlayed', value: heard });
    send({ type: 'info', name: 'agentSpeaking', value: 'off' });
    await after(100);
    if (socket.readyState !== WebSocket.OPEN || ended) return;
    const words = nextWords(heard);
    if (!words) {
      tell('hanging up', call.to);
      await after(50);
      talk.hungUp = true;
      return socket.close();
    }
    tell('listening', call.to);
    send({ type: 'prompt', voicePrompt: words.split(' ').slice(0, 2).join(' '), lang: 'en-US', last: false });
    await after(100);
    if (socket.readyState !== WebSocket.OPEN) return;
    held.said.push({ words, outcome: 'waits' });
    send({ type: 'prompt', voicePrompt: words, lang: 'en-US', last: true });
  }
  function nextWords(heard: string): string | undefined {
    if (!talk.yesSaid && /record/i.test(heard)) {
      talk.yesSaid = true;
      return 'Yes, you may record it.';
    }
    const spoken = held.said.length - (talk.yesSaid ? 1 : 0);
    return holder.words[spoken];
  }
  const watching = setInterval(() => {
    if (isHungUp(call)) socket.close();
  }, 50);
  const late = setTimeout(() => socket.terminate(), patienceMs);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(watching);
  clearTimeout(late);
  return ended || talk.hungUp || isHungUp(call) ? 'ended' : 'cut';
}
