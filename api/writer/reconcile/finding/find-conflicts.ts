import type { FoundConflict, ReconciledBook } from './book.ts';
import { findDuplicateCards } from './cards.ts';
import { findContradictions } from './facts.ts';
import { findSamePeople } from './people.ts';

/** The maximum of findings of one kind shown to the team. */
const mostOfAKind = 100;

/**
 * Finds possible conflicts in a subject's stories: duplicate cards, contradicting times and places, people who may be
 * the same.
 */
export function findConflicts({ language, people, cards }: ReconciledBook): FoundConflict[] {
  return [
    findContradictions(cards, language),
    findDuplicateCards(cards, language),
    findSamePeople(people),
  ].flatMap((found) => found.slice(0, mostOfAKind));
}
