import type { TurnRequest } from './request.ts';
import { pick } from './words.ts';

/** The words of comfort in one language. */
export interface ComfortWords {
  sorry: readonly string[];
  /** Questions that offer a break, something lighter, or the end. */
  choices: readonly string[];
  /** The same offer as a statement, for when all questions were asked. */
  offer: string;
  /** Leaves what the person turned away from. */
  leaves: string;
  afterCrisis: string;
}

/** Comfort: an acknowledgement and a choice, never the next question. `used` says whether words were said before. */
export function comfort(
  words: ComfortWords,
  request: TurnRequest,
  used: (text: string) => boolean,
): string[] {
  const salt = `comfort${request.history.length}`;
  const fresh = words.choices.filter((choice) => !used(choice));
  const choice = fresh.length > 0 ? pick(fresh, request.seed, salt) : words.offer;
  if (request.heard?.theme || request.heard?.intents.includes('SKIP')) return [words.leaves, choice];
  const afterCrisis = request.history.findLast((turn) => turn.role === 'assistant')?.kind === 'CRISIS';
  return [afterCrisis ? words.afterCrisis : pick(words.sorry, request.seed, salt), choice];
}
