import { toldClauses } from '../answering/answer-match.ts';
import { readReply } from '../answering/reply.ts';
import type { Replies } from '../answering/reply-reading.ts';
import { answersUnasked } from '../answering/unasked-answer.ts';
import { plain } from '../words.ts';

/** “It’s come to me”, “now I remember”: the person answers an earlier question. */
const RETURNS =
  /\b(?:(?:it|that|the name|his name|her name)(?:'s| has| is| just)*(?: just)? (?:come|came|coming)(?: back)?(?: to me)?|(?:now|there) i have it|i(?:'ve| have) (?:got|remembered) it|now i (?:remember|know)|i (?:just )?remember(?:ed)? (?:now|it now)|(?:what|as) you asked|you asked (?:me )?(?:before|earlier|about)|your question|go(?:ing)? back to (?:what|that|the question))\b/;

export const englishReplies: Replies = {
  readReply,
  returns: (words) => RETURNS.test(plain(words)),
  answersIn: (told) => {
    const clauses = toldClauses(told);
    return (question, asked) => answersUnasked(question, clauses, asked);
  },
};
