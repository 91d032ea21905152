import type { Language } from '#api/language/languages.ts';
import type { CallerLanguage } from './caller-language.ts';
import { english } from './english.ts';
import { spanish } from './spanish.ts';

/** How callers ask for something, and what they are told, by language. */
export const callerLanguages: Record<Language, CallerLanguage> = { en: english, es: spanish };
