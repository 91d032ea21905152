import { splitSentences } from '#api/language/sentences.ts';
import { nearestWords, rankOf, vectorOf } from '#api/language/word-vectors.ts';
import { fold, isStopWord, lemma, tokens } from '../writing/language/words.ts';

/** The words of one turn, and the question that it answered. */
export interface Passage {
  messageId: string;
  /** The words as they are shown. Everything that is not part of a story is blank. */
  text: string;
  /** The interviewer's question before this turn. */
  asked: string;
}

/** A part of a turn that answers a question. `score` is 0 to 1. */
export interface FoundAnswer {
  messageId: string;
  start: number;
  end: number;
  score: number;
}

/** A passage that scores below this is not an answer. */
const LEAST_SCORE = 0.55;
/** An answer must contain at least this weighted share of the question's main words. */
const LEAST_COVERED = 0.5;
/** A word of at least this weight is a main word of the question. */
const CARRYING = 0.6;
/** Two words count as similar in meaning from this cosine similarity. */
const ALIKE = 0.45;
const MOST_ANSWERS = 5;
/** This many sentences after a question still count as its answer. */
const ANSWERING = 8;

/** Words that only phrase the question and don't say what it is about. */
const OF_ASKING = new Set(
  `tell say talk ask know remember recall think mean describe explain story anything something thing ever happen like kind sort way much many
  long often time first name call person people somebody someone get go come do make have want feel life lot big old new good
  year day old whom whose person live back up there really actually please interview mention`
    .split(/\s+/)
    .map(lemma),
);

/** Verbs that other verbs often replace: "join the army" is answered by "I was in the army". */
const GENERAL_VERBS = new Set(
  `join start begin end finish stop move leave meet bring turn keep find give help use try show become decide choose learn spend stay
  travel return enter arrive put set run grow raise change lose win celebrate treat cause`
    .split(/\s+/)
    .map(lemma),
);

/** Different words for the same thing in British and American English. */
const SAME_THING =
  `ill sick|film movie|holiday vacation|motorbike motorcycle|lorry truck|petrol gasoline|pupil student|
  headmaster headmistress principal|shop store|biscuit cookie|rubbish garbage trash|trousers pants|pavement sidewalk|
  railway railroad|parcel package|postman mailman|cooker stove`
    .split('|')
    .map((group) => new Set(group.trim().split(/\s+/).map(lemma)));

/** One word of the question with its weight. */
interface Term {
  lemma: string;
  weight: number;
  vector: Float32Array | null;
}

/** The words that a question is about, without the person's own name. */
export function termsOf(question: string, names: readonly string[] = []): Term[] {
  const own = new Set(names.flatMap((name) => tokens(name).map(({ norm }) => lemma(norm))));
  const found = new Map<string, Term>();
  for (const { norm } of tokens(question)) {
    const root = lemma(norm);
    if (isStopWord(norm) || own.has(root) || found.has(root)) continue;
    // These words have a low weight, so they count only in a question that has no others.
    const weight = OF_ASKING.has(root) ? 0.15 : GENERAL_VERBS.has(root) ? 0.35 : rarityOf(norm);
    found.set(root, { lemma: root, weight, vector: vectorOf(norm) ?? vectorOf(root) });
  }
  return [...found.values()];
}

/** 0.3 for the commonest words, 1 for rare ones and for names that are not in the list. */
function rarityOf(norm: string): number {
  const rank = rankOf(norm);
  return rank === null ? 1 : 0.3 + 0.7 * (Math.log(2 + rank) / Math.log(30_002));
}

function sameThing(root: string): ReadonlySet<string> {
  return SAME_THING.find((group) => group.has(root)) ?? new Set([root]);
}

/** The word beginnings that an answer may hold: those of the question and of words similar in meaning. */
export function wordsLike({ question, names }: { question: string; names: readonly string[] }): string[] {
  const terms = termsOf(question, names);
  const telling = terms.filter(({ weight }) => weight > 0.3);
  const found = (telling.length > 0 ? telling : terms).flatMap((term) => [
    term.lemma,
    ...sameThing(term.lemma),
    ...(term.vector ? nearestWords(term.vector, 8, ALIKE + 0.1).map(lemma) : []),
  ]);
  return [...new Set(found.filter((word) => /^[\p{L}\p{N}]+$/u.test(word) && word.length > 2))];
}

/** The kind of fact that an answer must hold. */
type Kind = 'TIME' | 'PLACE' | 'PERSON' | 'NUMBER' | 'REASON' | null;

function kindOf(question: string): Kind {
  const asked = fold(question);
  if (/\b(?:when|what year|which year|what date|how old|what age)\b/.test(asked)) return 'TIME';
  if (/\bwhere\b|\bwhat (?:town|city|country|place|street)\b/.test(asked)) return 'PLACE';
  if (/\bhow (?:many|much|long|far|often)\b/.test(asked)) return 'NUMBER';
  if (/\bwho(?:m|se)?\b|\bnames? of\b/.test(asked)) return 'PERSON';
  return /\bwhy\b|\bhow come\b|\bwhat made\b/.test(asked) ? 'REASON' : null;
}

