import type { Language } from '#api/language/languages.ts';
import { encodeSentences, sentenceSimilarity } from '#api/language/sentence-encoder.ts';
import { tokens } from '../writing/language/words.ts';
import type { AskingWords, QuestionKind } from './asking-words.ts';
import { askingWords } from './languages.ts';
import { type Matcher, matcherOf, matchesIn, type Term, termsOf } from './matching-words.ts';
import { questionOf, sentencesOf, unpackVectors } from './meanings.ts';

/** The words of one turn, and the question that it answered. */
export interface Passage {
  messageId: string;
  /** The words that the reader may read. Everything else is blank. */
  text: string;
  /** The interviewer's question before this turn. */
  asked: string;
  /** The vectors of the turn's sentences, if it has been encoded. */
  encoded?: Encoded | null;
  /** The packed vector of the question, if it has been encoded. */
  askedVector?: Uint8Array | null;
}

/** A turn as it was encoded: all of its words, and the packed vectors of its sentences. */
export interface Encoded {
  text: string;
  vectors: Uint8Array;
}

/** A part of a turn that answers a question. `score` is 0 to 1. */
export interface FoundAnswer {
  messageId: string;
  start: number;
  end: number;
  score: number;
}

const MOST_ANSWERS = 5;
/** This many sentences after a question still count as its answer. */
const ANSWERING = 8;
/** At most this many texts that have no vector yet are encoded for one question, in about a second. */
const MOST_ENCODED = 48;

/**
 * How much each sign of an answer counts. The weights and the least sum were fitted on 230 questions about interviews and
 * an invented book, of which 100 have no answer; `npm run figures` measures on other questions.
 */
const WEIGHTS = {
  /** The share of the question's words that the sentence, its neighbours and the interviewer's question contain. */
  covered: 0.8,
  /** It holds the kind of fact that is asked for. */
  fits: 0.23,
  /** "Yes, I did." answers a question but says nothing when it is read alone. */
  brief: -0.15,
  /** How near the sentence is to the question in meaning. */
  meaning: 0.65,
  /** The same with the next sentence. */
  meaningOfTwo: 1.17,
  /** How near the interviewer's question is to it; never less than the mean of the other two. */
  asked: 0.95,
};
const LEAST_SUM = 1.5;
/** A few words without a question mark are searched for: a sentence with all of them counts this much more. */
const WORDS_FOUND = 0.7;
const MOST_SEARCHED = 4;
/** Where nothing can be encoded, a sentence with all words of the question counts as so near to it in meaning. */
const MEANING_BY_WORDS = 0.3;
/** How fast the score rises with the sum. */
const STEEPNESS = 5;
/** A passage that scores below this is not an answer. */
const LEAST_SCORE = 0.5;

/** A question as the ranking reads it. */
interface Question {
  terms: readonly Term[];
  matchers: readonly Matcher[];
  total: number;
  kind: QuestionKind;
  /** The relatives of the subject that it is about. */
  relatives: ReadonlySet<string> | null;
  /** It is no question but words to search for. */
  isSearch: boolean;
  /** Null where nothing can be encoded. */
  vector: Float32Array | null;
  words: AskingWords;
}

/** A sentence of a passage, with the matches of the question's words. */
interface Candidate {
  passage: Passage;
  sentence: { text: string; start: number; end: number; paragraph: number };
  /** Its place among the sentences of the turn. */
  at: number;
  covered: number;
  /** It contains all words of the question, or others for the same thing. */
  isComplete: boolean;
  vector: Float32Array | null;
}

/**
 * The passages that answer a question: the best first, at most five, empty when there is none. `names` are
 * the names of the person who speaks: a question contains them and an answer doesn't. `vector` is the mean vector of the
 * question's forms; without it, answers are found by their words alone.
 */
export async function findAnswersIn({
  question,
  names,
  passages,
  vector,
  language,
}: {
  question: string;
  names: readonly string[];
  passages: readonly Passage[];
  vector: Float32Array | null;
  language?: Language;
}): Promise<FoundAnswer[]> {
  const words = askingWords(language);
  const terms = termsOf(question, names, words);
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return [];
  const asked: Question = {
    ...{ terms, total, vector, words },
    matchers: terms.map((term) => matcherOf(term, words)),
    kind: words.kindOf(question),
    relatives: words.kinOfTeller(question),
    isSearch: !question.includes('?') && tokens(question).length <= MOST_SEARCHED,
  };
  const candidates = passages.map((passage) => candidatesIn(passage, asked));
  const late = vector ? await encodeLate(candidates) : new Map<string, Float32Array>();
  const found = candidates.flatMap((turn) => scoreTurn(turn, asked, late));
  const best = found.toSorted((one, other) => other.score - one.score);
  const selected: FoundAnswer[] = [];
  for (const answer of best) {
    if (answer.score < LEAST_SCORE || selected.length === MOST_ANSWERS) break;
    // A turn gives its best passage.
    if (!selected.some(({ messageId }) => messageId === answer.messageId)) selected.push(answer);
  }
  return selected;
}

