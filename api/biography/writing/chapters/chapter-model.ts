import { readFileSync } from 'node:fs';
import { type Features, LinearModel } from '#api/language/linear-model.ts';
import { CHAPTERS, type ChapterKey } from '#api/questions/bank/question.ts';
import { BUCKETS } from './features.ts';

/** The label of a telling that fits into any chapter, or into none. */
export const NOWHERE = 'nowhere';

export type Column = ChapterKey | typeof NOWHERE;

/** The chapters in the order of the model's columns, and `nowhere`. */
export const COLUMNS: readonly Column[] = [...CHAPTERS.map(({ key }) => key), NOWHERE];

/** The shape of the chapter model. */
export const SHAPE = { columns: COLUMNS.length, buckets: BUCKETS };

/** A model that finds the chapter of a telling. Throws when the file has another shape. */
export class ChapterModel extends LinearModel {
  constructor(file: Buffer) {
    super(file, SHAPE);
  }

  /** The chance of each chapter, and of none, for a telling. The chances are independent, 0 to 1. */
  chapters(features: Features): Map<string, number> {
    const chances = this.chancesOf(features);
    return new Map(COLUMNS.map((key, at) => [key, chances[at] ?? 0]));
  }
}

let loaded: ChapterModel | null = null;

/** The model beside this file, in the sources and in the built server. */
export function chapterModel(): ChapterModel {
  loaded ??= new ChapterModel(readFileSync(new URL('./chapter-model.bin', import.meta.url)));
  return loaded;
}
