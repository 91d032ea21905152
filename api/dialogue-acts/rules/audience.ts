import type { Language } from '#api/language/languages.ts';
import { readingLanguage } from '../choose-language.ts';
import type { SaidAudience } from '../said-audience.ts';

export type { SaidAudience };

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