function candidatesIn(passage: Passage, question: Question): Candidate[] {
  const { terms, total, matchers, relatives, words } = question;
  const sentences = sentencesOf(passage.text);
  const own = sentences.map((sentence) => {
    const isElses = relatives !== null && words.isOfAnother(sentence.text, relatives);
    const found = matchesIn(sentence.text, matchers, words);
    if (!isElses) return found;
    return found.map((match, term) => (relatives.has(terms[term]?.lemma ?? '') ? 0 : match));
  });
  const ofQuestion = matchesIn(passage.asked, matchers, words);
  const vectorOf = vectorsOf(passage);
  return sentences.map((sentence, at) => {
    const answering = answersAfter(at) * 0.85;
    const farther = [own[at - 2], own[at + 2]].map((each) => each?.map((match) => match * 0.7));
    const near = [own[at - 1], own[at + 1], ...farther];
    const matches = terms.map((_, term) =>
      Math.max(
        own[at]?.[term] ?? 0,
        ...near.map((each) => (each?.[term] ?? 0) * 0.75),
        (ofQuestion[term] ?? 0) * answering,
      ),
    );
    const covered = terms.reduce((sum, { weight }, term) => sum + weight * (matches[term] ?? 0), 0) / total;
    const isComplete = terms.every((_, term) => (own[at]?.[term] ?? 0) >= 0.9);
    return { passage, sentence, at, covered, isComplete, vector: vectorOf(sentence) };
  });
}

/** How surely a sentence still answers the question before its turn. */
function answersAfter(at: number): number {
  return Math.max(0, 1 - at / ANSWERING);
}

/** Gives the vector of a sentence that the reader sees as it was encoded, null for any other. */
function vectorsOf({ encoded }: Passage): (sentence: { text: string; start: number }) => Float32Array | null {
  if (!encoded) return () => null;
  const sentences = sentencesOf(encoded.text);
  const vectors = unpackVectors(encoded.vectors);
  // The turn was encoded by a version that found other sentences.
  if (vectors.length !== sentences.length) return () => null;
  const byStart = new Map(
    sentences.map(({ start, text }, at) => [start, { text, vector: vectors[at] ?? null }]),
  );
  return ({ start, text }) => {
    const known = byStart.get(start);
    return known?.text === text ? known.vector : null;
  };
}

/** Encodes sentences and questions that have no vector yet: those first whose words match best. */
async function encodeLate(turns: readonly (readonly Candidate[])[]): Promise<Map<string, Float32Array>> {
  const missing = turns
    .flatMap((turn) => turn.map((candidate, at) => ({ candidate, next: turn[at + 1] })))
    .filter(({ candidate }) => !candidate.vector)
    .toSorted((one, other) => other.candidate.covered - one.candidate.covered);
  const texts = new Set<string>();
  for (const { candidate, next } of missing) {
    if (texts.size >= MOST_ENCODED) break;
    texts.add(candidate.sentence.text);
    if (next && !next.vector) texts.add(next.sentence.text);
    const { asked, askedVector } = candidate.passage;
    if (!askedVector && asked.trim()) texts.add(questionOf(asked));
  }
  const all = [...texts];
  try {
    const vectors = await encodeSentences(all);
    return new Map(all.map((text, at) => [text, vectors[at] as Float32Array]));
  } catch {
    // These sentences are compared by their words alone.
    return new Map();
  }
}

function scoreTurn(
  turn: readonly Candidate[],
  { vector, kind, isSearch, words }: Question,
  late: ReadonlyMap<string, Float32Array>,
): FoundAnswer[] {
  const [first] = turn;
  if (!first) return [];
  const { askedVector, asked, messageId, text } = first.passage;
  const ofAsked = askedVector ? unpackVectors(askedVector)[0] : late.get(questionOf(asked));
  const nearAsked = vector && ofAsked ? sentenceSimilarity(vector, ofAsked) : 0;
  const vectorAt = (at: number) => turn[at]?.vector ?? late.get(turn[at]?.sentence.text ?? '') ?? null;
  const sentences = turn.map(({ sentence }) => sentence);
  return turn.map((candidate) => {
    const { sentence, at, covered, isComplete } = candidate;
    const own = vectorAt(at);
    const meaningByWords = vector ? 0 : MEANING_BY_WORDS * covered;
    const meaning = vector && own ? sentenceSimilarity(vector, own) : meaningByWords;
    const meaningOfTwo = vector && own ? similarityOfTwo(vector, own, vectorAt(at + 1)) : meaningByWords;
    const sum =
      WEIGHTS.covered * covered +
      (kind === null ? 0 : WEIGHTS.fits * (words.holds[kind].test(sentence.text) ? 1 : -0.5)) +
      (tokens(sentence.text).length < 5 ? WEIGHTS.brief : 0) +
      (isSearch && isComplete ? WORDS_FOUND : 0) +
      WEIGHTS.meaning * meaning +
      WEIGHTS.meaningOfTwo * meaningOfTwo +
      WEIGHTS.asked * Math.max(nearAsked * answersAfter(at), (meaning + meaningOfTwo) / 2);
    const score = 1 / (1 + Math.exp(-STEEPNESS * (sum - LEAST_SUM)));
    return { messageId, ...stretchAround(sentences, at, text), score };
  });
}

/** The similarity of a question to two sentences: the direction of their sum is near that of both encoded as one text. */
function similarityOfTwo(question: Float32Array, one: Float32Array, next: Float32Array | null): number {
  if (!next) return sentenceSimilarity(question, one);
  const length = Math.sqrt(2 + 2 * sentenceSimilarity(one, next)) || 1;
  return (sentenceSimilarity(question, one) + sentenceSimilarity(question, next)) / length;
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
