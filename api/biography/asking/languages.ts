import type { Language } from '#api/language/languages.ts';
import type { AskingWords } from './asking-words.ts';
import { englishAsking } from './english.ts';
import { spanishAsking } from './spanish.ts';

const LANGUAGES: Record<Language, AskingWords> = { en: englishAsking, es: spanishAsking };

/** The languages whose sentences can be compared by their meaning. */
export const languagesWithMeanings = (Object.keys(LANGUAGES) as Language[]).filter(
  (language) => LANGUAGES[language].hasMeanings,
);

export function askingWords(language: Language = 'en'): AskingWords {
  return LANGUAGES[language];
}
