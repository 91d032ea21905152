import type { Language } from '#api/language/languages.ts';
import { english } from './english.ts';
import { spanish } from './spanish/spanish.ts';
import type { WritingLanguage } from './writing-language.ts';

export function writingLanguage(language: Language = 'en'): WritingLanguage {
  return language === 'es' ? spanish : english;
}
