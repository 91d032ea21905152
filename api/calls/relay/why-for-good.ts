import type { PauseReason } from '#api/generated/prisma/enums.ts';
import type { Language } from '#api/language/languages.ts';
import { type CalledPerson, plainWords } from './not-here/called-person.ts';
import { readAbsence } from './not-here/says-not-here.ts';

/** Words of a death, without accents. */
const ofDeath: Record<Language, RegExp> = {
  en: /\b(?:died|passed|dead|deceased|with us)\b/g,
  es: /\b(?:fallecio|fallecido|murio|muerto|con nosotros)\b/g,
};

/**
 * Why a person is not to be reached any more, of words that say so: the number is wrong if they still say it without
 * their words of a death.
 */
export function whyForGood(text: string, person: CalledPerson, language: Language): PauseReason {
  const rest = plainWords(text).replace(ofDeath[language], ' ');
  return readAbsence(rest, person, language) === 'FOR_GOOD' ? 'WRONG_NUMBER' : 'SAID_TO_HAVE_DIED';
}
