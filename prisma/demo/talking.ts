import { setTimeout as sleep } from 'node:timers/promises';
import { TZDate } from '@date-fns/tz';
import { startOfDay, subDays } from 'date-fns';
import { setCardStatus } from '#api/biography/service/set-card-status.ts';
import { beginConversation } from '#api/conversations/service/begin.ts';
import { endConversation } from '#api/conversations/service/end.ts';
import { say } from '#api/conversations/service/say.ts';
import { db } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { log } from '#api/platform/log.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { askQuestion } from '#api/questions/service.ts';
import { alma, questionsForNextCall } from './family.ts';
import type { Viewers } from './gather.ts';
import { demoOrigin } from './origin.ts';
import { talkByBrowserPhone } from './phones/browser-phone.ts';
import { callAlma, callFromAlmasPhone, talkOnThePhone } from './phones/calling.ts';
import type { DemoCarrier } from './phones/carrier.ts';
import { wavWith } from './phones/wav.ts';
import { keepSound, type Spoken, speakAloud } from './sound.ts';
import { askingOnThePhone, sayingNext, sayingNow, type Talk } from './talks.ts';
import { talkByText } from './texting.ts';
import { canSpeak, voiceRate } from './voices.ts';
import { answered, until } from './waiting.ts';

/** Holds a conversation of the past: it is said and written now, then dated back. */
export async function hold(
  speaker: Viewer,
  subjectId: string,
  talk: Talk,
  { publisher, port, carrier }: { publisher: Viewer; port: number; carrier: DemoCarrier | null },
) {
  const id = await talkAs(talk, speaker, subjectId, { port, carrier });
  await endConversation(speaker, id);
  await until(async () => {
    const { writing } = await db.conversation.findUniqueOrThrow({ where: { id }, select: { writing: true } });
    return writing === 'WRITTEN' || (talk.said === askingOnThePhone.said && writing !== 'WRITING');
  });
  const cards = await db.card.findMany({
    where: { status: 'DRAFT', revisions: { some: { conversationId: id } } },
    orderBy: { createdAt: 'asc' },
    select: { id: true },
  });
  // The last story of each conversation waits to be read.
  for (const card of cards.slice(0, -1)) await setCardStatus(publisher, card.id, 'PUBLISHED');
  await dateBack(id, talk, carrier);
}

type Lines = { port: number; carrier: DemoCarrier | null };

function talkAs(talk: Talk, speaker: Viewer, subjectId: string, { port, carrier }: Lines): Promise<string> {
  if (talk.by === 'PHONE')
    return carrier
      ? talkOnThePhone(carrier, speaker, subjectId, talk)
      : talkByBrowserPhone(speaker, subjectId, talk.said, port);
  if (talk.by === 'TEXT') return talkByText(subjectId, talk);
  return talkInBrowser(speaker, subjectId, talk.said);
}

async function talkInBrowser(speaker: Viewer, subjectId: string, all: readonly string[]): Promise<string> {
  const { id } = await beginConversation(speaker, { subjectId, channel: 'WEB' });
  for (const said of all) await sayAndHear(speaker, id, said);
  return id;
}

/** A call from Alma's phone that waits for somebody to say who it was. */
export async function holdUnconfirmed(talk: Talk) {
  await dateBack(await callFromAlmasPhone(talk.said), talk, null);
}

/** Begins the conversation that is on while one looks around: a call, if the demo has phones. */
export async function holdOpen(viewers: Viewers, subjectId: string, carrier: DemoCarrier | null) {
  if (carrier) {
    const said = [...sayingNow, ...sayingNext];
    const id = await callAlma(carrier, viewers.teresa, subjectId, {
      ...{ said, mayBeRecorded: true, isSpoken: true },
    });
    void askForNextCall(viewers, subjectId, id).catch((error: Error) => log.warn({ error }, 'nobody asked'));
    return;
  }
  const id = await talkInBrowser(viewers.alma, subjectId, sayingNow);
  const { messages, length } = await paced(id);
  const start = Date.now() - length;
  await saidAt(messages, start);
  const startedAt = new Date(start);
  await db.conversation.update({ where: { id }, data: { startedAt, createdAt: startedAt } });
}

/** The family asks something for the next call when this one is over. */
async function askForNextCall(viewers: Viewers, subjectId: string, conversationId: string) {
  const isOver = { id: conversationId, status: { not: 'IN_PROGRESS' }, endedAt: { not: null } } as const;
  while (!(await db.conversation.count({ where: isOver }))) await sleep(5_000, undefined, { ref: false });
  for (const { by, text } of questionsForNextCall) await askQuestion(viewers[by], { subjectId, text });
}

