import type { TurnRequest } from '../request.ts';

/** More names than these are counted. */
const mostNames = 3;

/** Promises who may read the last words: what is stored, and no more. Null where it is nobody else. */
export function promiseOf({ keptFor }: TurnRequest): string | null {
  if (!keptFor || keptFor === 'UNSURE') return null;
  if (keptFor.kind === 'AFTER_DEATH')
    return 'Nobody else can read that while you live. Then your family can.';
  if (keptFor.kind === 'UNTIL')
    return `Nobody else can read that before ${keptFor.until}. Then your family can.`;
  const { names } = keptFor;
  const who =
    names.length > mostNames
      ? `you and ${names.length} of your family`
      : new Intl.ListFormat('en-GB').format(names);
  return `Only ${who} can read that. It stays out of the book.`;
}
