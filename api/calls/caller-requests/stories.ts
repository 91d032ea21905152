import { readBodies } from '#api/biography/reading-bodies.ts';
import { withholdMessages } from '#api/conversations/engine/withhold.ts';
import { tellReaders } from '#api/keepsakes/service/tell-of-keepsakes.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';

/** A story that can be read aloud. */
export type KeptStory = { id: string; title: string; body: string };

/** The number of stories that are searched. */
const mostStories = 500;

/**
 * The stories of a book that have text, newest first. With `toldSince`, leaves out stories with words that were told
 * before that time.
 */
export async function readKeptStories(
  subjectId: string,
  { toldSince }: { toldSince: Date | null },
): Promise<KeptStory[]> {
  const isEarlier = toldSince && { sources: { some: { message: { createdAt: { lt: toldSince } } } } };
  const cards = await db.card.findMany({
    where: {
      ...{ subjectId, status: { not: 'HIDDEN' } },
      ...(isEarlier && { sentences: { none: isEarlier } }),
    },
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
  [
    'the a an my our your of in on at and to with about when where that it was were is i we',
    'el la los las un una unos unas de del al y e o con por para mi mis su sus que cuando donde lo se era fue',
  ]
    .join(' ')
    .split(' '),
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

/** The stories whose titles name the topic; if there are none, those whose text names it, unless only titles count. */
export function findStories(
  stories: readonly KeptStory[],
  topic: string,
  among: 'TITLES' | 'ALL' = 'ALL',
): KeptStory[] {
  const wanted = stemsOf(topic);
  if (!wanted.length) return [];
  const names = (text: string) => {
    const stems = new Set(stemsOf(text));
    return wanted.every((stem) => stems.has(stem));
  };
  const byTitle = stories.filter(({ title }) => names(title));
  if (byTitle.length || among === 'TITLES') return byTitle;
  return stories.filter(({ body }) => names(body));
}

/** The person's messages on which any revision of a story is based. */
async function wordsBehind(tx: Tx, cardId: string): Promise<string[]> {
  const sources = await tx.source.findMany({
    where: { sentence: { cardId }, message: { role: 'user' } },
    distinct: ['messageId'],
    select: { messageId: true },
  });
  return sources.map(({ messageId }) => messageId);
}

/**
 * Makes the messages private on which a story is based. A story based on no messages, because the family wrote it, is
 * hidden instead. Returns whether it was based on messages.
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
  await tellReaders(tx, wake, subjectId, [cardId]);
  return false;
}

/** The same, and marks the messages to be erased 30 days later. */
export async function deleteStory(
  tx: Tx,
  wake: Wake,
  story: { subjectId: string; cardId: string },
): Promise<boolean> {
  const messageIds = await wordsBehind(tx, story.cardId);
  const hasSources = await withholdStory(tx, wake, story);
  await tx.message.updateMany({
    where: { id: { in: messageIds }, deletedAt: null },
    data: { deletedAt: clock.now() },
  });
  return hasSources;
}
