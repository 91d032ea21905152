import { KIN } from '#api/biography/writing/language/kinship.ts';
import {
  contentLemmas,
  countWords,
  isStopWord,
  lemma,
  plain,
} from '#api/biography/writing/language/words.ts';
import { splitSentences } from '#api/language/sentences.ts';
import { rankOf } from '#api/language/word-vectors.ts';

/** A question and the answer to it. */
export interface Exchange {
  question: string;
  answer: string;
}

/** Signs of one answer, without the question and the story before it, by name. */
export type AnswerSigns = Readonly<Record<string, boolean | number>>;

const YEAR = /\b(?:1[89]|20)\d\d\b/g;
const WELL = '^(?:(?:well|oh|now|so|and),? )*';
/** The answer begins with a time of its own: a year, a month, an age, "one night". */
const OPENS_WITH_TIME = new RegExp(
  `${WELL}(?:(?:in|on|by|from|around|about|after|before|during|until) (?:the )?(?:\\d{4}|\\p{L}+ of \\d{4}|(?:spring|summer|autumn|fall|winter) of|war\\b|nineteen|january|february|march|april|may|june|july|august|september|october|november|december)|when (?:i|we) (?:was|were|got|came|turned|first)\\b|one (?:day|night|morning|evening|summer|winter|time|year|christmas|sunday|saturday)\\b|(?:at|by) (?:the age of )?(?:fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty)\\b|years (?:later|ago)\\b|last (?:year|week|summer|winter|month)\\b|once,)`,
  'iu',
);
/** The answer begins with a habit: "On Saturdays", "every spring". */
const OPENS_WITH_HABIT = new RegExp(
  `${WELL}(?:on (?:\\p{L}+days?(?: \\p{L}+)?s|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\\b|(?:every|each) \\p{L}+|in the (?:spring|summer|autumn|fall|winter|evenings?)s?\\b|nowadays|these days)`,
  'iu',
);
/** The answer begins with a time within the scene that was told: "in the morning", "that night". */
const OPENS_LATER = new RegExp(
  `${WELL}(?:in the morning|that (?:night|day|morning|evening|summer|winter|spring|year)|(?:on )?the (?:next|last|same|third|second) \\p{L}+|the (?:day|night|week|year) after|afterwards|later|then|by then|at last|in the end|after that)\\b`,
  'iu',
);
/** The answer begins in the present, as of a habit of today or of somebody's life now. */
const OPENS_NOW =
  /\b(?:now|still|nowadays|these days)\b|\b(?:i|we) (?:still |always |never )?(?:make|go|have|do|keep|think|see|take|cook|bake|live|sing|sit|know|would)\b|\b(?:makes|goes|has|does|keeps|lives|says)\b/i;
/** The answer begins with a word that needs what was told or asked before. */
const HANGS_ON =
  /^(?:and|but|so|then|because|or|he|she|they|it|him|them|that|this|those|these|there(?! (?:was|were|is|are|came)\b)|no|yes|yeah|not|never|none|nobody|nothing|only|both|neither|all of (?:it|them|us)|his|hers?|their|its|some(?: of)?|most of|oh|well|afterwards|after that|later|the next|next|in the end|at last|finally|by then|of course|to|with|by|for)\b/i;
/** A last sentence that looks back: "I never did it again", "and I have it to this day". */
const SUMS_UP =
  /\b(?:never (?:again|since|after|forgot|did|had)|ever since|to this day|still (?:have|do|can|hear|see|think)|all my life|for the rest of|the last time|i kept|i have it|until (?:i|he|she|they|we) (?:was|were|died|left|got)|from then on|after that|for years|that was that|every time)\b/i;
/** The answer introduces somebody or something by name: "Mrs. Hathaway was …", "There was a boy called Ned". */
const INTRODUCES =
  /\b(?:there was an?|there were|was called|were called|named|his name was|her name was|we had an?|i had an?)\b/i;
