import type { Language } from '#api/language/languages.ts';
import { answersIn } from './answers.ts';
import { birthsIn } from './births.ts';
import { assertedWords, type Claim } from './claims.ts';
import { eventsIn, type ToldEvent } from './events.ts';
import { namesOfRelatives } from './names-of-relatives.ts';
import { numbersOfRelatives, tellsOfLostChild } from './numbers-of-relatives.ts';
import { namedRelatives, singleRelations } from './relatives.ts';
import { schoolingIn, tellsOfLaterSchool } from './schooling.ts';
import {
  spanishClaimsIn,
  spanishNamedRelatives,
  spanishSingleRelations,
  spanishTellsOfLostChild,
} from './spanish-claims.ts';
import { spanishEventsIn } from './spanish-events.ts';
import { workOfRelatives } from './work-of-relatives.ts';

/**
 * How the sentences of one language tell what is compared. Keys, topics and `about` are the same in every language, since
 * the team reads English.
 */
export type FactWords = {
  /** `next` is the sentence after it. */
  eventsIn(sentence: string, next: string | null): ToldEvent[];
  claimsIn(sentence: string, next: string | null): Claim[];
  singleRelations(sentences: readonly string[]): ReadonlySet<string>;
  namedRelatives(sentence: string): { relation: string; name: string }[];
  tellsOfLaterSchool(sentence: string): boolean;
  tellsOfLostChild(sentence: string): boolean;
};

const english: FactWords = {
  eventsIn: (sentence, next) => [...eventsIn(sentence), ...birthsIn(sentence, next)],
  claimsIn(sentence, next) {
    const text = assertedWords(sentence);
    if (text === null) return [];
    return [
      ...namesOfRelatives(text),
      ...numbersOfRelatives(text),
      ...workOfRelatives(text, next),
      ...schoolingIn(text),
      ...answersIn(text),
    ];
  },
  ...{ singleRelations, namedRelatives, tellsOfLaterSchool, tellsOfLostChild },
};

const spanish: FactWords = {
  eventsIn: spanishEventsIn,
  claimsIn: spanishClaimsIn,
  singleRelations: spanishSingleRelations,
  namedRelatives: spanishNamedRelatives,
  tellsOfLaterSchool: () => false,
  tellsOfLostChild: spanishTellsOfLostChild,
};

export function factWords(language: Language): FactWords {
  return language === 'es' ? spanish : english;
}
