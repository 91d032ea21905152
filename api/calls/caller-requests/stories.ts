import { cardChanged } from '#api/biography/events.ts';
import { readBodies } from '#api/biography/reading-bodies.ts';
import { withholdMessages } from '#api/conversations/engine/withhold.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';

/** A story that can be read aloud. */
export type KeptStory = { id: string; title: string; body: string };

/** So many stories are looked through. */
const mostStories = 500;

/** The stories of a book that have something to read, newest first: all of them are the person's own to hear. */
export async function readKeptStories(subjectId: string): Promise<KeptStory[]> {
  const cards = await db.card.findMany({
    where: { subjectId, status: { not: 'HIDDEN' } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: mostStories,
    select: { id: true, title: true, revision: true },
  });
  const bodies = await readBodies(cards.map(({ id: cardId, revision }) => ({ cardId, revision })));
  return cards.flatMap(({ id, title }, at) => {
    const body = bodies[at]?.trim();
    return body ? [{ id, title, body }] : [];
  });
}

const small = new Set(
  'the a an my our your of in on at and to with about when where that it was were is i we'.split(' '),
);

function stemsOf(text: string): string[] {
  const words =
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !small.has(word)).map((word) => word.replace(/(?:es|s)$/, ''));
}

/** The stories that are about something: those whose titles name it, else those that speak of it. */
export function findStories(stories: readonly KeptStory[], topic: string): KeptStory[] {
  const wanted = stemsOf(topic);
  if (!wanted.length) return [];
  const names = (text: string) => {
    const stems = new Set(stemsOf(text));
    return wanted.every((stem) => stems.has(stem));
  };
  const byTitle = stories.filter(({ title }) => names(title));
  return byTitle.length ? byTitle : stories.filter(({ body }) => names(body));
}

/** What the person said that a story rests on, in any of its wordings. */
async function wordsBehind(tx: Tx, cardId: string): Promise<string[]> {
  const sources = await tx.source.findMany({
    where: { sentence: { cardId }, message: { role: 'user' } },
    distinct: ['messageId'],
    select: { messageId: true },
  });
  return sources.map(({ messageId }) => messageId);
}

/**
 * Makes the words private that a story rests on. Where it rests on none, because the family wrote it, it is hidden. Gives
 * whether it rested on words.
 */
export async function withholdStory(
  tx: Tx,
  wake: Wake,
  { subjectId, cardId }: { subjectId: string; cardId: string },
): Promise<boolean> {
  const messageIds = await wordsBehind(tx, cardId);
  if (messageIds.length) {
    await withholdMessages(tx, wake, subjectId, messageIds);
    return true;
  }
  await tx.card.updateMany({ where: { id: cardId, subjectId }, data: { status: 'HIDDEN' } });
  await cardChanged(tx, wake, subjectId, cardId);
  return false;
}

/** The same, and has the words erased 30 days later. */
export async function deleteStory(
  tx: Tx,
  wake: Wake,
  story: { subjectId: string; cardId: string },
): Promise<boolean> {
  const messageIds = await wordsBehind(tx, story.cardId);
  const rests = await withholdStory(tx, wake, story);
  await tx.message.updateMany({
    where: { id: { in: messageIds }, deletedAt: null },
    data: { deletedAt: clock.now() },
  });
  return rests;
}
