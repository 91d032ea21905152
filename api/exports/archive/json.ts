import { clock } from '#api/platform/domain-values/clock.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import { formatVersion } from '../format.ts';
import { readCards, readConversations, readMessages, type readSmall } from './read.ts';

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
  yield* joined(readCards(subjectAccess));
  yield '],\n"conversations":[';
  let first = true;
  for await (const conversation of readConversations(subjectAccess)) {
    yield `${first ? '' : ','}\n${JSON.stringify(conversation).slice(0, -1)},"messages":[`;
    first = false;
    yield* joined(readMessages(subjectAccess, conversation.id));
    yield ']}';
  }
  yield ']}\n';
}

async function* joined(rows: AsyncIterable<object>): AsyncGenerator<string> {
  let first = true;
  for await (const row of rows) {
    yield `${first ? '' : ','}\n${JSON.stringify(row)}`;
    first = false;
  }
}
