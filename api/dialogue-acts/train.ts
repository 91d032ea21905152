import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { BUCKETS, type Features, featuresOf } from './features.ts';
import { ACT_OF, columnOf, LABELS, type Label } from './labels.ts';
import { segmentUtterance } from './segments.ts';

/** One example to learn from. `group` is the template it comes from, `author` who wrote that. */
export type Example = { text: string; labels: Label[]; group: string; author: string };

const templates = new URL('./templates/', import.meta.url);
const FILLERS = [
  'well',
  'um',
  'you know',
  'so',
  'now',
  'ah',
  'look',
  'listen',
  'oh',
  'and',
  'but',
  'er',
  'I mean',
];
/** Rounds before this one only find the way. */
const AVERAGED_FROM = 1;
/** How many sentences one template gives at the most. */
const EXPANSIONS = 6;

/** A seeded generator of numbers from 0 to 1, so that the same data always gives the same model. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Its templates are the commonest wordings of all, and count for more. */
const COMMON_AUTHOR = 'evertold';
const COMMON_EXPANSIONS = 24;

type Random = () => number;

function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T;
}

/** Some of the sentences that a template stands for. */
export function expandTemplate(template: string, random: Random, most: number): string[] {
  const parts = template.split(/\{([^}]*)\}/g).map((part, at) => (at % 2 ? part.split('|') : [part]));
  const sentences = new Set<string>();
  for (let tries = 0; tries < most * 3 && sentences.size < most; tries++)
    sentences.add(
      parts
        .map((part) => pick(random, part))
        .join('')
        .replace(/\s+/g, ' ')
        .trim(),
    );
  return [...sentences].filter(Boolean);
}

