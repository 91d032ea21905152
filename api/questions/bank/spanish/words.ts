import type { QuestionWords } from '../question.ts';
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
import { school } from './school.ts';
import { wisdomAndWishes } from './wisdom-and-wishes.ts';

/** The words of the built-in questions in Spanish, by their keys. */
export const spanishWords: QuestionWords = {
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
};
