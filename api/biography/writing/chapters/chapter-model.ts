import { readFileSync } from 'node:fs';
import { type Features, LinearModel } from '#api/language/linear-model.ts';
import { CHAPTERS, type ChapterKey } from '#api/questions/bank/question.ts';
import { BUCKETS } from './features.ts';

/** What a telling is that would stand in any chapter as well, or in none. */
export const NOWHERE = 'nowhere';

export type Column = ChapterKey | typeof NOWHERE;

/** The chapters in the order of the model's columns, and nowhere. */
export const COLUMNS: readonly Column[] = [...CHAPTERS.map(({ key }) => key), NOWHERE];

/** The shape of the model of chapters. */
export const SHAPE = { columns: COLUMNS.length, buckets: BUCKETS };

/** A model of which chapter a telling is told for. Throws when the file is of another shape. */
export class ChapterModel extends LinearModel {
  constructor(file: Buffer) {
    super(file, SHAPE);
  }

  /** The chance that a telling is of each chapter, or of none, each for itself, 0 to 1. */
  chapters(features: Features): Map<string, number> {
    const chances = this.chancesOf(features);
    return new Map(COLUMNS.map((key, at) => [key, chances[at] ?? 0]));
  }
}

let loaded: ChapterModel | null = null;

/** The model that lies beside this file, in the sources as in the built server. */
export function chapterModel(): ChapterModel {
  loaded ??= new ChapterModel(readFileSync(new URL('./chapter-model.bin', import.meta.url)));
  return loaded;
}
