import { findNumbers } from '#api/biography/writing/language/numbers.ts';
import type { Said } from './clauses.ts';

/** An age at an event, and the words that give it: "when I was six". */
export type AgeAt = Said & {
  years: number;
  isAbout: boolean;
  /** Whether it is the age of whom the event is, where that isn't the person of this book. */
  isTheirs: boolean;
  /** Whether it is told as an end: "until I was six". */
  isUntil: boolean;
  phrase: { start: number; end: number };
};

type Event = {
  start: number;
  end: number;
  deed: string | null;
  relation: string | null;
  name: string | null;
};

const nearly = '(?:(?:only|just|barely|already|all of|not quite|about|around|almost|nearly) )*';
const years = '([\\p{L}]+(?:-\\p{L}+)?|\\d{1,2})(?: years old| years of age)?';
const then =
  '(?:when|(?:the|that) (?:year|week|day|month|spring|summer|fall|autumn|winter|morning|night)(?: that)?)';
const before = new RegExp(
  `\\bI (?:was|had turned|turned|had just turned) ${nearly}${years},? (?:${then}|before) ?$`,
  'u',
);
const atFirst = new RegExp(`(?:^|[,;] )[Aa]t (?:the age of |age )?${nearly}${years},? ?$`, 'u');
const after = new RegExp(
  `^[^,;.!?]{0,60}?,? ?((?:${then}|until|till|while) I (?:was|turned|had turned) ${nearly}${years})(?=[,;.!?]|$| (?:and|but|then)\\b)`,
  'u',
);
const at = new RegExp(
  `^[^,;.!?]{0,40}?(?: |^)(at (?:the age of |age )?${nearly}${years})(?=[,;.!?]|$| (?:and|but|of|from|in the|with|to|because|so|straight)\\b)`,
  'u',
);
const until = /^(?:until|till|while)\b/;
const about = /\b(?:about|around|almost|nearly|not quite)\b/;
/** A younger one may be an hour: "died at eleven". */
const leastAt = 13;

/** The age at which somebody went through an event, where its sentence states it; null for a birth. */
export function ageAt(event: Event, text: string): AgeAt | null {
  if (event.deed === 'birth') return null;
  const rest = text.slice(event.end);
  const first = before.exec(text.slice(0, event.start));
  if (first) return ageOf(first[0], first.index, first[1], false);
  const firstAt = atFirst.exec(text.slice(0, event.start));
  if (firstAt && event.relation === null && event.name === null) {
    const age = ageOf(firstAt[0], firstAt.index, firstAt[1], false);
    if (age && age.years >= leastAt) return age;
  }
  const later = after.exec(rest);
  // One leaves at the age until which one stays or doesn't leave.
  if (later && (event.deed === 'leaving-school' || !until.test(later[1] ?? ''))) {
    const [, phrase = '', number] = later;
    return ageOf(phrase, event.end + later[0].indexOf(phrase), number, false);
  }
  const last = at.exec(rest);
  if (!last) return null;
  const [, phrase = '', number] = last;
  const isTheirs = event.relation !== null || event.name !== null;
  const age = ageOf(phrase, event.end + last[0].indexOf(phrase), number, isTheirs);
  return age && (age.years >= leastAt || event.deed === 'illness' || /age/.test(phrase)) ? age : null;
}

function ageOf(phrase: string, start: number, number: string | undefined, isTheirs: boolean): AgeAt | null {
  const found = findNumbers(number ?? '')[0];
  if (!number || !found || found.kind !== 'CARDINAL' || found.value < 3 || found.value > 105) return null;
  const from = start + phrase.lastIndexOf(number);
  return {
    ...{ start: from, end: from + number.length, text: number, value: `at ${found.value}` },
    ...{ years: found.value, isAbout: about.test(phrase), isTheirs, isUntil: until.test(phrase) },
    phrase: { start, end: start + phrase.length },
  };
}

/** Whether two ages at one event differ by more than memory does. */
export function areAgesApart(one: AgeAt, other: AgeAt): boolean {
  return Math.abs(one.years - other.years) > (one.isAbout || other.isAbout ? 3 : 1);
}
