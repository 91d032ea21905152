import type { Language } from '#api/language/languages.ts';
import { beliefsAndValues } from './beliefs-and-values.ts';
import { childhoodHome } from './childhood-home.ts';
import { familyMade } from './family-made.ts';
import { firstWork } from './first-work.ts';
import { friendsAndPlay } from './friends-and-play.ts';
import { hardTimes } from './hard-times.ts';
import { lifesWork } from './lifes-work.ts';
import { love } from './love.ts';
import { origins } from './origins.ts';
import { placesAndMoves } from './places-and-moves.ts';
import type { BankQuestion } from './question.ts';
import { school } from './school.ts';
import { spanishWords } from './spanish/words.ts';
import { wisdomAndWishes } from './wisdom-and-wishes.ts';

/** Evertold’s own questions by chapter, within a chapter from easy to far-reaching. */
export const BANK: readonly BankQuestion[] = [
  ...origins,
  ...childhoodHome,
  ...school,
  ...friendsAndPlay,
  ...firstWork,
  ...love,
  ...familyMade,
  ...lifesWork,
  ...placesAndMoves,
  ...hardTimes,
  ...beliefsAndValues,
  ...wisdomAndWishes,
];

/** The same in Spanish: the same keys, chapters and themes, with other words. A question without words is left out. */
const SPANISH_BANK: readonly BankQuestion[] = BANK.flatMap((question) => {
  const words = spanishWords[question.key];
  return words ? [{ ...question, ...words, reason: words.reason ?? null }] : [];
});

export const BANKS: Record<Language, readonly BankQuestion[]> = { en: BANK, es: SPANISH_BANK };
