import { readFileSync } from 'node:fs';
import { type Features, LinearModel } from '#api/language/linear-model.ts';
import { BUCKETS } from './pairs.ts';

/**
 * The outputs of the model: whether a value corrects another, and whether a sentence only speaks about
 * that.
 */
export const COLUMNS = ['puts right', 'only remarks'] as const;

export const SHAPE = { columns: COLUMNS.length, buckets: BUCKETS };

let loaded: LinearModel | null = null;

/** The model beside this file, in the sources and in the built server. */
export function remarkModel(): LinearModel {
  loaded ??= new LinearModel(readFileSync(new URL('./remark-model.bin', import.meta.url)), SHAPE);
  return loaded;
}

/** The chance, 0 to 1, that the right value of a pair corrects the other. */
export function chanceOfPair(features: Features): number {
  return remarkModel().chancesOf(features)[0] ?? 0;
}

/** The chance, 0 to 1, that a sentence tells nothing except what was corrected. */
export function chanceOfRemark(features: Features): number {
  return remarkModel().chancesOf(features)[1] ?? 0;
}