async function sayAndHear(speaker: Viewer, conversationId: string, text: string) {
  await say(speaker, demoOrigin, { conversationId, text, clientMessageId: newId() });
  await answered(conversationId);
}

/** Spreads a conversation over the minutes that it would have taken, on the day that it is said to be of. */
async function dateBack(
  conversationId: string,
  { daysAgo, hour, isRecorded }: Talk,
  carrier: DemoCarrier | null,
) {
  const start = startOfDay(subDays(TZDate.tz(alma.timeZone), daysAgo));
  start.setHours(hour);
  const call = await db.call.findUnique({ where: { conversationId } });
  const { messages, length } =
    isRecorded && canSpeak()
      ? await recorded(conversationId, new Date(start), call?.providerId ? carrier : null)
      : await paced(conversationId);
  await saidAt(messages, start.getTime());
  const endedAt = new Date(start.getTime() + length);
  await db.conversation.update({
    where: { id: conversationId },
    data: { startedAt: new Date(start), createdAt: new Date(start), endedAt, lastHeardAt: endedAt },
  });
  await db.call.updateMany({
    where: { conversationId, dialledAt: { not: null } },
    data: { dialledAt: new Date(start) },
  });
  await db.cardRevision.updateMany({ where: { conversationId }, data: { createdAt: endedAt } });
  const cards = { revisions: { some: { conversationId } } };
  const ids = (await db.card.findMany({ where: cards, select: { id: true } })).map((card) => card.id);
  await db.card.updateMany({ where: { id: { in: ids } }, data: { createdAt: endedAt, updatedAt: endedAt } });
  await db.activity.updateMany({ where: { cardId: { in: ids } }, data: { at: endedAt } });
}

/** The messages of a conversation with how long after its beginning each is said, and how long it all takes, in ms. */
async function paced(conversationId: string) {
  const said = await db.message.findMany({
    where: { conversationId },
    orderBy: { seq: 'asc' },
    select: { id: true, text: true },
  });
  let length = 0;
  const messages = said.map(({ id, text }) => {
    const after = length;
    // About 130 words a minute, and a breath.
    length += (text.split(' ').length / 130) * 60_000 + 9_000;
    return { id, after };
  });
  return { messages, length };
}

/** The same for a conversation that is recorded, by the voices of its recording. */
async function recorded(conversationId: string, startedAt: Date, carrier: DemoCarrier | null) {
  const said = await db.message.findMany({
    where: { conversationId },
    orderBy: { seq: 'asc' },
    select: { id: true, role: true, text: true },
  });
  const { spoken, samples } = await speakAloud(said);
  const length = spoken.at(-1)?.endMs ?? 0;
  if (carrier) {
    // Words of the person are stored when they have been said, and ours before we say them.
    const messages = spoken.map(({ id, startMs, endMs }, at) => ({
      id,
      after: said[at]?.role === 'user' ? endMs + storedMs : startMs - storedMs,
    }));
    await saidAt(messages, startedAt.getTime());
    await deliverSound(carrier, conversationId, { startedAt, spoken, samples });
    return { messages, length };
  }
  await keepSound(conversationId, { startedAt, spoken, samples });
  // A message arrives when its last word has been said.
  const messages = spoken.map(({ id, endMs }) => ({ id, after: endMs }));
  return { messages, length };
}

const storedMs = 200;

/** The phone service delivers the sound of a call from the person's yes on, and the server keeps it. */
async function deliverSound(
  carrier: DemoCarrier,
  conversationId: string,
  { startedAt, spoken, samples }: { startedAt: Date; spoken: Spoken[]; samples: Int16Array[] },
) {
  const { messageId } = await db.callRecording.findUniqueOrThrow({ where: { conversationId } });
  const { providerId } = await db.call.findUniqueOrThrow({ where: { conversationId } });
  const first = spoken.findIndex(({ id }) => id === messageId) + 1;
  const before = new Int16Array(voiceRate);
  const silentMs = (before.length / 2 / voiceRate) * 1_000;
  await db.callRecording.update({
    where: { conversationId },
    data: { startedAt: new Date(startedAt.getTime() + (spoken[first]?.startMs ?? 0) - silentMs) },
  });
  await carrier.deliver(providerId ?? '', wavWith([before, ...samples.slice(first)]));
  await until(async () => (await db.callRecording.count({ where: { conversationId, status: 'KEPT' } })) > 0);
}

async function saidAt(messages: { id: string; after: number }[], start: number) {
  for (const { id, after } of messages)
    await db.message.update({ where: { id }, data: { createdAt: new Date(start + after) } });
}
