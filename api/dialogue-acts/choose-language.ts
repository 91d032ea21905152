import type { Language } from '#api/language/languages.ts';
import { english } from './english/english.ts';
import type { ReadingLanguage } from './reading-language.ts';
import { spanish } from './spanish/spanish.ts';

const LANGUAGES: Record<Language, ReadingLanguage> = { en: english, es: spanish };

/** What the reading needs of a language. */
export function readingLanguage(language: Language): ReadingLanguage {
  return LANGUAGES[language];
}
