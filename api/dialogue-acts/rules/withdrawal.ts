import type { Language } from '#api/language/languages.ts';
import { readingLanguage } from '../choose-language.ts';
import type { Label } from '../labels.ts';

/** The consents that a withdrawing sentence names. A clause that allows something to go on names none. */
export function consentsNamedIn(sentence: string, language: Language = 'en'): Label[] {
  return readingLanguage(language).rules.consentsNamedIn(sentence);
}

/** Whether a text is only a keyword that makes carriers stop messages. */
export function isStopKeyword(text: string, language: Language = 'en'): boolean {
  return readingLanguage(language).rules.isStopKeyword(text);
}
