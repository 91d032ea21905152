import { askInFamilysWords } from './family-question.ts';
import type { TurnRequest } from './request.ts';
import { touchesAvoided } from './themes.ts';
import { MAX_WORDS } from './words.ts';

/**
 * The name of whoever asks the family's next question, where it is too long for a greeting with room for this many words
 * and fits into a turn by itself; null otherwise.
 */
export function announcedBy({ requests, subject }: TurnRequest, room: number): string | null {
  const { avoidedThemes, language } = subject;
  const [first] = requests.filter(({ text }) => !touchesAvoided(avoidedThemes, text, [], language));
  if (!first?.askedBy || first.keepsake) return null;
  const isLater = !askInFamilysWords(first, room, subject) && askInFamilysWords(first, MAX_WORDS, subject);
  return isLater ? first.askedBy : null;
}
