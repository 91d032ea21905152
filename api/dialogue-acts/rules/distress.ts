import type { Language } from '#api/language/languages.ts';
import { readingLanguage } from '../choose-language.ts';

/**
 * Whether somebody is said to have died, or the teller is overcome. A death that a long story only mentions
 * in passing is not grief; one at its end, or alone, is.
 */
export function tellsOfGrief(utterance: string, language: Language = 'en'): boolean {
  return readingLanguage(language).rules.tellsOfGrief(utterance);
}
