import { TZDate } from '@date-fns/tz';
import { startOfDay, subDays } from 'date-fns';
import { setCardStatus } from '#api/biography/service/set-card-status.ts';
import { beginConversation } from '#api/conversations/service/begin.ts';
import { endConversation } from '#api/conversations/service/end.ts';
import { say } from '#api/conversations/service/say.ts';
import { db } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { alma } from './family.ts';
import { demoOrigin } from './origin.ts';
import { talkByPhone } from './phone.ts';
import { keepSound, speakAloud } from './sound.ts';
import { sayingNow, type Talk } from './talks.ts';
import { talkByText } from './texting.ts';
import { canSpeak } from './voices.ts';
import { answered, until } from './waiting.ts';

/** Holds a conversation of the past: it is said and written now, then dated back. */
export async function hold(
  speaker: Viewer,
  subjectId: string,
  talk: Talk,
  { publisher, port }: { publisher: Viewer; port: number },
) {
  const id = await talkAs(talk, speaker, subjectId, port);
  await endConversation(speaker, id);
  await until(async () => {
    const { writing } = await db.conversation.findUniqueOrThrow({ where: { id }, select: { writing: true } });
    return writing === 'WRITTEN';
  });
  const cards = await db.card.findMany({
    where: { status: 'DRAFT', revisions: { some: { conversationId: id } } },
    orderBy: { createdAt: 'asc' },
    select: { id: true },
  });
  // The last story of each conversation waits to be read.
  for (const card of cards.slice(0, -1)) await setCardStatus(publisher, card.id, 'PUBLISHED');
  await dateBack(id, talk);
}

function talkAs(talk: Talk, speaker: Viewer, subjectId: string, port: number): Promise<string> {
  if (talk.by === 'PHONE') return talkByPhone(speaker, subjectId, talk.said, port);
  if (talk.by === 'TEXT') return talkByText(subjectId, talk);
  return talkInBrowser(speaker, subjectId, talk.said);
}

async function talkInBrowser(speaker: Viewer, subjectId: string, all: readonly string[]): Promise<string> {
  const { id } = await beginConversation(speaker, { subjectId, channel: 'WEB' });
  for (const said of all) await sayAndHear(speaker, id, said);
  return id;
}

/** Begins the conversation that is on while one looks around. */
export async function holdOpen(speaker: Viewer, subjectId: string) {
  const id = await talkInBrowser(speaker, subjectId, sayingNow);
  const { messages, length } = await paced(id);
  const start = Date.now() - length;
  await saidAt(messages, start);
  const startedAt = new Date(start);
  await db.conversation.update({ where: { id }, data: { startedAt, createdAt: startedAt } });
}

async function sayAndHear(speaker: Viewer, conversationId: string, text: string) {
  await say(speaker, demoOrigin, { conversationId, text, clientMessageId: newId() });
  await answered(conversationId);
}

/** Spreads a conversation over the minutes that it would have taken, on the day that it is said to be of. */
async function dateBack(conversationId: string, { daysAgo, hour, isRecorded }: Talk) {
  const start = startOfDay(subDays(TZDate.tz(alma.timeZone), daysAgo));
  start.setHours(hour);
  const { messages, length } =
    isRecorded && canSpeak() ? await recorded(conversationId, new Date(start)) : await paced(conversationId);
  await saidAt(messages, start.getTime());
  const endedAt = new Date(start.getTime() + length);
  await db.conversation.update({
    where: { id: conversationId },
    data: { startedAt: new Date(start), createdAt: new Date(start), endedAt, lastHeardAt: endedAt },
  });
  await db.call.updateMany({ where: { conversationId }, data: { dialledAt: new Date(start) } });
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
async function recorded(conversationId: string, startedAt: Date) {
  const said = await db.message.findMany({
    where: { conversationId },
    orderBy: { seq: 'asc' },
    select: { id: true, role: true, text: true },
  });
  const { spoken, samples } = await speakAloud(said);
  await keepSound(conversationId, { startedAt, spoken, samples });
  // A message arrives when its last word has been said.
  const messages = spoken.map(({ id, endMs }) => ({ id, after: endMs }));
  return { messages, length: spoken.at(-1)?.endMs ?? 0 };
}

async function saidAt(messages: { id: string; after: number }[], start: number) {
  for (const { id, after } of messages)
    await db.message.update({ where: { id }, data: { createdAt: new Date(start + after) } });
}
