import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fitModel, type LabelledFeatures, modelFile, randomFrom } from '#api/language/linear-training.ts';
import { withMeanings } from '#api/language/text-meanings.ts';
import { type Exchange, featuresOfJoin, JOIN_SHAPE } from '../joining.ts';

/** Conversations with the turns that an editor would print as one story; one file for each author. */
const folder = new URL('./conversations/', import.meta.url);
const ROUNDS = 12;
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
  return hash.digest('hex');
}

/** Pairs each turn with each story told before it. */
function examplesOf({ turns, cards }: JoinTalk): LabelledFeatures[] {
  const stories: { card: number; exchanges: Exchange[] }[] = [];
  const found: LabelledFeatures[] = [];
  let unanswered: string[] = [];
  for (const [turn, [question, answer]] of turns.entries()) {
    unanswered.push(question);
    const card = cards.findIndex((one) => one.includes(turn));
    if (card < 0) continue;
    const exchange = { question: unanswered.join(' '), answer };
    unanswered = [];
    for (const [at, { card: other, exchanges }] of stories.entries()) {
      const others = stories.filter((_, nth) => nth !== at).map((one) => one.exchanges);
      const features = featuresOfJoin(exchanges, exchange, { back: stories.length - 1 - at, others });
      found.push({ features, columns: card === other ? [0] : [] });
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

/**
 * The model trained on these authors, from each example with the meanings of its sentences and without them. The same
 * conversations always give the same model.
 */
export async function trainFrom(of: readonly string[] = authors()): Promise<Buffer> {
  const talks = of.flatMap((author) => withEachOther(talksOf(author)));
  const examples = [
    ...talks.flatMap(examplesOf),
    ...(await withMeanings(() => talks.flatMap(examplesOf), { mostMs: TRAINING_MS })),
  ];
  return modelFile(fitModel(examples, JOIN_SHAPE, randomFrom(3), ROUNDS), JOIN_SHAPE, hashOfJoins(of));
}

if (import.meta.main) {
  const file = await trainFrom();
  writeFileSync(new URL('../join-model.bin', import.meta.url), file);
  console.log(`join-model.bin: ${file.length} bytes`);
}