export function authors(): string[] {
  return readdirSync(templates, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** The SHA-256 of every file of templates by these authors, as hexadecimal digits. */
export function hashOfTemplates(of: readonly string[] = authors()): string {
  const hash = createHash('sha256');
  for (const author of of)
    for (const file of filesOf(author)) hash.update(`${author}/${file}\n`).update(read(author, file));
  return hash.digest('hex');
}

const filesOf = (author: string) =>
  readdirSync(new URL(`${author}/`, templates))
    .filter((file) => file.endsWith('.txt'))
    .sort();
const read = (author: string, file: string) => readFileSync(new URL(`${author}/${file}`, templates), 'utf8');

/** Every sentence that the templates of these authors stand for. */
export function loadExamples(of: readonly string[], random: Random): Example[] {
  return of.flatMap((author) =>
    filesOf(author).flatMap((file) => {
      const name = file.replace(/\.txt$/, '');
      const label = (name === 'stories' ? 'tell' : name) as Label;
      if (!(label in ACT_OF)) throw new Error(`${author}/${file}: no such label`);
      return read(author, file)
        .split('\n')
        .flatMap((line, at) => examplesOf(line, label, `${author}/${file}:${at + 1}`, author, random));
    }),
  );
}

function examplesOf(line: string, label: Label, group: string, author: string, random: Random): Example[] {
  const text = line.trim();
  if (!text || text.startsWith('#')) return [];
  const [, others, template] = text.match(/^\+([a-z, +-]+): (.+)$/) ?? [undefined, '', text];
  const labels = [label, ...(others ?? '').split(/[, +]+/).filter(Boolean)] as Label[];
  for (const each of labels) if (!(each in ACT_OF)) throw new Error(`${group}: no such label ${each}`);
  const most = author === COMMON_AUTHOR ? COMMON_EXPANSIONS : EXPANSIONS;
  return expandTemplate(template ?? '', random, most).map((sentence) => ({
    text: random() < 0.15 ? `${pick(random, FILLERS)} ${sentence}` : sentence,
    labels,
    group,
    author,
  }));
}

/** Speech has no full stops: a story runs on into a wish, a wish into a story, a story into a story. */
export function joinExamples(examples: readonly Example[], random: Random, count: number): Example[] {
  const stories = examples.filter(({ labels }) => labels[0] === 'tell');
  const acts = examples.filter(({ labels }) => labels[0] !== 'tell');
  const joined: Example[] = [];
  for (let at = 0; at < count; at++) {
    const story = pick(random, stories);
    const act = pick(random, acts);
    const text = random() < 0.6 ? `${story.text} ${act.text}` : `${act.text} ${story.text}`;
    joined.push({ ...act, labels: [...act.labels, 'tell'], text });
  }
  for (let at = 0; at < count; at++) {
    const story = pick(random, stories);
    joined.push({ ...story, text: `${story.text} ${pick(random, stories).text}` });
  }
  return joined;
}

/** Clauses and scraps of stories tell too: an utterance is read clause by clause. */
export function cutStories(examples: readonly Example[], random: Random): Example[] {
  return examples.flatMap((example) => {
    if (example.labels[0] !== 'tell') return [];
    const clauses = segmentUtterance(example.text).flatMap((sentence) => sentence.clauses);
    const words = example.text.split(' ');
    const from = Math.floor(random() * Math.max(1, words.length - 2));
    const scrap = words.slice(from, from + 2 + Math.floor(random() * 5)).join(' ');
    const texts = [...(clauses.length > 1 ? clauses.map(({ text }) => text) : []), scrap];
    return texts.map((text) => ({ ...example, text }));
  });
}

export type Model = { weights: Float32Array; biases: Float32Array };

/** Logistic regression, one label against the rest, by AdaGrad with L2 over shuffled examples. */
export function trainModel(examples: readonly Example[], random: Random, rounds = 6): Model {
  const columns = LABELS.length;
  const rows: { features: Features; isLabel: Uint8Array }[] = examples.map(({ text, labels }) => {
    const isLabel = new Uint8Array(columns);
    for (const label of labels) isLabel[columnOf(label)] = 1;
    return { features: featuresOf(text), isLabel };
  });
  const counts = LABELS.map((_, column) => rows.filter((row) => row.isLabel[column]).length);
  const positive = counts.map((count) => Math.min(6, Math.sqrt(rows.length / columns / (count || 1)) * 1.5));
  const weights = new Float32Array(BUCKETS * columns);
  const squares = new Float32Array(BUCKETS * columns).fill(0.01);
  const biases = new Float32Array(columns).fill(-2);
  const biasSquares = new Float32Array(columns).fill(1);
  const order = rows.map((_, at) => at);
  const summed = { weights: new Float32Array(BUCKETS * columns), biases: new Float32Array(columns) };
  for (let round = 0; round < rounds; round++) {
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      [order[at], order[other]] = [order[other] as number, order[at] as number];
    }
    for (const at of order) {
      const { features, isLabel } = rows[at] as (typeof rows)[number];
      const { index, value } = features;
      const sums = Float64Array.from(biases);
      for (let k = 0; k < index.length; k++) {
        const row = (index[k] as number) * columns;
        const x = value[k] as number;
        for (let column = 0; column < columns; column++)
          sums[column] = (sums[column] as number) + (weights[row + column] as number) * x;
      }
      for (let column = 0; column < columns; column++) {
        const wanted = isLabel[column] ? 0.98 : 0.005;
        const error = 1 / (1 + Math.exp(-(sums[column] as number))) - wanted;
        if (Math.abs(error) < 0.01) continue;
        const gradient = error * (isLabel[column] ? (positive[column] as number) : 1);
        biasSquares[column] = (biasSquares[column] as number) + gradient * gradient;
        biases[column] =
          (biases[column] as number) - (0.1 * gradient) / Math.sqrt(biasSquares[column] as number);
        for (let k = 0; k < index.length; k++) {
          const cell = (index[k] as number) * columns + column;
          const step = gradient * (value[k] as number) + 1e-4 * (weights[cell] as number);
          squares[cell] = (squares[cell] as number) + step * step;
          weights[cell] = (weights[cell] as number) - (0.15 * step) / Math.sqrt(squares[cell] as number);
        }
      }
    }
    // The mean of the later rounds depends less on the order in which examples came.
    if (round < AVERAGED_FROM) continue;
    for (let cell = 0; cell < weights.length; cell++)
      summed.weights[cell] = (summed.weights[cell] as number) + (weights[cell] as number);
    for (let column = 0; column < columns; column++)
      summed.biases[column] = (summed.biases[column] as number) + (biases[column] as number);
  }
  const mean = (sum: number) => sum / (rounds - AVERAGED_FROM);
  return { weights: summed.weights.map(mean), biases: summed.biases.map(mean) };
}

/** The bytes of a model file: see `Classifier`. */
export function modelFile({ weights, biases }: Model, dataHash: string): Buffer {
  const columns = LABELS.length;
  const scales = new Float32Array(columns).fill(1e-6);
  for (let cell = 0; cell < weights.length; cell++) {
    const column = cell % columns;
    scales[column] = Math.max(scales[column] as number, Math.abs(weights[cell] as number));
  }
  for (let column = 0; column < columns; column++) scales[column] = (scales[column] as number) / 127;
  const bytes = Int8Array.from(weights, (weight, cell) =>
    Math.round(weight / (scales[cell % columns] as number)),
  );
  return Buffer.concat([
    Buffer.from(dataHash, 'hex'),
    Buffer.from(scales.buffer),
    Buffer.from(biases.buffer),
    Buffer.from(bytes.buffer),
  ]);
}

/** The model of these authors, always the same for the same templates. */
export function trainFrom(of: readonly string[]): Buffer {
  const random = randomFrom(4);
  const examples = loadExamples(of, random);
  const model = trainModel(
    [...examples, ...cutStories(examples, random), ...joinExamples(examples, random, 4000)],
    random,
  );
  return modelFile(model, hashOfTemplates(of));
}

if (import.meta.main) {
  const started = Date.now();
  const file = trainFrom(authors());
  writeFileSync(new URL('./act-model.bin', import.meta.url), file);
  console.log(`act-model.bin: ${file.length} bytes, ${Math.round((Date.now() - started) / 1000)} s`);
}
