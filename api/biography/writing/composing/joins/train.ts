import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import {
  fitModel,
  fitRidge,
  type LabelledFeatures,
  modelFile,
  type Random,
  randomFrom,
} from '#api/language/linear-training.ts';
import { splitSentences } from '#api/language/sentences.ts';
import { withMeanings } from '#api/language/text-meanings.ts';
import { hashOfTellings, loadTellings, authors as tellers } from '../../chapters/train.ts';
import type { Exchange } from '../answer-signs.ts';
import {
  ANSWER_SHAPE,
  featuresOfAnswer,
  featuresOfJoin,
  JOIN_SHAPE,
  type StoryPosition,
} from '../joining.ts';

/** Conversations with the turns that an editor would print as one story; one file for each author. */
const folder = new URL('./conversations/', import.meta.url);
/**
 * The author of conversations in which people tell what they like, whatever is asked. They teach what an answer alone
 * shows, and nothing about questions.
 */
const UNASKED = 'unasked';
const ROUNDS = 12;
/** Chosen by leaving out each author in turn. */
const RIDGE = { cost: 0.003, steps: 300 };
/** Every sentence is encoded for training. */
const TRAINING_MS = 600_000;

export interface JoinTalk {
  turns: [question: string, said: string][];
  /** The turn numbers of each story. A turn that tells nothing is in none. */
  cards: number[][];
}

export function authors(): string[] {
  return readdirSync(folder)
    .flatMap((file) => file.match(/^(.+)\.json$/)?.[1] ?? [])
    .sort();
}

export function talksOf(author: string): JoinTalk[] {
  return JSON.parse(readFileSync(new URL(`${author}.json`, folder), 'utf8')) as JoinTalk[];
}

/** The SHA-256 of the conversations of these authors, as hexadecimal digits. */
export function hashOfJoins(of: readonly string[] = authors()): string {
  const hash = createHash('sha256');
  for (const author of of) hash.update(`${author}\n${JSON.stringify(talksOf(author))}`);
  hash.update(hashOfTellings());
  return hash.digest('hex');
}

/** An exchange with one of the stories told before it. */
interface Pair {
  story: Exchange[];
  exchange: Exchange;
  place: StoryPosition;
  /** As a model learns it: the first column where the exchange goes on with the story. */
  columns: number[];
}

/** Pairs each turn with each story told before it. */
function pairsOf({ turns, cards }: JoinTalk): Pair[] {
  const stories: { card: number; exchanges: Exchange[] }[] = [];
  const found: Pair[] = [];
  let unanswered: string[] = [];
  for (const [turn, [question, answer]] of turns.entries()) {
    unanswered.push(question);
    const card = cards.findIndex((one) => one.includes(turn));
    if (card < 0) continue;
    const exchange = { question: unanswered.join(' '), answer };
    unanswered = [];
    for (const [at, { card: other, exchanges }] of stories.entries()) {
      const others = stories.filter((_, nth) => nth !== at).map((one) => one.exchanges);
      const place = { back: stories.length - 1 - at, others };
      found.push({ story: [...exchanges], exchange, place, columns: card === other ? [0] : [] });
    }
    const story = stories.find((one) => one.card === card);
    if (story) story.exchanges.push(exchange);
    else stories.push({ card, exchanges: [exchange] });
  }
  return found;
}

/**
 * Every conversation alone, and again after the one before it: its first turn continues none of those
 * stories.
 */
function withEachOther(talks: readonly JoinTalk[]): JoinTalk[] {
  return talks.flatMap((talk, at) => {
    const before = talks[at - 1];
    if (!before) return [talk];
    const size = before.turns.length;
    const cards = [...before.cards, ...talk.cards.map((card) => card.map((turn) => turn + size))];
    return [talk, { turns: [...before.turns, ...talk.turns], cards }];
  });
}

/** A telling of fewer sentences isn't cut in two. */
const CUTTABLE = 3;

/**
 * Each telling of the chapters cut in two, which belong together, and followed by another one of its author and
 * chapter, which doesn't belong to it.
 */
function answersOfTellings(random: Random): LabelledFeatures[] {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const cut = (sentences: readonly string[]) => {
    const at = 1 + Math.floor(random() * (sentences.length - 1));
    return [sentences.slice(0, at).join(' '), sentences.slice(at).join(' ')] as const;
  };
  return tellers().flatMap((author) => {
    const tellings = loadTellings([author])
      .map(({ text, chapter }) => ({ chapter, telling: splitSentences(text).map((each) => each.text) }))
      .filter(({ telling }) => telling.length >= CUTTABLE);
    return tellings.flatMap(({ telling, chapter }): LabelledFeatures[] => {
      const [begins, goesOn] = cut(telling);
      const others = tellings.filter((one) => one.chapter === chapter && one.telling !== telling);
      if (others.length === 0) return [];
      const other = pick(others).telling;
      const [another] = random() < 0.5 ? [other.join(' ')] : cut(other);
      const before = random() < 0.5 ? begins : telling.join(' ');
      return [
        { features: featuresOfAnswer([{ question: '', answer: begins }], goesOn), columns: [0] },
        { features: featuresOfAnswer([{ question: '', answer: before }], another), columns: [] },
      ];
    });
  });
}

/** The two models: of questions and answers, and of answers alone. */
export interface JoinFiles {
  joins: Buffer;
  answers: Buffer;
}

/** The models trained on these authors. The same conversations always give the same models. */
export async function trainFrom(of: readonly string[] = authors()): Promise<JoinFiles> {
  return { joins: await trainJoins(of), answers: await trainAnswers(of) };
}

export async function trainJoins(of: readonly string[]): Promise<Buffer> {
  const pairs = of
    .filter((author) => author !== UNASKED)
    .flatMap(talksOf)
    .flatMap(pairsOf);
  const examples = await readTwice(() =>
    pairs.map(({ story, exchange, place, columns }) => ({
      features: featuresOfJoin(story, exchange, place),
      columns,
    })),
  );
  return modelFile(fitRidge(examples, JOIN_SHAPE.buckets, RIDGE), JOIN_SHAPE, hashOfJoins(of));
}

async function trainAnswers(of: readonly string[]): Promise<Buffer> {
  const pairs = allPairs(of);
  const examples = await readTwice(() => [
    ...pairs.map(({ story, exchange, columns }) => ({
      features: featuresOfAnswer(story, exchange.answer),
      columns,
    })),
    ...answersOfTellings(randomFrom(5)),
  ]);
  return modelFile(fitModel(examples, ANSWER_SHAPE, randomFrom(3), ROUNDS), ANSWER_SHAPE, hashOfJoins(of));
}

function allPairs(of: readonly string[]): Pair[] {
  return of.flatMap((author) => withEachOther(talksOf(author))).flatMap(pairsOf);
}

/** The examples with the meanings of their sentences and without them. */
async function readTwice(read: () => LabelledFeatures[]): Promise<LabelledFeatures[]> {
  return [...read(), ...(await withMeanings(read, { mostMs: TRAINING_MS }))];
}

if (import.meta.main) {
  const { joins, answers } = await trainFrom();
  writeFileSync(new URL('../join-model.bin', import.meta.url), joins);
  writeFileSync(new URL('../answer-model.bin', import.meta.url), answers);
  console.log(`join-model.bin: ${joins.length} bytes, answer-model.bin: ${answers.length} bytes`);
}
