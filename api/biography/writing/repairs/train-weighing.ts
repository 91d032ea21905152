import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expandTemplate } from '#api/dialogue-acts/train.ts';
import type { LinearModel } from '#api/language/linear-model.ts';
import {
  fitModel,
  type LabelledFeatures,
  modelFile,
  type Random,
  randomFrom,
} from '#api/language/linear-training.ts';
import { type Around, type Pair, pairsOf, pairsWithin, type Told } from './pairs.ts';
import { remarkModel } from './remark-model.ts';
import { readSentences, type SaidSentence } from './said-sentences.ts';
import { adorned, pick, storiesBesides } from './train.ts';
import { featuresToWeigh, WEIGHING } from './weighing.ts';

/** Conversations in which somebody puts something right, or only sounds like it; a file for each author. */
const folder = new URL('./conversations/', import.meta.url);
const ASKED = 'What happened then?';
const TURNS_OF_TELLING = 4;
/** So many conversations of mere telling are made of one story's sentences. */
const TELLINGS_OF_ONE = 2;
/** So often each written conversation counts. */
const TIMES = 6;
const ROUNDS = 8;

/** A conversation of an author: question and answer of each turn, and the values that were put right in it. */
export interface Talk {
  turns: [question: string, said: string][];
  putsRight: [wrong: string, right: string][];
  /** Whether an order is put right, which no pair of values says. */
  order?: boolean;
}

/** Two values as they stand in a conversation. */
export interface Candidate {
  pair: Pair<Told>;
  around: Around;
  earlier: readonly Told[];
}

/** Who wrote conversations. */
export function authors(): string[] {
  return readdirSync(folder)
    .flatMap((file) => file.match(/^(.+)\.json$/)?.[1] ?? [])
    .sort();
}

export function talksOf(author: string): Talk[] {
  return JSON.parse(readFileSync(new URL(`${author}.json`, folder), 'utf8')) as Talk[];
}

/** Whether a pair is what somebody put right in a conversation. */
export function isPutRight({ putsRight }: Pick<Talk, 'putsRight'>, { old, right }: Pair<Told>): boolean {
  return putsRight.some(
    ([wrong, good]) =>
      wrong.toLowerCase() === old.text.toLowerCase() && good.toLowerCase() === right.text.toLowerCase(),
  );
}

/** Every pair of values in a conversation of which the later may put the earlier right. */
export function candidatesIn({ turns }: Pick<Talk, 'turns'>): Candidate[] {
  const sentences = turns.flatMap(([question, text], turn) =>
    readSentences({ id: `m${turn}`, role: 'user', text, private: false }, turn, question),
  );
  const told: Told[] = [];
  return sentences.flatMap((by, at) => {
    const near = (one: SaidSentence | undefined) => (one && one.turn === by.turn ? one : null);
    const around = { before: near(sentences[at - 1]), after: near(sentences[at + 1]) };
    const earlier = [...told];
    told.push({ ...by, settled: [] });
    return [
      ...pairsWithin(by).map((pair) => ({
        pair,
        around: { before: null, after: null },
        earlier: [pair.told],
      })),
      ...pairsOf(by, earlier, around.before).map((pair) => ({ pair, around, earlier })),
    ];
  });
}

/** Turns in which somebody only goes on telling. */
function* tellings(random: Random): Generator<Talk> {
  for (const lines of storiesBesides())
    for (let nth = 0; nth < TELLINGS_OF_ONE; nth += 1) {
      const turns = Array.from({ length: TURNS_OF_TELLING }, (): [string, string] => {
        const text = [pick(random, lines), ...(random() < 0.5 ? [pick(random, lines)] : [])]
          .map((line) => expandTemplate(line, random, 1)[0] ?? line)
          .join(' ');
        return [ASKED, adorned(text, random)];
      });
      yield { turns, putsRight: [] };
    }
}

function examplesOf(talk: Talk, words: LinearModel): LabelledFeatures[] {
  return candidatesIn(talk).map(({ pair, around, earlier }) => ({
    features: featuresToWeigh(pair, around, earlier, words),
    columns: isPutRight(talk, pair) ? [0] : [],
  }));
}

/** The SHA-256 of the conversations of these authors and of the model of their words, as hexadecimal digits. */
export function hashOfTalks(of: readonly string[] = authors()): string {
  const hash = createHash('sha256').update(remarkModel().dataHash);
  for (const author of of) hash.update(`${author}\n${JSON.stringify(talksOf(author))}`);
  return hash.digest('hex');
}

let told: LabelledFeatures[] | null = null;

/** The model of these authors, always the same for the same conversations. */
export function trainFrom(of: readonly string[] = authors()): Buffer {
  const random = randomFrom(5);
  const words = remarkModel();
  told ??= [...tellings(randomFrom(7))].flatMap((talk) => examplesOf(talk, words));
  const talked = of
    .flatMap(talksOf)
    .filter(({ order }) => !order)
    .flatMap((talk) => examplesOf(talk, words));
  const examples = [...told, ...Array.from({ length: TIMES }, () => talked).flat()];
  return modelFile(fitModel(examples, WEIGHING, random, ROUNDS), WEIGHING, hashOfTalks(of));
}

if (import.meta.main) {
  const file = trainFrom();
  writeFileSync(new URL('./weighing-model.bin', import.meta.url), file);
  console.log(`weighing-model.bin: ${file.length} bytes`);
}
