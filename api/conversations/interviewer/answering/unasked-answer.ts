import { bestMatch, type ToldClause } from './answer-match.ts';
import { isOpen, senseOf } from './question-sense.ts';

/** So much of a question’s key words must be taken up by an answer: of what, why and how more than of who or where. */
const SHARE = { open: 0.8, closed: 0.66, few: 0.82 };
/** Of a question with so few key words nearly all are taken up. */
const FEW_KEYS = 2;
/** The same of a question that was put earlier in this conversation. */
const SHARE_PUT = 0.5;

/**
 * Whether what was told answers a question that wasn’t asked just now. Cautious: a question that is wrongly taken for
 * answered is asked no more, one that is wrongly taken for open is asked once too often.
 */
export function answersUnasked(
  question: string,
  told: readonly ToldClause[],
  { wasPut }: { wasPut: boolean },
): boolean {
  const sense = senseOf(question);
  const { share, keys, fits } = bestMatch(sense, told);
  if (!fits) return false;
  // One word in common says what somebody talks about, and not what they say of it.
  if (isOpen(sense)) return keys >= 2 && share >= SHARE.open;
  if (wasPut) return share >= SHARE_PUT;
  return share >= (sense.keys.length <= FEW_KEYS ? SHARE.few : SHARE.closed);
}
