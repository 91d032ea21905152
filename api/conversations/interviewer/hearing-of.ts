import type { Language } from '#api/language/languages.ts';
import { englishHearing } from './english/hearing.ts';
import type { Hearing } from './hearing.ts';
import { spanishHearing } from './spanish/hearing.ts';

const hearings: Record<Language, Hearing> = { en: englishHearing, es: spanishHearing };

export const hearingOf = (language: Language): Hearing => hearings[language];
