import type { Language } from '#api/language/languages.ts';
import { english } from './english.ts';
import { spanish } from './spanish/spanish.ts';
import type { WritingLanguage } from './writing-language.ts';

const LANGUAGES: Record<Language, WritingLanguage> = { en: english, es: spanish };

export function writingLanguage(language: Language = 'en'): WritingLanguage {
  return LANGUAGES[language];
}
