import type { Language } from '#api/language/languages.ts';
import { readingLanguage } from '../choose-language.ts';

/** Whether a wish is for the words to be gone, not only kept. */
export function wantsItGone(sentence: string, language: Language = 'en'): boolean {
  return readingLanguage(language).rules.wantsItGone(sentence);
}
