import type { MessageCursor } from '#api/conversations/cursor.ts';
import { cursorOf, readCursor } from '#api/conversations/cursor.ts';
import { InvalidInput } from '#api/platform/errors.ts';
import type { MessageRow } from './message-row.ts';

export type PageArgs = {
  first?: number | null;
  after?: string | null;
  last?: number | null;
  before?: string | null;
};

/** The requested part of a list. `backwards` counts from its end. */
export type Slice = {
  size: number;
  backwards: boolean;
  after: MessageCursor | null;
  before: MessageCursor | null;
};

/** Reads the arguments of a message connection: 25 rows by default, 100 at most. */
export function sliceOf({ first, after, last, before }: PageArgs): Slice {
  if (first != null && last != null) {
    throw new InvalidInput([{ path: 'last', message: 'give either first or last, not both' }]);
  }
  const size = first ?? last ?? 25;
  if (size < 1 || size > 100) {
    throw new InvalidInput([{ path: last == null ? 'first' : 'last', message: 'must be from 1 to 100' }]);
  }
  return {
    size,
    backwards: last != null,
    after: readCursor(after, 'after'),
    before: readCursor(before, 'before'),
  };
}

/** Builds a connection from rows in reading order, with one row more than the page size if there are more. */
export function connectionOf(rows: readonly MessageRow[], { size, backwards, after, before }: Slice) {
  const more = rows.length > size;
  const page = backwards ? rows.slice(0, size).reverse() : rows.slice(0, size);
  const edges = page.map((node) => ({ cursor: cursorOf(node), node }));
  return {
    edges,
    pageInfo: {
      hasNextPage: backwards ? before !== null : more,
      hasPreviousPage: backwards ? more : after !== null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}
