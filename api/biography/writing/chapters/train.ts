import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expandTemplate } from '#api/dialogue-acts/train.ts';
import {
  fitModel,
  type LabelledFeatures,
  modelFile,
  type Random,
  randomFrom,
} from '#api/language/linear-training.ts';
import { splitSentences } from '#api/language/sentences.ts';
import { withMeanings } from '#api/language/text-meanings.ts';
import {
  COLUMNS,
  type Column,
  MEANING_SHAPE,
  type ModelFiles,
  NOWHERE,
  WORD_SHAPE,
} from './chapter-model.ts';
import { featuresOf, meaningFeaturesOf } from './features.ts';

/** One training example, with one of `COLUMNS`. */
export type LabelledTelling = { text: string; chapter: Column; author: string; age?: number };

const folder = new URL('./tellings/', import.meta.url);
const read = (author: string) => readFileSync(new URL(`${author}.txt`, folder), 'utf8');
/** The usual age of people in the stories of each chapter, in years; negative before their birth. */
const AGES: Record<string, [number, number]> = {
  origins: [-60, -1],
  'childhood-home': [3, 12],
  school: [6, 20],
  'friends-and-play': [5, 18],
  'first-work': [11, 20],
  love: [16, 35],
  'family-made': [21, 45],
  'lifes-work': [22, 65],
  'places-and-moves': [5, 70],
  'hard-times': [5, 80],
  'beliefs-and-values': [14, 80],
  'wisdom-and-wishes': [65, 95],
};
/** The most tellings generated from one line with choices. */
const EXPANSIONS = 6;
const ROUNDS = 8;
/** Every telling is encoded for training. */
const TRAINING_MS = 600_000;
/** Tellings that are encoded at once. */
const AT_ONCE = 500;

/** The authors of the tellings. Each has one file. */
export function authors(): string[] {
  return readdirSync(folder)
    .flatMap((file) => file.match(/^(.+)\.txt$/)?.[1] ?? [])
    .sort();
}

/** The SHA-256 of the tellings of these authors, as hexadecimal digits. */
export function hashOfTellings(of: readonly string[] = authors()): string {
  const hash = createHash('sha256');
  for (const author of of) hash.update(`${author}\n`).update(read(author));
  return hash.digest('hex');
}

/** The tellings of these authors. Throws at a heading that names no chapter. */
export function loadTellings(of: readonly string[], random: Random = randomFrom(1)): LabelledTelling[] {
  return of.flatMap((author) => {
    let chapter: Column = NOWHERE;
    return read(author)
      .split('\n')
      .flatMap((line): LabelledTelling[] => {
        const heading = line.match(/^\[(.+)\]$/)?.[1];
        if (heading) chapter = columnNamed(heading, author);
        if (heading || !line.trim() || line.startsWith('#')) return [];
        const chapterOfLine = chapter;
        return expandTemplate(line.trim(), random, EXPANSIONS).map((text) => ({
          text,
          chapter: chapterOfLine,
          author,
        }));
      });
  });
}

function columnNamed(heading: string, author: string): Column {
  const column = COLUMNS.find((key) => key === heading);
  if (!column) throw new Error(`${author}.txt: no such chapter: ${heading}`);
  return column;
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T;
}

/**
 * Variants of the tellings: parts of them, because a part belongs to the same chapter; and tellings after
 * words about another chapter, because people often talk about the question before they tell something
 * else.
 */
function variants(tellings: readonly LabelledTelling[], random: Random): LabelledTelling[] {
  return tellings.flatMap((telling) => {
    const sentences = splitSentences(telling.text).map(({ text }) => text);
    const words = telling.text.split(' ');
    const cut = Math.floor(words.length * (0.35 + 0.3 * random()));
    const halves =
      sentences.length > 2
        ? [sentences.slice(0, 2).join(' '), sentences.slice(Math.ceil(sentences.length / 2)).join(' ')]
        : [words.slice(0, cut).join(' '), words.slice(cut).join(' ')];
    const other = pick(random, tellings);
    const strayed = `${splitSentences(other.text)[0]?.text.split(' ').slice(0, 8).join(' ')} ${telling.text}`;
    const texts = [telling.text, ...halves, strayed].map((text) => ({ ...telling, text }));
    return [telling, ...texts, { ...telling, age: ageIn(telling.chapter, random) }];
  });
}

function ageIn(chapter: string, random: Random): number {
  const [from, to] = AGES[chapter] ?? [0, 95];
  return Math.round(from + random() * (to - from));
}

/** The models trained on these authors. The same tellings always give the same models. */
export async function trainFrom(of: readonly string[]): Promise<ModelFiles> {
  return { words: trainWords(of), meanings: await trainMeanings(of) };
}

function trainWords(of: readonly string[]): Buffer {
  const random = randomFrom(7);
  const rows = variants(loadTellings(of, random), random).map(({ text, chapter, age }) => ({
    features: featuresOf(text, { age }),
    columns: [COLUMNS.indexOf(chapter)],
  }));
  return modelFile(fitModel(rows, WORD_SHAPE, random, ROUNDS), WORD_SHAPE, hashOfTellings(of));
}

async function trainMeanings(of: readonly string[]): Promise<Buffer> {
  const random = randomFrom(7);
  const tellings = loadTellings(of, random);
  const rows: LabelledFeatures[] = [];
  for (let from = 0; from < tellings.length; from += AT_ONCE) {
    const part = tellings.slice(from, from + AT_ONCE);
    const meanings = await withMeanings(() => part.map(({ text }) => meaningFeaturesOf(text)), {
      mostMs: TRAINING_MS,
    });
    part.forEach(({ text, chapter }, at) => {
      const features = meanings[at];
      if (!features) throw new Error(`The encoder knows no meaning of: ${text}`);
      rows.push({ features, columns: [COLUMNS.indexOf(chapter)] });
    });
  }
  return modelFile(fitModel(rows, MEANING_SHAPE, random, ROUNDS), MEANING_SHAPE, hashOfTellings(of));
}

if (import.meta.main) {
  const started = Date.now();
  const { words, meanings } = await trainFrom(authors());
  writeFileSync(new URL('./chapter-model.bin', import.meta.url), words);
  writeFileSync(new URL('./meaning-model.bin', import.meta.url), meanings);
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(
    `chapter-model.bin: ${words.length} bytes, meaning-model.bin: ${meanings.length} bytes, ${seconds} s`,
  );
}
