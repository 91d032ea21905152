import { writingLanguage } from '#api/biography/writing/languages.ts';
import type { Language } from '#api/language/languages.ts';
import { splitSentences } from '#api/language/sentences.ts';
import type { BookCard, BookPerson, ReconciledBook } from '#api/writer/reconcile/finding/book.ts';
import { factWords } from '#api/writer/reconcile/finding/fact-words.ts';
import { findConflicts } from '#api/writer/reconcile/finding/find-conflicts.ts';
import { countCases, type Figure, type Half, loadCases } from './cases.ts';

type CasePerson = { name: string; relation: string | null; aliases?: string[] };
type CaseCard = { title: string; happened: string | null; place?: string; people?: string[]; text: string };
type PersonPair = {
  kind: 'person';
  left: CasePerson;
  right: CasePerson;
  others?: CasePerson[];
  /** Words that mention both. */
  bothSaid?: string;
};
type CardPair = { kind: 'card'; left: CaseCard; right: CaseCard };
type FactPair = { kind: 'fact'; left: string; right: string };
export type ReconcileCase = { id: string; isConflict: boolean } & (PersonPair | CardPair | FactPair);

const halves: readonly Half[] = ['open', 'kept', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

/** All labelled pairs of what is reconciled: duplicates, dates, facts and people. */
export function allPairs(language: Language = 'en'): ReconcileCase[] {
  return ['reconcile', 'facts'].flatMap((kind) =>
    halves.flatMap((half) => loadCases<ReconcileCase>(kind, half, language) ?? []),
  );
}

/**
 * Recall and precision of conflicts in labelled pairs: the share of conflicting pairs found, and the share
 * of found pairs that conflict.
 */
export function measureReconcile(cases: readonly ReconcileCase[], language: Language = 'en'): Figure[] {
  const judged = cases.map((each) => ({ ...each, isFound: isFound(each, language) }));
  const name = (each: ReconcileCase) => `${each.id}: ${JSON.stringify([each.left, each.right])}`;
  const found = judged.filter((each) => each.isFound);
  const conflicting = judged.filter(({ isConflict }) => isConflict);
  const kinds = ['duplicates', 'dates', 'facts', 'people'].flatMap((kind) => {
    const of = (all: typeof judged) => all.filter((each) => kindOf(each, language) === kind);
    if (of(judged).length === 0) return [];
    return [
      countCases(`  precision of ${kind}`, 0.9, of(found), ({ isConflict }) => isConflict, name),
      countCases(`  recall of ${kind}`, 0.85, of(conflicting), (each) => each.isFound, name),
    ];
  });
  return [
    countCases('conflicts found that are conflicts (precision)', 0.9, found, (each) => each.isConflict, name),
    countCases('conflicts that are found (recall)', 0.85, conflicting, (each) => each.isFound, name),
    ...kinds.map((figure) => ({ ...figure, missed: [] })),
  ];
}

/** What a pair may contradict itself in; a time is a date, or an age at an event. */
function kindOf(each: ReconcileCase, language: Language): string {
  if (each.kind !== 'fact') return each.kind === 'card' ? 'duplicates' : 'people';
  return [each.left, each.right].every((text) => tellsTime(text, language)) ? 'dates' : 'facts';
}

function tellsTime(text: string, language: Language): boolean {
  return (
    writingLanguage(language)
      .findDates(text)
      .some(({ inferred }) => !inferred) ||
    factWords(language)
      .eventsIn(text, null)
      .some(({ date, age }) => date !== null || age !== null)
  );
}

/** Whether a book with these two entries and the others of the case has a conflict between the two. */
function isFound(each: ReconcileCase, language: Language): boolean {
  const pair = ['left', 'right'];
  return findConflicts(bookOf(each, language)).some(({ left, right }) =>
    [left, right].every((side) => side && pair.includes(side.personId ?? side.cardId ?? '')),
  );
}

function bookOf(each: ReconcileCase, language: Language): ReconciledBook {
  const book: ReconciledBook = { language, birthDate: null, people: [], cards: [] };
  if (each.kind === 'person') {
    const shared = each.bothSaid ? ['both'] : [];
    const others = (each.others ?? []).map((other, at) => personOf(`other-${at}`, other, []));
    return {
      ...book,
      people: [personOf('left', each.left, shared), personOf('right', each.right, shared), ...others],
    };
  }
  if (each.kind === 'card')
    return { ...book, cards: [cardOf('left', each.left), cardOf('right', each.right)] };
  const card = (id: string, text: string) => cardOf(id, { title: id, happened: null, text });
  return { ...book, cards: [card('left', each.left), card('right', each.right)] };
}

function personOf(
  id: string,
  { name, relation, aliases = [] }: CasePerson,
  messageIds: string[],
): BookPerson {
  return { id, name, relation, aliases, messageIds, isMember: false };
}

function cardOf(id: string, { title, happened, place, people = [], text }: CaseCard): BookCard {
  const sentences = splitSentences(text).map((each, at) => ({
    ...{ id: `${id}-${at}`, text: each.text, sources: [] },
  }));
  return { id, title, happened, people, places: place ? [place] : [], sentences };
}
