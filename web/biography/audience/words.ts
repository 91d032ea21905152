import type { Book } from '../address.ts';
import type { Audience_PartsFragment } from './Audience.graphql.ts';

type Whose = Pick<Book, 'isSelf' | 'preferredName'>;

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const list = new Intl.ListFormat('en-GB');

/** Names the people who can read everything in the book, after `others` who can read it too: "Alma and the owners". */
export function readersOf({ isSelf, preferredName }: Whose, others: readonly string[] = []): string {
  return list.format([...others, isSelf ? 'you' : preferredName, 'the owners']);
}

/** The audience in one sentence, or null for everyone. */
export function audienceInWords(
  { everyone, until, afterDeath, members }: Audience_PartsFragment,
  book: Whose,
): string | null {
  if (everyone) return null;
  if (until) return `Only for ${readersOf(book)} until ${day.format(new Date(until))}`;
  if (afterDeath)
    return `Only for ${readersOf(book)} while ${book.isSelf ? 'you live' : `${book.preferredName} lives`}`;
  return `Only for ${readersOf(
    book,
    members.map(({ user }) => user.name),
  )}`;
}
