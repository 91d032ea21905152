import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { earlierToLeave } from '#api/exports/archive/read-versions.ts';
import type { ExportedBook } from '#api/exports/format.ts';
import { db } from '#api/platform/database/database.ts';
import { bookIn, exportOf, imported } from '#tests/support/imports.ts';
import { aSmallBook, exportWith, firstOf } from '#tests/support/small-export.ts';
import { aPerson, useServer } from '#tests/support/world.ts';

useServer();

const slow = 240_000;

/** A book with two stories, the bakery and the harbour, of one version each. */
async function aBook() {
  const book = aSmallBook();
  book.cards.push({ ...firstOf(book.cards), id: 'k2', title: 'The harbour' });
  const self = await aPerson('Alma Rourke');
  const brought = await imported(self, await exportWith(book), { isSelf: true });
  const subjectId: string = brought.subject.id;
  const cards = await db.card.findMany({ where: { subjectId }, orderBy: { title: 'asc' } });
  const [bakery, harbour] = cards.map(({ id }) => ({ id, subjectId }));
  if (!bakery || !harbour) throw new Error('There are no two stories');
  return { self, subjectId, bakery, harbour };
}

/** Gives a story this many earlier versions, one a day from a day on, each of these sentences. */
async function rewrite(
  { id: cardId, subjectId }: { id: string; subjectId: string },
  { versions, from, texts }: { versions: number; from: string; texts: () => string[] },
) {
  const revision = versions + 1;
  await db.cardRevision.updateMany({ where: { cardId }, data: { number: revision } });
  await db.sentence.updateMany({ where: { cardId }, data: { revision } });
  await db.card.update({ where: { id: cardId }, data: { revision } });
  for (let number = 1; number <= versions; number += 1) {
    const createdAt = new Date(Date.parse(from) + number * 86_400_000);
    await db.cardRevision.create({
      data: { subjectId, cardId, number, title: `Version ${number}`, createdAt },
    });
    await db.sentence.createMany({
      data: texts().map((text, position) => ({
        ...{ subjectId, cardId, revision: number, paragraph: 0, position, text },
      })),
    });
  }
}

const list = (length: number, text: () => string) => () => Array.from({ length }, text);
const random = (bytes: number) => () => randomBytes(bytes).toString('hex');
const upTo = (last: number, from = 1) => Array.from({ length: last - from + 1 }, (_, at) => from + at);

const numbersIn = (book: ExportedBook, cardId: string) =>
  book.cards.find(({ id }) => id === cardId)?.earlier?.map(({ number }) => number);

/** The numbers of the versions of a story in the book that somebody brought, with the current one. */
async function numbersOf(subjectId: string, title: string) {
  const card = await db.card.findFirstOrThrow({ where: { subjectId, title } });
  const versions = await db.cardRevision.findMany({
    where: { cardId: card.id },
    orderBy: { number: 'asc' },
  });
  return versions.map(({ number }) => number);
}

describe('A book with a long history is brought with its latest versions', () => {
  test(
    'when they have more sentences than are taken: the oldest of all stories stay behind',
    async () => {
      const { self, subjectId, bakery, harbour } = await aBook();
      await rewrite(bakery, { versions: 16, from: '2020-01-01', texts: list(1_000, random(8)) });
      await rewrite(harbour, { versions: 20, from: '2021-01-01', texts: list(1_000, random(8)) });
      const zip = await exportOf(self, subjectId);
      const book = await bookIn(zip);
      expect(book.earlierLeft).toBe(6);
      expect(numbersIn(book, bakery.id)).toEqual(upTo(16, 7));
      expect(numbersIn(book, harbour.id)).toEqual(upTo(20));

      const brought = await imported(await aPerson('Gus'), zip);
      expect(brought).toMatchObject({ status: 'DONE', problem: null, versionsLeft: 6 });
      expect(await numbersOf(brought.subject.id, 'The bakery')).toEqual(upTo(17, 7));
      expect(await numbersOf(brought.subject.id, 'The harbour')).toEqual(upTo(21));
    },
    slow,
  );

  test(
    'when the file would be larger than one that is taken',
    async () => {
      const { self, subjectId, harbour } = await aBook();
      await rewrite(harbour, { versions: 53, from: '2021-01-01', texts: list(100, random(10_000)) });
      const zip = await exportOf(self, subjectId);
      const { earlierLeft = 0, ...book } = await bookIn(zip);
      expect(earlierLeft).toBeGreaterThan(2);
      expect(earlierLeft).toBeLessThan(6);
      expect(numbersIn(book, harbour.id)).toEqual(upTo(53, earlierLeft + 1));
      const brought = await imported(await aPerson('Gus'), zip);
      expect(brought).toMatchObject({ status: 'DONE', problem: null, versionsLeft: earlierLeft });
    },
    slow,
  );

  test('and what is kept has room, whatever its characters', async () => {
    const { self, subjectId, bakery, harbour } = await aBook();
    const texts = list(3, () => 'She said “Ja, schön”, \\ "good"\n\t and more.'.repeat(20));
    await rewrite(bakery, { versions: 4, from: '2020-01-01', texts });
    await rewrite(harbour, { versions: 4, from: '2020-01-01', texts });
    const { cards, earlierLeft } = await bookIn(await exportOf(self, subjectId));
    expect(earlierLeft).toBeUndefined();
    const stories = cards.map(({ id, revision }) => ({ id, revision }));
    const counts: number[] = [];
    for (let room = 0; room < 40_000; room += 1_000) {
      const { until, count } = await earlierToLeave(stories, room);
      const kept = cards.flatMap(({ id, earlier = [] }) =>
        earlier.filter(({ number }) => number > (until.get(id) ?? 0)),
      );
      expect(kept.length + count).toBe(8);
      expect(Buffer.byteLength(JSON.stringify(kept))).toBeLessThanOrEqual(Math.max(room, 2));
      counts.push(count);
    }
    expect([counts.at(0), counts.at(-1)]).toEqual([8, 0]);
    expect(counts).toEqual(counts.toSorted((one, other) => other - one));
  });
});