const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|half|dozen|couple)\b/i;
const HOLDS: Record<Exclude<Kind, null>, RegExp> = {
  TIME: /\b(?:1[6-9]|20)\d\d\b|['’]\d\ds?\b|\b(?:january|february|march|april|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer|autumn|fall|winter|years? old|age of|was (?:\w+teen|twenty|thirty|forty|\d+)|when I was|ago)\b/i,
  PLACE: /\b(?:in|at|to|from|near|on|outside|of) (?:the )?\p{Lu}/u,
  PERSON:
    /(?<!^)(?<![.!?]\s)\b\p{Lu}\p{Ll}+|\b(?:mother|father|sister|brother|uncle|aunt|grand\w+|wife|husband|friend|cousin|teacher|neighbou?r|son|daughter)\b/u,
  NUMBER,
  REASON: /\b(?:because|since|so that|in order|reason|wanted|'cause|that's why|which is why)\b/i,
};

/**
 * Groups of words for the same relative. One group never matches another: a husband doesn't answer a
 * question about a grandfather.
 */
const KIN_GROUPS =
  `mother mom mum mama mommy ma|father dad daddy papa pa pop|sister sis|brother|wife|husband|son|daughter|child kid children kids|
  grandmother grandma granny nana nan gran|grandfather grandpa granddad gramps|uncle|aunt auntie|cousin|nephew|niece|parent parents|
  grandparent grandparents|grandchild grandchildren grandson granddaughter|sibling siblings brother sister|stepmother|stepfather`
    .split('|')
    .map((group) => new Set(group.trim().split(/\s+/).map(lemma)));

/** A question about marrying is about a husband or a wife. */
const MARRYING = new Set(['marry', 'married', 'wedding', 'engaged', 'fiance', 'fiancee'].map(lemma));

/** "We got engaged", "married": not "engaged in politics". */
const MARRIES =
  /\bmarr(?:y|ied|ying|iage)\b|\bwed(?:dings?)?\b|\bfianc|\b(?:got|get|getting|became|was|were) engaged\b|\bengaged to\b/;

function isSpouse(kin: ReadonlySet<string>): boolean {
  return kin.has(lemma('husband')) || kin.has(lemma('wife'));
}

/** The relatives that a word of a question refers to; null for any other word. */
function kinMeant(root: string): ReadonlySet<string> | null {
  return (
    KIN_GROUPS.find((group) => [...group][0] === root) ?? KIN_GROUPS.find((group) => group.has(root)) ?? null
  );
}

/**
 * How well a word matches one word of the question: 1 for the same word, less for a similar one, 0 for a
 * different one.
 */
type Matcher = (root: string, norm: string) => number;

function matcherOf({ lemma: asked, vector }: Term): Matcher {
  const known = new Map<string, number>();
  const kin = kinMeant(asked);
  if (kin) return (root) => (kin.has(root) ? 1 : isSpouse(kin) && MARRYING.has(root) ? 0.7 : 0);
  const same = sameThing(asked);
  return (root, norm) => {
    if (root === asked) return 1;
    if (same.has(root)) return 0.9;
    const match = known.get(norm) ?? likenessOf(vector, vectorOf(norm));
    known.set(norm, match);
    return match;
  };
}

function likenessOf(one: Float32Array | null, other: Float32Array | null): number {
  if (!one || !other) return 0;
  let cosine = 0;
  for (let at = 0; at < one.length; at++) cosine += (one[at] ?? 0) * (other[at] ?? 0);
  return Math.max(0, (cosine - ALIKE) / (1 - ALIKE)) * 0.9;
}

/** How well a text matches each word of the question. */
function matchesIn(text: string, matchers: readonly Matcher[]): number[] {
  const best = matchers.map(() => 0);
  for (const { norm } of tokens(text)) {
    if (isStopWord(norm)) continue;
    const root = lemma(norm);
    matchers.forEach((matcher, at) => {
      best[at] = Math.max(best[at] ?? 0, matcher(root, norm));
    });
  }
  return best;
}

/**
 * The passages that answer a question: the best first, at most five, empty when there is none. `names` are
 * the names of the person who speaks: a question contains them and an answer doesn't.
 */
export function findAnswersIn({
  question,
  names,
  passages,
}: {
  question: string;
  names: readonly string[];
  passages: readonly Passage[];
}): FoundAnswer[] {
  const terms = termsOf(question, names);
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return [];
  const matchers = terms.map(matcherOf);
  const kind = kindOf(question);
  const ofTeller = kinOfTeller(question);
  const found = passages.flatMap((passage) => answersIn(passage, terms, total, matchers, kind, ofTeller));
  const best = found.toSorted((one, other) => other.score - one.score);
  const selected: FoundAnswer[] = [];
  for (const answer of best) {
    if (answer.score < LEAST_SCORE || selected.length === MOST_ANSWERS) break;
    // A turn gives its best passage; a second one of the same turn is added only when it scores as high.
    const same = selected.filter(({ messageId }) => messageId === answer.messageId);
    if (same.length === 0) selected.push(answer);
  }
  return selected;
}

/** The relatives of the subject that a question is about: "her mother", "your brothers". */
function kinOfTeller(question: string): ReadonlySet<string> | null {
  const asked = fold(question).match(/\b(?:his|her|your|their|\w+'s)\s+(?:\w+\s+)?(\w+)/g) ?? [];
  const last = asked.map((phrase) => kinMeant(lemma(phrase.split(/\s+/).at(-1) ?? ''))).find(Boolean);
  return last ?? null;
}

/** Whether every such relative in a sentence belongs to somebody else: "her husband was in the jungle". */
function isOfAnother(text: string, kin: ReadonlySet<string>): boolean {
  const words = tokens(text);
  const owners = words.flatMap(({ norm }, at) =>
    kin.has(lemma(norm))
      ? [words.slice(Math.max(0, at - 2), at).map((before) => before.text.toLowerCase())]
      : [],
  );
  const another = /^(?:his|her|their|your)$|['’]s$/;
  // "They were married in spring" speaks of another couple.
  if (owners.length === 0)
    return (
      isSpouse(kin) &&
      !(MARRIES.test(fold(text)) && words.some(({ norm }) => /^(?:i|we|me|us|my|our)\b/.test(norm)))
    );
  return owners.every((before) => before.some((word) => another.test(word)));
}

function answersIn(
  { messageId, text, asked }: Passage,
  terms: readonly Term[],
  total: number,
  matchers: readonly Matcher[],
  kind: Kind,
  ofTeller: ReadonlySet<string> | null,
): FoundAnswer[] {
  const sentences = splitSentences(text).filter((sentence) => /\p{L}/u.test(sentence.text));
  const own = sentences.map((sentence) => {
    const isElses = ofTeller !== null && isOfAnother(sentence.text, ofTeller);
    const found = matchesIn(sentence.text, matchers);
    if (!isElses) return found;
    return found.map((match, term) => (ofTeller.has(terms[term]?.lemma ?? '') ? 0 : match));
  });
  const ofQuestion = matchesIn(asked, matchers);
  return sentences.flatMap((sentence, at) => {
    const answering = Math.max(0, 1 - at / ANSWERING) * 0.85;
    const farther = [own[at - 2], own[at + 2]].map((each) => each?.map((match) => match * 0.7));
    const near = [own[at - 1], own[at + 1], ...farther];
    const matches = terms.map((_, term) =>
      Math.max(
        own[at]?.[term] ?? 0,
        ...near.map((each) => (each?.[term] ?? 0) * 0.75),
        (ofQuestion[term] ?? 0) * answering,
      ),
    );
    const carrying = terms.map(({ weight }, term) => ({ weight, match: matches[term] ?? 0 }));
    const heavy = carrying.filter(({ weight }) => weight >= CARRYING);
    const matchedWeight = heavy.reduce((sum, { weight, match }) => sum + weight * match, 0);
    if (matchedWeight < LEAST_COVERED * heavy.reduce((sum, { weight }) => sum + weight, 0)) return [];
    const covered = carrying.reduce((sum, { weight, match }) => sum + weight * match, 0) / total;
    const words = tokens(sentence.text).length;
    // "Yes, I did." answers a question but says nothing when it is read alone.
    const brief = words < 5 ? 0.15 : 0;
    const fits = kind === null ? 0 : HOLDS[kind].test(sentence.text) ? 0.1 : -0.05;
    const direct =
      (own[at] ?? []).reduce((sum, match, term) => sum + match * (terms[term]?.weight ?? 0), 0) / total;
    const score = Math.min(1, 0.8 * covered + 0.2 * direct + fits - brief);
    return [{ messageId, ...stretchAround(sentences, at, text), score }];
  });
}

/** A sentence together with the next one, so that it can be understood alone. */
function stretchAround(
  sentences: readonly { start: number; end: number; paragraph: number }[],
  at: number,
  text: string,
): { start: number; end: number } {
  const sentence = sentences[at] as { start: number; end: number; paragraph: number };
  const next = sentences[at + 1];
  const isShort = sentence.end - sentence.start < 160;
  const follows = next && !/\S/.test(text.slice(sentence.end, next.start)) && next.end - sentence.start < 400;
  const end = isShort && follows && next ? next.end : sentence.end;
  return { start: sentence.start, end };
}
