import type { TopicKind } from '../text-analysis/lexicon.ts';

/**
 * Follow-ups to an answer that only names something, by what the question asked for. {x} is the name, {bare} the name
 * without its article.
 */
interface ForQuestion {
  asked: RegExp;
  kinds?: readonly TopicKind[];
  /** A condition on the words of the answer. */
  said?: RegExp;
  /** Words of an answer that says it already. */
  unsaid?: RegExp;
  ask: readonly string[];
}

export const BY_QUESTION: readonly ForQuestion[] = [
  { asked: /\b(?:nickname|what did they call you)\b/, ask: ['Who gave you that name?'] },
  {
    asked: /\b(?:learn(?:ed|t)?|teach|taught)\b/,
    said: /^(?:how )?to \p{L}/u,
    ask: ['When have you needed that?'],
  },
  {
    asked:
      /\b(?:want(?:ed)? to be(?:come)?|dream(?:ed|t)? of (?:being|becoming)|hope(?:d)? to (?:be|become))\b/,
    said: /\bbut\b/,
    ask: ['What did you do instead?'],
  },
  {
    asked: /\b(?:want(?:ed)? to be(?:come)?|dream(?:ed|t)? of (?:being|becoming))\b/,
    ask: ['What drew you to that?'],
  },
  {
    asked: /\b(?:games?|play(?:ed|ing)?)\b(?! with\b)/,
    kinds: ['MATTER', 'NAMED', 'PLACE'],
    ask: ['How did you play {bare}?'],
  },
  {
    asked: /\b(?:still have|left from|left over)\b/,
    kinds: ['THING', 'MATTER'],
    ask: ['What does {x} mean to you?'],
  },
  {
    asked: /\b(?:eat|ate|cook(?:ed)?|supper|dinner|meals?|food)\b/,
    kinds: ['FOOD', 'MATTER'],
    ask: ['Who did the cooking?'],
  },
  {
    asked: /\b(?:live[d]?|first home|own home|your home|grow up|grew up|stay(?:ed)?|sleep|slept)\b/,
    kinds: ['ROOM', 'PLACE', 'VEHICLE'],
    ask: ['What was it like to live there?', 'What was a day there like?'],
  },
  { asked: /\b(?:wear|wore)\b/, kinds: ['THING', 'MATTER'], ask: ['How long did you wear {x}?'] },
  {
    asked: /\b(?:drive|drove|ride|rode|car)\b/,
    kinds: ['VEHICLE', 'MATTER', 'NAMED', 'PLACE'],
    unsaid: /\b(?:took|drove|went|to (?:the|see))\b/,
    ask: ['Where did you go in {x}?'],
  },
];
