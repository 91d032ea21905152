import { bestMatch, type ToldClause } from './answer-match.ts';
import { isOpen, senseOf } from './question-sense.ts';

/**
 * The share of the key words that an answer must contain. Questions with “what”, “why” or “how” need more
 * than those with “who” or “where”.
 */
const SHARE = { open: 0.8, closed: 0.66, few: 0.82 };
/** A question with at most this many key words must be matched almost completely. */
const FEW_KEYS = 2;
/** The same share for a question that was asked earlier in this conversation. */
const SHARE_PUT = 0.5;

/**
 * Whether what was told answers a question that was not just asked. It is cautious: a question wrongly
 * taken as answered is never asked again, one wrongly taken as open is only asked once too often.
 */
export function answersUnasked(
  question: string,
  told: readonly ToldClause[],
  { wasPut }: { wasPut: boolean },
): boolean {
  const sense = senseOf(question);
  const { share, keys, fits } = bestMatch(sense, told);
  if (!fits) return false;
  // One word in common shows the subject, but not that the question is answered.
  if (isOpen(sense)) return keys >= 2 && share >= SHARE.open;
  if (wasPut) return share >= SHARE_PUT;
  return share >= (sense.keys.length <= FEW_KEYS ? SHARE.few : SHARE.closed);
}
