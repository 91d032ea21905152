import type { ReconciledBook } from '#api/writer/reconcile/finding/book.ts';
import { findUnknownPhones } from '#api/writer/reconcile/finding/unknown-phones.ts';
import { countCases, type Figure } from './cases.ts';

/** The texts of a phone beside the names of a book, and whether the subject of that book wrote them. */
export type PhoneCase = {
  id: string;
  isConflict: boolean;
  book: {
    fullName: string;
    preferredName: string;
    people: [name: string, relation: string | null][];
    places: string[];
  };
  texts: string[];
};

/**
 * Recall and precision of texts of unknown phones: the share of the subject's phones that are found, and the share of
 * found phones that are the subject's.
 */
export function measureUnknownPhones(cases: readonly PhoneCase[]): Figure[] {
  const judged = cases.map((each) => ({ ...each, isFound: isFound(each) }));
  const name = ({ id, texts }: PhoneCase) => `${id}: ${JSON.stringify(texts)}`;
  const found = judged.filter((each) => each.isFound);
  const theirs = judged.filter(({ isConflict }) => isConflict);
  return [
    countCases(
      'phones found that are the subject’s (precision)',
      0.9,
      found,
      (each) => each.isConflict,
      name,
    ),
    countCases('the subject’s phones that are found (recall)', 0.85, theirs, (each) => each.isFound, name),
  ];
}

function isFound({ book, texts }: PhoneCase): boolean {
  const { fullName, preferredName } = book;
  const phone = { id: 'phone', texts: texts.map((text, at) => ({ id: `${at}`, text })) };
  const subject = { fullName, preferredName, codeWord: null, language: 'en' as const, privateThemes: [] };
  return findUnknownPhones({ book: bookOf(book), subject, phones: [phone] }).length > 0;
}

/** A book in which one story names each person and place. */
function bookOf({ people, places }: PhoneCase['book']): ReconciledBook {
  const names = [...people.map(([name]) => name), ...places];
  const sentences = names.map((name, at) => ({ id: `${at}`, text: `There was ${name} too.`, sources: [] }));
  const card = { id: 'card', title: 'A story', happened: null, people: [], places: [], sentences };
  return {
    ...{ language: 'en' as const, birthDate: null, places, cards: [card] },
    people: people.map(([name, relation], at) => ({
      ...{ id: `${at}`, name, relation, aliases: [], messageIds: [], isMember: false },
    })),
  };
}
