import type { Phrase } from '#api/biography/writing/composing/phrases.ts';
import { imageOf, isSomebody } from '#api/biography/writing/composing/things.ts';
import { WEIGHTS } from '#api/biography/writing/composing/title-weights.ts';
import { contentLemmas, isStopWord, lemma, tokens } from '#api/biography/writing/language/words.ts';
import { meaningOf, similarityOf } from '#api/language/word-vectors.ts';

/** A phrase that may be a story's title, as it would be printed. */
export interface Candidate {
  phrase: Phrase;
  text: string;
  /** How much the phrase says about the story. */
  score: number;
  /** The question named everything in it already. */
  isAsked?: boolean;
}

/** The story that a title is for. */
export interface TitledStory {
  /** The number of words of the first sentence. */
  opening: number;
  /** The content words of each sentence, by lemma. */
  lemmas: readonly (readonly string[])[];
  meaning: Float32Array | null;
  /** The value of each word for standing for the story. */
  key: (word: string) => number;
  /** The score of its best phrase. */
  best: number;
}

export function titledStory(
  sentences: readonly string[],
  key: (word: string) => number,
  best: number,
): TitledStory {
  const lemmas = sentences.map((sentence) => contentLemmas(sentence));
  const opening = tokens(sentences[0] ?? '').length;
  return { opening, lemmas, meaning: meaningOf(lemmas.flat()), key, best };
}

/** The most words of a first sentence that only answers the question: "From seed packets." */
const SHORT_OPENING = 5;

/** "Hurricane Edna", "The Battle of Britain". */
export const EVENT_NAME = /\b(?:Hurricane|Typhoon|Cyclone|Operation|Battle of) \p{Lu}/u;

/**
 * The signs by which a candidate is weighed as a printed title: its form, how concrete its words are, and how central
 * they are in the story.
 */
export function evidenceForTitle(
  { phrase, text, score, isAsked = false }: Candidate,
  { opening, lemmas: told, meaning: whole, key, best }: TitledStory,
): Record<string, number> {
  const words = tokens(text);
  const content = words.filter(({ norm }) => !isStopWord(norm));
  const images = content.map(({ norm }) => imageOf(norm)).sort((a, b) => a - b);
  const keys = content.map(({ norm }) => key(norm)).sort((a, b) => a - b);
  const lemmas = new Set(content.map(({ norm }) => lemma(norm)));
  const holdsOne = (sentence: readonly string[] = []) => sentence.some((word) => lemmas.has(word));
  const often = Math.min(4, told.filter(holdsOne).length);
  const kind = phrase.kind;
  const isEvent = EVENT_NAME.test(text);
  const isName = !isEvent && /^(?:(?:The |My |Our |An? )?(?:\p{Lu}[\p{L}’'.]*|of|and) ?)+$/u.test(text);
  const names = content.filter(({ text: word }, at) => at > 0 && /^\p{Lu}/u.test(word)).length;
  const somebody = content.filter(({ norm }) => isSomebody(norm)).length;
  const meaning = meaningOf(content.map(({ norm }) => norm));
  const last = content.at(-1)?.norm ?? '';
  // The thing itself, and in a pair the second one: "a pot" of "a pot from Lahore".
  const things = text
    .split(
      kind === 'PAIR'
        ? ' and the '
        : / (?:of|in|on|at|from|under|over|behind|without|with|near|for|who|that) /,
    )
    .map((part) => contentLemmas(part).at(-1) ?? '');
  const [timesTold = 0, timesSecond = 0] = things.map(
    (thing) => told.filter((sentence) => sentence.includes(thing)).length,
  );
  const isFlat =
    kind === 'CLAUSE' && /^\S+(?: \S+)? (?:was|were|is|had|has|have) (?:an?|the|my|our|no)\b/.test(text);
  const holds = (sign: boolean) => Number(sign);
  return {
    [`kind ${kind}`]: 1,
    [`${kind} score`]: Math.log(Math.max(0.2, score)),
    'share of the best score': score / best,
    [`${kind} of ${Math.min(4, content.length)}`]: 1,
    'bare thing': holds(kind === 'THING' && content.length === 1),
    'bare thing, often told': kind === 'THING' && content.length === 1 ? often : 0,
    'an indefinite one': holds(/^An? /.test(text)),
    mine: holds(/^(?:My|Our) /.test(text)),
    another: holds(/\b(?:his|her|their|its)\b/i.test(text)),
    counted: holds(
      /^(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|\p{L}+ty)\b/iu.test(text),
    ),
    placed: holds(/ (?:in|on|at|from|under|over|behind|without|with|near) /.test(text)),
    'of something': holds(/ of /.test(text)),
    'the name of an event': 6 * holds(isEvent),
    'a name alone': holds(isName),
    'a name within': holds(names > 0 && !isName && !isEvent),
    somebody: Math.min(2, somebody),
    'somebody alone': holds(somebody > 0 && somebody === content.length),
    'best image': images.at(-1) ?? 0,
    'least image': images[0] ?? 0,
    'last image': imageOf(last),
    'best key': Math.min(3, keys.at(-1) ?? 0),
    'least key': Math.min(3, keys[0] ?? 0),
    'sentences with it': often,
    'in the first sentence': holds(holdsOne(told[0])),
    'in the last sentence': holds(holdsOne(told.at(-1))),
    'whole in the last third': holds(phrase.at > 0.66),
    'like the story': meaning && whole ? similarityOf(meaning, whole) : 0.4,
    asked: holds(isAsked),
    'bare thing told once': holds(kind === 'THING' && content.length === 1 && timesTold === 1),
    'my people beside a thing': holds(kind === 'PAIR' && /^(?:My|Our) /.test(text)),
    'in a short opening': holds(opening <= SHORT_OPENING && holdsOne(told[0])),
    'thing told again': kind === 'CLAUSE' || kind === 'LINE' ? 0 : Math.min(3, timesTold - 1),
    'second of a pair told again': kind === 'PAIR' ? Math.min(2, timesSecond - 1) : 0,
    'only where or with what': holds(phrase.isBeside === true),
    'only what somebody was or had': holds(isFlat),
    'opens the story as a clause': holds(kind === 'CLAUSE' && phrase.at === 0),
    'refers back': holds(kind === 'CLAUSE' && /\b(?:it|they|them|him|her|he|she|that)\b/i.test(text)),
    'somebody with a deed': holds(kind === 'THING' && / who /.test(text)),
    'called so': holds(/ (?:called|named) \p{Lu}/u.test(text)),
    'asks something': holds(/\?”?$/.test(text)),
    [`words ${Math.min(8, words.length)}`]: 1,
  };
}

/** How likely an editor is to print a candidate, as log odds. */
export function promiseOf(candidate: Candidate, story: TitledStory): number {
  return Object.entries(evidenceForTitle(candidate, story)).reduce(
    (sum, [sign, strength]) => sum + strength * (WEIGHTS[sign] ?? 0),
    WEIGHTS.bias ?? 0,
  );
}
