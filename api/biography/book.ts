import type { SourceSpan } from '#api/biography/writing/writer.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import type { CardMark, CardStatus } from '#api/generated/prisma/enums.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { sortKey } from './writing/dates.ts';

/**
 * Locks a subject's book until the transaction ends, so that writing, hiding words and withdrawing consent
 * happen one after another. Returns false when the subject doesn't exist. Always take this lock before
 * locking a card or a finished conversation, never after.
 */
export async function holdBook(tx: Tx, subjectId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    select 1 from subject where id = ${subjectId}::uuid for no key update`;
  return rows.length > 0;
}

/** A sentence as a revision of a card stores it. */
export type Kept = {
  paragraph: number;
  text: string;
  hidden: boolean;
  sources: SourceSpan[];
  /** Whether the family changed the words of a sentence that rests on what was said. */
  edited?: boolean;
  /** Whether its paragraph is a quotation. */
  quoted?: boolean;
};

export type CardFacts = { title: string; happened: string | null; place: string | null };

export type Revision = CardFacts & {
  note?: string | null;
  /** The id of the person who wrote it, or null when `writer` did. */
  authorId: string | null;
  writer: string | null;
  /** The versions of the team's prompts that the writer used. */
  versionIds?: string[];
  conversationId?: string | null;
  sentences: Kept[];
};

/** The sentences of one revision in order, including hidden ones. */
export async function sentencesOf(tx: Tx, cardId: string, revision: number): Promise<Kept[]> {
  const rows = await tx.sentence.findMany({
    where: { cardId, revision },
    orderBy: { position: 'asc' },
    include: { sources: { orderBy: { id: 'asc' } } },
  });
  return rows.map(({ paragraph, text, hidden, edited, quoted, sources }) => ({
    paragraph,
    text,
    hidden,
    edited,
    quoted,
    sources: sources.map(({ messageId, start, end }) => ({ messageId, start, end })),
  }));
}

/** Creates a card with its first revision and returns its id. The caller holds the book's lock. */
export async function addCard(
  tx: Tx,
  card: {
    subjectId: string;
    chapterId: string;
    status: CardStatus;
    mark: CardMark;
    touchedByPerson: boolean;
  },
  first: Revision,
): Promise<string> {
  const id = newId();
  await tx.card.create({ data: { ...card, ...factsOf(first), id, revision: 1 } });
  await writeRevision(tx, { id, subjectId: card.subjectId }, 1, first);
  return id;
}

/** Adds a revision, makes it the current one and returns its number. The caller holds the book's lock. */
export async function addRevision(
  tx: Tx,
  card: { id: string; subjectId: string; revision: number },
  next: Revision,
  also: Prisma.CardUncheckedUpdateInput = {},
): Promise<number> {
  const number = card.revision + 1;
  await writeRevision(tx, card, number, next);
  await tx.card.update({ where: { id: card.id }, data: { ...factsOf(next), ...also, revision: number } });
  return number;
}

function factsOf({ title, happened, place }: CardFacts) {
  return { title, happened, place, happenedKey: happened === null ? null : sortKey(happened) };
}

async function writeRevision(
  tx: Tx,
  card: { id: string; subjectId: string },
  number: number,
  { sentences, ...revision }: Revision,
) {
  const { id: cardId, subjectId } = card;
  await tx.cardRevision.create({ data: { ...revision, subjectId, cardId, number } });
  const withdrawn = await privateAmong(tx, sentences);
  for (const part of partsOf(sentences.map((sentence, position) => ({ ...sentence, position })))) {
    const rows = part.map((sentence) => ({ ...sentence, id: newId() }));
    await tx.sentence.createMany({
      data: rows.map(({ sources, ...row }) => ({
        ...row,
        subjectId,
        cardId,
        revision: number,
        hidden: row.hidden || sources.some((source) => withdrawn.has(source.messageId)),
      })),
    });
    const sources = rows.flatMap(({ id: sentenceId, sources }) =>
      sources.map((source) => ({ ...source, subjectId, sentenceId })),
    );
    for (const few of partsOf(sources))
      await tx.source.createMany({ data: few.map((source) => ({ ...source, id: newId() })) });
  }
}

/** Prisma blocks this thread for 0.1 ms per row, so a long story is stored in batches. */
const rowsAtOnce = 80;

function partsOf<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, at) =>
    rows.slice(at * rowsAtOnce, (at + 1) * rowsAtOnce),
  );
}

/** Of the messages that these sentences rest on, the ones that are private now. */
async function privateAmong(tx: Tx, sentences: readonly Kept[]): Promise<Set<string>> {
  const ids = [...new Set(sentences.flatMap(({ sources }) => sources.map((source) => source.messageId)))];
  const rows = await tx.message.findMany({ where: { id: { in: ids }, private: true }, select: { id: true } });
  return new Set(rows.map((row) => row.id));
}
