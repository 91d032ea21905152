import { askInFamilysWords } from '../family-question.ts';
import type { TurnRequest } from '../request.ts';
import { touchesAvoided } from '../themes.ts';
import { MAX_WORDS } from '../words.ts';

/**
 * The name of whoever asks the family's next question, where it is too long for a greeting with room for this many words
 * and fits into a turn by itself; null otherwise.
 */
export function announcedBy({ requests, subject }: TurnRequest, room: number): string | null {
  const [first] = requests.filter(({ text }) => !touchesAvoided(subject.avoidedThemes, text));
  if (!first?.askedBy || first.keepsake) return null;
  return askInFamilysWords(first, room) || !askInFamilysWords(first, MAX_WORDS) ? null : first.askedBy;
}

/** “Teresa has a question for you.” The next words of the person, whatever they are, lead to it. */
export function announcement(askedBy: string): readonly string[] {
  return [
    `${askedBy} has a question for you. Tell me when you’re ready for it.`,
    `${askedBy} has a question for you.`,
  ];
}
