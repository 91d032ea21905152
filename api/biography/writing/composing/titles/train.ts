import { readFileSync, writeFileSync } from 'node:fs';
import { fitRidge, type LabelledFeatures } from '#api/language/linear-training.ts';
import { splitSentences } from '#api/language/sentences.ts';
import type { StoryUnit } from '../story-unit.ts';
import { evidenceForTitle } from '../title-promise.ts';
import { rankTitles } from '../titles.ts';

/** A story with the candidates for its title that an editor would print above it in a book, and those refused. */
interface JudgedStory {
  question: string;
  said: string;
  printed: string[];
  refused: string[];
}

const judged = JSON.parse(readFileSync(new URL('./judged.json', import.meta.url), 'utf8')) as JudgedStory[];
const RIDGE = { cost: 0.015, steps: 500 };
/** Every fifth story is left out in turn to measure the weights. */
const FOLDS = 5;

function unitOf({ question, said }: JudgedStory): StoryUnit {
  const sentences = splitSentences(said).map(({ text }, at) => ({
    text,
    sources: [{ messageId: `${at}`, start: 0, end: text.length }],
  }));
  return { question: { text: question, chapterKey: null }, paragraphs: [sentences] };
}

interface JudgedCandidate {
  story: number;
  isPrinted: boolean;
  evidence: Record<string, number>;
}

function candidatesOf(one: JudgedStory, story: number): JudgedCandidate[] {
  const { ranked, titled } = rankTitles(unitOf(one), [], new Set(), []);
  return ranked
    .filter(({ text }) => one.printed.includes(text) || one.refused.includes(text))
    .map((candidate) => ({
      story,
      isPrinted: one.printed.includes(candidate.text),
      evidence: evidenceForTitle(candidate, titled),
    }));
}

type Weights = Record<string, number>;

function fitWeights(candidates: readonly JudgedCandidate[]): Weights {
  const names = [...new Set(candidates.flatMap(({ evidence }) => Object.keys(evidence)))].sort();
  const examples = candidates.map(({ evidence, isPrinted }): LabelledFeatures => {
    const present = Object.entries(evidence).filter(([, strength]) => strength !== 0);
    return {
      features: {
        index: Int32Array.from(present, ([name]) => names.indexOf(name)),
        value: Float32Array.from(present, ([, strength]) => strength),
      },
      columns: isPrinted ? [0] : [],
    };
  });
  const { weights, biases } = fitRidge(examples, names.length, RIDGE);
  const rounded = (weight: number) => Math.round(weight * 1000) / 1000;
  return {
    bias: rounded(biases[0] ?? 0),
    ...Object.fromEntries(names.map((name, at) => [name, rounded(weights[at] ?? 0)])),
  };
}

const promise = (weights: Weights, evidence: Record<string, number>) =>
  Object.entries(evidence).reduce((sum, [name, strength]) => sum + strength * (weights[name] ?? 0), 0);

const all = judged.flatMap(candidatesOf);
let right = 0;
let possible = 0;
for (let fold = 0; fold < FOLDS; fold++) {
  const weights = fitWeights(all.filter(({ story }) => story % FOLDS !== fold));
  for (const [story, own] of Map.groupBy(all, (one) => one.story)) {
    if (story % FOLDS !== fold || !own.some(({ isPrinted }) => isPrinted)) continue;
    possible += 1;
    const best = own.toSorted((a, b) => promise(weights, b.evidence) - promise(weights, a.evidence))[0];
    right += Number(best?.isPrinted);
  }
}
console.log(`left-out stories with a title to print: ${right} of ${possible}`);

const weights = Object.entries(fitWeights(all)).filter(([, weight]) => weight !== 0);
const lines = weights.map(([name, weight]) => `  ${/^\w+$/.test(name) ? name : `'${name}'`}: ${weight},`);
writeFileSync(
  new URL('../title-weights.ts', import.meta.url),
  `/** How much each sign counts. \`node api/biography/writing/composing/titles/train.ts\` writes them. */
export const WEIGHTS: Record<string, number> = {\n${lines.join('\n')}\n};\n`,
);