const OF_A_THING =
  /\b(?:the|that|those|these|his|her|their|its|our|my \p{L}+['’]s) (?:\p{L}+ ){0,1}?(\p{L}{3,})\b/giu;
/** The person of the family of whom the answer begins to tell. */
const OPENS_WITH_KIN = /^(?:my|our) (\p{L}+)/iu;
const IN_THE_WAR = /\b(?:all through|during|in|after|before) the (?:\p{L}+ )?war\b/iu;
/** "The dress? …", "Oh, the dress, …": what the answer is about is named first. */
const TAKES_UP =
  /^(?:(?:oh|well|ah|no|yes|and),? )?(?:the|my|that|our) (?:\p{L}+ )?(\p{L}{3,})(?:\?|, (?:oh|well|now)\b)/iu;
/** Words rarer than this rank connect two tellings when both have them. */
const RARE = 2_500;

/**
 * The signs in an answer itself, whatever was asked, that it goes on with a story or begins another: a new time, new
 * people, words that need something said before, things that the story has brought already.
 */
export function signsOfAnswer(story: readonly Exchange[], answer: string): AnswerSigns {
  const told = story.map((each) => each.answer).join(' ');
  const sentences = splitSentences(answer).map(({ text }) => text);
  const first = plain(sentences[0] ?? '');
  const opening = sentences.slice(0, 2).join(' ');
  const closing = splitSentences(story.at(-1)?.answer ?? '').at(-1)?.text ?? '';
  const [before, now] = [yearsIn(told), yearsIn(answer)];
  const known = new Set(contentLemmas(told));
  const names = namesIn(answer);
  const namesBefore = namesIn(told);
  const things = [...plain(opening).matchAll(OF_A_THING)].map(([, thing = '']) => lemma(thing.toLowerCase()));
  const rare = [...new Set(contentLemmas(answer))].filter(
    (word) => known.has(word) && !KIN_LEMMAS.has(word) && (rankOf(word) ?? RARE) >= RARE,
  );
  const kin = lemma(first.match(OPENS_WITH_KIN)?.[1]?.toLowerCase() ?? '');
  const hangs = HANGS_ON.test(first);
  return {
    'opens with time': OPENS_WITH_TIME.test(first),
    'opens with habit': OPENS_WITH_HABIT.test(first),
    'opens later': OPENS_LATER.test(first),
    'opens now': OPENS_NOW.test(first) && !/\b(?:was|were|had|came|went|did|said)\b/i.test(first),
    'opens with known kin': kin !== '' && known.has(kin),
    'opens with other kin': kin !== '' && !known.has(kin),
    'opens with year': yearsIn(first).size > 0,
    'another year': now.size > 0 && before.size > 0 && ![...now].some((year) => isNear(year, before)),
    'a first year': now.size > 0 && before.size === 0,
    'the same year': [...now].some((year) => before.has(year)),
    hangs,
    short: countWords(first) <= 4,
    whole: !hangs && countWords(first) >= 8,
    'whole, of I': /^(?:I|We|My|Our)\b/.test(first) && countWords(first) >= 8,
    introduces: INTRODUCES.test(opening),
    'sums up before': SUMS_UP.test(closing),
    'knows a name': [...names].some((name) => namesBefore.has(name)),
    'opens with a known name': [...namesIn(opening)].some((name) => namesBefore.has(name)),
    'another name': [...namesIn(opening)].some((name) => !namesBefore.has(name)),
    'knows a thing': things.some((thing) => known.has(thing)),
    'another thing': things.some((thing) => !known.has(thing)),
    'rare words': Math.min(3, rare.length),
    size: Math.min(3, Math.floor(countWords(answer) / 15)),
    'story size': Math.min(3, Math.floor(countWords(told) / 30)),
  };
}

/** An answer of fewer words answers the question, whatever year it names. */
const A_TELLING = 12;

/**
 * Whether an answer plainly leaves a story: it begins with a year far from those of the story, with the war, or with
 * a habit, and with nothing that the story has.
 */
export function leaves(story: readonly Exchange[], answer: string): boolean {
  const told = story.map((each) => each.answer).join(' ');
  const first = plain(splitSentences(answer)[0]?.text ?? '');
  const [before, now] = [yearsIn(told), yearsIn(first)];
  const known = new Set(contentLemmas(told));
  if (countWords(answer) < A_TELLING || [...namesIn(first)].some((name) => namesIn(told).has(name)))
    return false;
  const isElsewhen =
    before.size > 0
      ? now.size > 0 && ![...now].some((year) => isNear(year, before))
      : now.size > 0 && !HANGS_ON.test(first);
  const isOfWar = IN_THE_WAR.test(first) && !HANGS_ON.test(first) && !/\bwar\b/i.test(told);
  const isOfIt = contentLemmas(first).some(
    (word) => known.has(word) && !KIN_LEMMAS.has(word) && (rankOf(word) ?? RARE) >= RARE,
  );
  return !isOfIt && (isElsewhen || isOfWar || OPENS_WITH_HABIT.test(first));
}

/** Whether an answer takes up a thing of a story before it tells on: "The dress? It hung there the whole time". */
export function takesUp(story: readonly Exchange[], answer: string): boolean {
  const thing = plain(answer).match(TAKES_UP)?.[1]?.toLowerCase();
  if (!thing) return false;
  return contentLemmas(story.map((each) => each.answer).join(' ')).includes(lemma(thing));
}

const KIN_LEMMAS = new Set([...KIN.keys()].map(lemma));

function yearsIn(text: string): Set<number> {
  return new Set(Array.from(text.matchAll(YEAR), ([year]) => Number(year)));
}

function isNear(year: number, others: ReadonlySet<number>): boolean {
  return [...others].some((other) => Math.abs(other - year) <= 1);
}

/** The names in a text: words with a capital that aren't the common first word of a sentence. */
function namesIn(text: string): Set<string> {
  const names = Array.from(text.matchAll(/(?<![\p{L}’'])\p{Lu}[\p{L}’'-]{2,}/gu), ([name]) =>
    name.replace(/['’]s$/, ''),
  );
  return new Set(
    names.filter((name) => !isStopWord(name.toLowerCase()) && !KIN_LEMMAS.has(lemma(name.toLowerCase()))),
  );
}
