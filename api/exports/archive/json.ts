import { Readable } from 'node:stream';
import { clock } from '#api/platform/domain-values/clock.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import { formatVersion, mostJsonBytes } from '../format.ts';
import { readCards, readConversations, readMessages, type readSmall } from './read.ts';
import { earlierToLeave, readEarlier } from './read-versions.ts';

/** Room left for what is added to the book while the export runs, in bytes. */
const spareBytes = 1024 * 1024;

export type Small = Awaited<ReturnType<typeof readSmall>>;

/**
 * `evertold.json`, streamed: only one page of rows is in memory. It is written once without earlier versions first, to
 * know how many of them it has room for.
 */
export async function* writeJson(
  subjectAccess: SubjectAccess,
  small: Small,
  media: object[],
): AsyncGenerator<string> {
  const head = {
    format: 'evertold',
    version: formatVersion,
    exportedAt: clock.now().toISOString(),
    ...small,
    media,
  };
  const stories: { id: string; revision: number }[] = [];
  let bytes = 0;
  for await (const piece of written(subjectAccess, head, ({ id, revision }) => {
    stories.push({ id, revision });
    return Readable.from([]);
  }))
    bytes += Buffer.byteLength(piece);
  const { until, count } = await earlierToLeave(stories, mostJsonBytes - spareBytes - bytes);
  yield* written(subjectAccess, { ...head, ...(count && { earlierLeft: count }) }, (card) =>
    readEarlier(subjectAccess, card, until.get(card.id)),
  );
}

async function* written(
  subjectAccess: SubjectAccess,
  head: object,
  earlierOf: (card: { id: string; revision: number }) => AsyncIterable<object>,
): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},\n"cards":[`;
  yield* joinedWith('earlier', readCards(subjectAccess), earlierOf);
  yield '],\n"conversations":[';
  yield* joinedWith('messages', readConversations(subjectAccess), ({ id }) =>
    readMessages(subjectAccess, id),
  );
  yield ']}\n';
}

/** Rows that each end with a list, of which only a page is in memory. */
async function* joinedWith<R extends object>(
  field: string,
  rows: AsyncIterable<R>,
  listOf: (row: R) => AsyncIterable<object>,
): AsyncGenerator<string> {
  let first = true;
  for await (const row of rows) {
    yield `${first ? '' : ','}\n${JSON.stringify(row).slice(0, -1)},"${field}":[`;
    first = false;
    yield* joined(listOf(row));
    yield ']}';
  }
}

async function* joined(rows: AsyncIterable<object>): AsyncGenerator<string> {
  let first = true;
  for await (const row of rows) {
    yield `${first ? '' : ','}\n${JSON.stringify(row)}`;
    first = false;
  }
}
