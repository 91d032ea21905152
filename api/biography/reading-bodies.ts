import type { Prisma } from '#api/generated/prisma/client.ts';
import { db } from '#api/platform/database/database.ts';
import { printBody } from './writing/bodies.ts';

/** One revision of a card. */
export type RevisionKey = { cardId: string; revision: number };

/** Filter for the sentences of these revisions that may be shown: never one that rests on private words. */
export function openAt(wordings: readonly RevisionKey[]): Prisma.SentenceWhereInput {
  return {
    OR: wordings.map(({ cardId, revision }) => ({ cardId, revision })),
    hidden: false,
    sources: { none: { message: { is: { private: true } } } },
  };
}

/** The plain text of each revision. An empty line separates paragraphs. */
export async function readBodies(wordings: readonly RevisionKey[]): Promise<string[]> {
  const sentences = await db.sentence.findMany({
    where: openAt(wordings),
    orderBy: [{ cardId: 'asc' }, { position: 'asc' }],
    select: { cardId: true, revision: true, paragraph: true, text: true },
  });
  return byWording(wordings, sentences).map((own) =>
    printBody([...Map.groupBy(own, ({ paragraph }) => paragraph).values()]),
  );
}

export function byWording<S extends RevisionKey>(
  wordings: readonly RevisionKey[],
  sentences: readonly S[],
): S[][] {
  const found = Map.groupBy(sentences, ({ cardId, revision }) => `${cardId} ${revision}`);
  return wordings.map(({ cardId, revision }) => found.get(`${cardId} ${revision}`) ?? []);
}
