import { KIN_PATTERN, relationOf } from '#api/biography/writing/language/kinship.ts';
import { fold } from '#api/biography/writing/language/words.ts';
import { TITLES } from '#api/biography/writing/naming/name-lists.ts';
import type { BookCard, FoundMatch, ReconciledBook } from './book.ts';
import { commonNames, commonPlaces } from './common-names.ts';
import { isWide } from './regions.ts';

/** A name of a book as texts may write it. */
export type BookName = {
  /** The person or place that it names. */
  of: string;
  isPerson: boolean;
  pattern: RegExp;
  weight: number;
  match: FoundMatch;
};

/**
 * The names of the people and places of a book that its readable stories contain, or that the family entered, the
 * longest first. The subject's own name and bare relations such as "Mother" are left out.
 */
export function namesOf(
  { people, places = [], cards }: ReconciledBook,
  subject: { fullName: string; preferredName: string },
): BookName[] {
  const own = new Set([subject.fullName, subject.preferredName, firstOf(subject.fullName)].map(foldName));
  const sentences = foldSentences(cards);
  const found: (BookName & { length: number })[] = [];
  const add = (of: string, name: string, isPerson: boolean, weight: number, match: FoundMatch) =>
    found.push({ of, isPerson, weight, match, pattern: patternOf(name), length: name.length });
  for (const { id, name, aliases, isGiven } of people) {
    const forms = [name, ...aliases].flatMap(formsOf).filter((form) => !own.has(foldName(form)));
    const place = sentenceWith(sentences, forms);
    if (!forms.length || !(place || isGiven)) continue;
    const match = { personId: id, ...(place ?? nowhere) };
    for (const form of new Set(forms)) add(id, form, true, weightOfName(form), match);
  }
  for (const name of new Set([...places, ...cards.flatMap((card) => card.places)])) {
    const place = sentenceWith(sentences, [name]);
    const cardId = place?.cardId ?? cards.find((card) => card.places.includes(name))?.id;
    if (!cardId || own.has(foldName(name))) continue;
    const match = { personId: null, ...(place ?? { ...nowhere, cardId }) };
    add(`place:${foldName(name)}`, name, false, weightOfPlace(name), match);
  }
  return found.sort((a, b) => b.length - a.length);
}

const nowhere = { cardId: null, sentenceId: null, start: null, end: null };

/** "Rosa Petersen" is also called Rosa, "Mrs. Olsen" and "Aunt Rosa" only that. */
function formsOf(name: string): string[] {
  const words = name.replace(/[.,]/g, '').split(/\s+/).filter(Boolean);
  const [first = ''] = words;
  if (words.length < 2) return first.length < 3 || relationOf(first) !== null ? [] : [name];
  const isCalled =
    TITLES.has(foldName(first)) || relationOf(first) !== null || smallWords.has(foldName(first));
  return isCalled || first.length < 3 ? [name] : [name, first];
}

const smallWords = new Set([
  'old',
  'big',
  'little',
  'young',
  'the',
  'don',
  'dona',
  'tia',
  'tio',
  'sister',
  'brother',
]);

function firstOf(name: string): string {
  return name.split(/\s+/)[0] ?? '';
}

function patternOf(name: string): RegExp {
  const words = foldName(name)
    .replace(/^the /, '')
    .split(/[\s.,]+/)
    .filter(Boolean)
    .map(escapePattern);
  return new RegExp(`(?<![\\p{L}\\p{N}])${words.join('[.,]?[\\s]+')}(?![\\p{L}\\p{N}])`, 'gu');
}

const plainLetters: Record<string, string> = { ł: 'l', đ: 'd', ø: 'o', ı: 'i' };

/** Folded, also the letters that normalisation leaves: “Bialystok” is Białystok. The length stays. */
export function foldName(text: string): string {
  return fold(text).replace(/[łđøı]/g, (letter) => plainLetters[letter] ?? letter);
}

/** The words as a pattern that finds just them. */
export function escapePattern(words: string): string {
  return words.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

const relationBefore = new RegExp(`^(?:${KIN_PATTERN}) `, 'iu');

/** A name that many families have counts half. */
function weightOfName(name: string): number {
  const words = foldName(name).replace(/[.,]/g, '').replace(relationBefore, '').split(' ');
  const rest = TITLES.has(words[0] ?? '') ? words.slice(1) : words;
  return rest.every((word) => commonNames.has(word)) ? 0.5 : 1;
}

function weightOfPlace(name: string): number {
  const folded = foldName(name);
  return isWide(folded) || commonPlaces.has(folded) ? 0.5 : 1;
}

type FoldedSentence = { cardId: string; sentenceId: string; folded: string };

/** Folded once, because each name is looked for in all of them. Those whose length changes are left out. */
function foldSentences(cards: readonly BookCard[]): FoldedSentence[] {
  return cards.flatMap(({ id: cardId, sentences }) =>
    sentences.flatMap(({ id: sentenceId, text }) => {
      const folded = foldName(text);
      return folded.length === text.length ? [{ cardId, sentenceId, folded }] : [];
    }),
  );
}

/** The first readable sentence with one of these names. */
function sentenceWith(sentences: readonly FoldedSentence[], names: readonly string[]) {
  const patterns = names.map((name) => ({ pattern: patternOf(name), last: lastOf(name) }));
  for (const { cardId, sentenceId, folded } of sentences) {
    for (const { pattern, last } of patterns) {
      const found = folded.includes(last) ? folded.matchAll(pattern).next().value : null;
      if (found) return { cardId, sentenceId, start: found.index, end: found.index + found[0].length };
    }
  }
  return null;
}

function lastOf(name: string): string {
  return (
    foldName(name)
      .split(/[\s.,]+/)
      .findLast((word) => word !== '') ?? ''
  );
}
