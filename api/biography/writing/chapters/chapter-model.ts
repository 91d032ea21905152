import { readFileSync } from 'node:fs';
import { LinearModel } from '#api/language/linear-model.ts';
import { SENTENCE_DIMENSIONS } from '#api/language/sentence-encoder.ts';
import { CHAPTERS, type ChapterKey } from '#api/questions/bank/question.ts';
import { BUCKETS, featuresOf, type Known, meaningFeaturesOf } from './features.ts';

/** The label of a telling that fits into any chapter, or into none. */
export const NOWHERE = 'nowhere';

export type Column = ChapterKey | typeof NOWHERE;

/** The chapters in the order of the models' columns, and `nowhere`. */
export const COLUMNS: readonly Column[] = [...CHAPTERS.map(({ key }) => key), NOWHERE];

/** The shapes of the model of words and of the model of meanings. */
export const WORD_SHAPE = { columns: COLUMNS.length, buckets: BUCKETS };
export const MEANING_SHAPE = { columns: COLUMNS.length, buckets: SENTENCE_DIMENSIONS };

/** The files of the two models. */
export type ModelFiles = { words: Buffer; meanings: Buffer };

/** How much each of the two models counts when both have read a telling. They share what they know. */
const TOGETHER = 0.75;

/**
 * Finds the chapter of a telling by its words, and by its meaning where that is known. Two models trained apart know
 * more than one with all features, in which the words explain every training text and the meaning learns nothing.
 */
export class ChapterModel {
  private readonly words: LinearModel;
  private readonly meanings: LinearModel;

  /** Throws when a file has another shape. */
  constructor({ words, meanings }: ModelFiles) {
    this.words = new LinearModel(words, WORD_SHAPE);
    this.meanings = new LinearModel(meanings, MEANING_SHAPE);
  }

  /** The hashes of the data of both models. */
  get dataHashes(): string[] {
    return [this.words.dataHash, this.meanings.dataHash];
  }

  /** The odds of each chapter, and of none, for a telling. They are independent of each other. */
  oddsOf(text: string, known: Known = {}): Map<string, number> {
    const byWords = this.words.chancesOf(featuresOf(text, known));
    const features = meaningFeaturesOf(text);
    const byMeaning = features && this.meanings.chancesOf(features);
    return new Map(
      COLUMNS.map((key, at) => {
        const odds = oddsOfChance(byWords[at] ?? 0);
        return [key, byMeaning ? (odds * oddsOfChance(byMeaning[at] ?? 0)) ** TOGETHER : odds];
      }),
    );
  }
}

function oddsOfChance(chance: number): number {
  return chance / Math.max(Number.EPSILON, 1 - chance);
}

let loaded: ChapterModel | null = null;

/** The model beside this file, in the sources and in the built server. */
export function chapterModel(): ChapterModel {
  const read = (name: string) => readFileSync(new URL(name, import.meta.url));
  loaded ??= new ChapterModel({ words: read('./chapter-model.bin'), meanings: read('./meaning-model.bin') });
  return loaded;
}
