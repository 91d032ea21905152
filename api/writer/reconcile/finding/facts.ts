import { createHash } from 'node:crypto';
import { fold } from '#api/biography/writing/language/words.ts';
import type { BookCard, BookSentence, FoundConflict, FoundSide } from './book.ts';
import { eventsIn, type Said } from './events.ts';
import { liesWithin } from './regions.ts';

type Statement = { cardId: string; sentence: BookSentence; said: Said; clause: string };

/** Finds two times or places of one event that can't both be true; for each event the first such pair. */
export function findContradictions(cards: readonly BookCard[]): FoundConflict[] {
  const dates = new Map<string, Statement[]>();
  const places = new Map<string, Statement[]>();
  const put = (into: Map<string, Statement[]>, key: string, statement: Statement) =>
    into.set(key, [...(into.get(key) ?? []), statement]);
  for (const { id: cardId, sentences } of cards) {
    for (const sentence of sentences) {
      for (const { key, clause, date, place } of eventsIn(sentence.text)) {
        if (date) put(dates, key, { cardId, sentence, said: date, clause });
        if (place) put(places, key, { cardId, sentence, said: place, clause });
      }
    }
  }
  return [
    ...[...dates].flatMap(([key, told]) => contradiction('CONTRADICTING_DATE', key, told, areTimesApart)),
    ...[...places].flatMap(([key, told]) => contradiction('CONTRADICTING_FACT', key, told, arePlacesApart)),
  ];
}

function contradiction(
  kind: 'CONTRADICTING_DATE' | 'CONTRADICTING_FACT',
  event: string,
  told: readonly Statement[],
  areApart: (left: string, right: string) => boolean,
): FoundConflict[] {
  const seen = new Set<string>();
  const found: FoundConflict[] = [];
  for (const [at, left] of told.entries()) {
    for (const right of told.slice(at + 1)) {
      const values = [left.said.value, right.said.value].sort();
      const key = keyOf(kind, event, values);
      if (seen.has(key) || !areApart(left.said.value, right.said.value)) continue;
      seen.add(key);
      found.push({
        ...{ kind, key, about: left.clause, reason: null, left: sideOf(left), right: sideOf(right) },
      });
    }
  }
  return found.slice(0, 3);
}

/** Hashed, because the key stays when the words are erased. */
function keyOf(kind: string, event: string, values: readonly string[]): string {
  return `fact:${createHash('sha256')
    .update([kind, event, ...values].join('|'))
    .digest('base64url')}`;
}

function sideOf({ cardId, sentence, said: { start, end, text, value } }: Statement): FoundSide {
  return { cardId, personId: null, sentenceId: sentence.id, words: { start, end, text }, value };
}

/** Whether two times have no month in common: "about" extends two years to either side, "perhaps" one. */
export function areTimesApart(left: string, right: string): boolean {
  const [a, b] = [monthsOf(left), monthsOf(right)];
  return a !== null && b !== null && (a.to < b.from || b.to < a.from);
}

const seasonMonths: Record<string, [number, number]> = {
  '21': [2, 6],
  '22': [5, 9],
  '23': [8, 11],
  '24': [-1, 2],
};

function monthsOf(edtf: string): { from: number; to: number } | null {
  const ends = edtf.split('/').map(monthsOfOne);
  const [first, last] = [ends[0], ends.at(-1)];
  return first && last ? { from: first.from, to: last.to } : null;
}

function monthsOfOne(edtf: string): { from: number; to: number } | null {
  const match = /^(\d{3}[\dX])(?:-(\d\d))?/.exec(edtf);
  if (!match) return null;
  const [, year = '', part] = match;
  const slack = /[~%]/.test(edtf) ? 24 : edtf.includes('?') ? 12 : 0;
  const [first, last] = [Number(year.replace('X', '0')) * 12, Number(year.replace('X', '9')) * 12];
  const season = part ? seasonMonths[part] : undefined;
  const [from, to] = season ?? (part ? [Number(part) - 1, Number(part) - 1] : [0, 11]);
  return { from: first + from - slack, to: last + to + slack };
}

/** Whether two places differ: neither name contains the other, and neither place can lie in the other. */
function arePlacesApart(left: string, right: string): boolean {
  const [a, b] = [fold(left), fold(right)];
  if (a === b || a.includes(b) || b.includes(a)) return false;
  return !liesWithin(a, b) && !liesWithin(b, a);
}
