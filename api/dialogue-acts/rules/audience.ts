import type { Language } from '#api/language/languages.ts';
import { readingLanguage } from '../reading-language.ts';

/**
 * Who may read words, as the person said it. `only` and `except` are people as the person calls them: names and
 * relations in lower case. The date of UNTIL is the first day on which everybody may read; `age` is the person's own, and
 * `years` count from the day on which it is said.
 */
export type SaidAudience =
  | { kind: 'AFTER_DEATH' }
  | { kind: 'UNTIL'; year: number; month: number; day: number }
  | { kind: 'UNTIL_AGE'; age: number }
  | { kind: 'IN_YEARS'; years: number }
  | { kind: 'ONLY'; people: string[] }
  | { kind: 'EXCEPT'; people: string[] };

/**
 * Reads the sentence of a wish for who may read the words. Null where that is not certain: then the words stay
 * private. A sentence that names both people and a time is not certain.
 */
export function saidAudience(sentence: string, language: Language = 'en'): SaidAudience | null {
  return readingLanguage(language).rules.saidAudience(sentence);
}

/** Reads the answer to “who may read it?”, which may be a name alone. */
export function answeredAudience(answer: string, language: Language = 'en'): SaidAudience | null {
  return readingLanguage(language).rules.answeredAudience(answer);
}

/** Whether a sentence says that some may read it and others not, without saying who: “not for everybody's eyes”. */
export function limitsReaders(sentence: string, language: Language = 'en'): boolean {
  return readingLanguage(language).rules.limitsReaders(sentence);
}
