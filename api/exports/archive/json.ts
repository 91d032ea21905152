import { clock } from '#api/platform/domain-values/clock.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import { formatVersion } from '../format.ts';
import { readCards, readConversations, readMessages, type readSmall } from './read.ts';
import { readEarlier } from './read-versions.ts';

export type Small = Awaited<ReturnType<typeof readSmall>>;

/** `evertold.json`, streamed: only one page of rows is in memory. */
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
  yield `${JSON.stringify(head).slice(0, -1)},\n"cards":[`;
  yield* joinedWith('earlier', readCards(subjectAccess), (card) => readEarlier(subjectAccess, card));
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
