import type { Book, FoundConflict } from './book.ts';
import { findDuplicateCards } from './cards.ts';
import { findContradictions } from './facts.ts';
import { findSamePeople } from './people.ts';

/** So many findings of one kind are laid before the team at a time. */
const mostOfAKind = 100;

/** What in a book may not fit together: cards told twice, times and places that contradict, people who may be one. */
export function findConflicts({ people, cards }: Book): FoundConflict[] {
  return [findContradictions(cards), findDuplicateCards(cards), findSamePeople(people)].flatMap((found) =>
    found.slice(0, mostOfAKind),
  );
}
