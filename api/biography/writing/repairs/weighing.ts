import { readFileSync } from 'node:fs';
import { bucketOf, type Features, LinearModel } from '#api/language/linear-model.ts';
import { ownWords } from './editing-terms.ts';
import { type Around, featuresOfPair, featuresOfRemark, type Pair, signsOfPair, type Told } from './pairs.ts';
import { remarkModel } from './remark-model.ts';

const BUCKETS = 1 << 13;

/** The shape of the model that weighs a pair: whether its right value puts the other right. */
export const WEIGHING = { columns: 1, buckets: BUCKETS };

/** What says little alone and more together. */
const TOGETHER = ['named', 'announced', 'place', 'again', 'led', 'kind'] as const;

/** So far at most the words alone speak for or against a pair. */
const MOST_SAID = 6;

/**
 * What speaks for a pair whatever the phrasing: where the wrong value is named again, what else was told before, how far
 * apart the two stand. The words themselves count only as what a model of many phrasings makes of them.
 */
export function featuresToWeigh(
  pair: Pair<Told>,
  around: Around,
  earlier: readonly Told[],
  words: LinearModel,
): Features {
  const weights = new Map<number, number>();
  const add = (sign: string, weight = 1) => weights.set(bucketOf(sign, BUCKETS), weight);
  const said = oddsOf(words.chancesOf(featuresOfPair(pair, around, earlier))[0]);
  const remark = oddsOf(words.chancesOf(featuresOfRemark(pair.by, pair))[1]);
  const led = around.before ? oddsOf(words.chancesOf(featuresOfRemark(around.before, pair))[1]) : -MOST_SAID;
  const signs = signsOfPair(pair, around, earlier);
  add('said', said / 2);
  add('remark', remark / 3);
  add('led', led / 3);
  add(`said ${signs.named}`, said / 3);
  add(`led ${signs.named}`, led / 4);
  const own = ownWords(
    pair.by.chunks.flatMap((chunk) => chunk.words),
    pair.by.values,
  ).length;
  const all: Record<(typeof TOGETHER)[number] | string, string> = {
    ...signs,
    own: `${Math.min(4, own)}`,
    led: `${Math.sign(Math.round(led / 2))}`,
  };
  for (const [name, sign] of Object.entries(all)) add(`${name}=${sign}`);
  for (const [at, one] of TOGETHER.entries())
    for (const other of TOGETHER.slice(at + 1)) add(`${one}=${all[one]} ${other}=${all[other]}`, 0.7);
  return { index: Int32Array.from(weights.keys()), value: Float32Array.from(weights.values()) };
}

function oddsOf(chance = 0): number {
  const bounded = Math.min(1 - 1e-6, Math.max(1e-6, chance));
  return Math.max(-MOST_SAID, Math.min(MOST_SAID, Math.log(bounded / (1 - bounded))));
}

let loaded: LinearModel | null = null;

/** The model that lies beside this file, in the sources as in the built server. */
export function weighingModel(): LinearModel {
  loaded ??= new LinearModel(readFileSync(new URL('./weighing-model.bin', import.meta.url)), WEIGHING);
  return loaded;
}

/** How likely it is, 0 to 1, that a pair's right value puts the other right. */
export function chanceOfPair(pair: Pair<Told>, around: Around, earlier: readonly Told[]): number {
  return weighingModel().chancesOf(featuresToWeigh(pair, around, earlier, remarkModel()))[0] ?? 0;
}

/** The same by the words alone. */
export function chanceByWords(pair: Pair<Told>, around: Around, earlier: readonly Told[]): number {
  return remarkModel().chancesOf(featuresOfPair(pair, around, earlier))[0] ?? 0;
}
