import type { Language } from '#api/language/languages.ts';
import { sayDate } from './dating/say.ts';
import { sayDateInSpanish } from './spanish/say-date.ts';

/** A partial date in words, in each language. */
export const sayDateIn: Record<Language, (value: string) => string> = { en: sayDate, es: sayDateInSpanish };
