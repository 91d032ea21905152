import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Language } from '#api/language/languages.ts';
import { fitModel, type Model, modelFile, type Random, randomFrom } from '#api/language/linear-training.ts';
import { readingLanguage } from './choose-language.ts';
import { shapeOf } from './classifier.ts';
import { HASHED } from './features.ts';
import { ACT_OF, columnOf, type Label } from './labels.ts';
import { segmentUtterance } from './segments.ts';

/** One training example. `group` is its template, `author` the template's author. */
export type Example = { text: string; labels: Label[]; group: string; author: string };

const LANGUAGES: readonly Language[] = ['en', 'es'];
/** The most sentences generated from one template. */
const EXPANSIONS = 6;

/** The author whose templates are the most common wordings, and count for more. */
const COMMON_AUTHOR = 'evertold';
const COMMON_EXPANSIONS = 24;

/**
 * The share of features left out of each example. Without this, sentences of authors outside the training
 * data are read less well.
 */
const DROPOUT = 0.35;
const ROUNDS = 5;

/** One of a list. */
export function pick<T>(random: Random, list: readonly T[]): T {
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

function folderOf(language: Language): URL {
  return new URL(readingLanguage(language).model.templates, import.meta.url);
}

/** The authors of a language's templates. */
export function authors(language: Language = 'en'): string[] {
  return readdirSync(folderOf(language), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** The SHA-256 of all template files of these authors, as hexadecimal digits. */
export function hashOfTemplates(
  language: Language = 'en',
  of: readonly string[] = authors(language),
): string {
  const hash = createHash('sha256');
  for (const author of of)
    for (const file of filesOf(author, language))
      hash.update(`${author}/${file}\n`).update(read(author, file, language));
  return hash.digest('hex');
}

const filesOf = (author: string, language: Language) =>
  readdirSync(new URL(`${author}/`, folderOf(language)))
    .filter((file) => file.endsWith('.txt'))
    .sort();
const read = (author: string, file: string, language: Language) =>
  readFileSync(new URL(`${author}/${file}`, folderOf(language)), 'utf8');

/** The sentences generated from the templates of these authors. */
export function loadExamples(of: readonly string[], random: Random, language: Language): Example[] {
  const { fillers } = readingLanguage(language).model;
  const begin = (sentence: string) => (random() < 0.15 ? `${pick(random, fillers)} ${sentence}` : sentence);
  return of.flatMap((author) =>
    filesOf(author, language).flatMap((file) => {
      const name = file.replace(/\.txt$/, '');
      const label = (name === 'stories' ? 'tell' : name) as Label;
      if (!(label in ACT_OF)) throw new Error(`${author}/${file}: no such label`);
      return read(author, file, language)
        .split('\n')
        .flatMap((line, at) =>
          examplesOf(line, label, `${author}/${file}:${at + 1}`, author, random).map((example) => ({
            ...example,
            text: begin(example.text),
          })),
        );
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
    text: sentence,
    labels,
    group,
    author,
  }));
}

/**
 * Joined examples, because speech has no full stops: a story runs on into a wish, a wish into a story, a
 * story into a story.
 */
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

const sameWords = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Clauses and pieces of stories as examples of telling, because utterances are read clause by clause. A
 * piece that is an act by itself (“wait a minute”, said the judge) is left out.
 */
export function cutStories(examples: readonly Example[], random: Random, language: Language): Example[] {
  const marks = readingLanguage(language).clauses;
  const acts = new Set(
    examples.filter(({ labels }) => labels[0] !== 'tell').map(({ text }) => sameWords(text)),
  );
  return examples.flatMap((example) => {
    if (example.labels[0] !== 'tell') return [];
    const clauses = segmentUtterance(example.text, marks).flatMap((sentence) => sentence.clauses);
    const words = example.text.split(' ');
    const from = Math.floor(random() * Math.max(1, words.length - 2));
    const scrap = words.slice(from, from + 2 + Math.floor(random() * 5)).join(' ');
    const texts = [...(clauses.length > 1 ? clauses.map(({ text }) => text) : []), scrap];
    return texts.filter((text) => !acts.has(sameWords(text))).map((text) => ({ ...example, text }));
  });
}

/** Logistic regression, one label against the rest. */
function trainModel(examples: readonly Example[], random: Random, language: Language): Model {
  const spoken = readingLanguage(language);
  const rows = examples.map(({ text, labels, group }) => ({
    features: spoken.model.featuresOf(text),
    columns: labels.map(columnOf),
    group,
  }));
  return fitModel(rows, shapeOf(spoken), random, ROUNDS, { dropout: DROPOUT, hashed: HASHED });
}

/** The model trained on these authors. The same templates always give the same model. */
export function trainFrom(language: Language, of: readonly string[] = authors(language)): Buffer {
  const random = randomFrom(4);
  const examples = loadExamples(of, random, language);
  const model = trainModel(
    [...examples, ...cutStories(examples, random, language), ...joinExamples(examples, random, 4000)],
    random,
    language,
  );
  return modelFile(model, shapeOf(readingLanguage(language)), hashOfTemplates(language, of));
}

/** `node train.ts [en|es]`: trains the model of one language, or of all. */
if (import.meta.main) {
  for (const language of LANGUAGES) {
    if (process.argv[2] && process.argv[2] !== language) continue;
    const started = Date.now();
    const { file: name } = readingLanguage(language).model;
    const file = trainFrom(language);
    writeFileSync(new URL(name, import.meta.url), file);
    console.log(`${name}: ${file.length} bytes, ${Math.round((Date.now() - started) / 1000)} s`);
  }
}
