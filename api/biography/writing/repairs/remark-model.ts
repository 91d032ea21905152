import { readFileSync } from 'node:fs';
import { type Features, LinearModel } from '#api/language/linear-model.ts';
import { BUCKETS } from './pairs.ts';

/** What the model tells: whether a value puts another right, and whether a sentence only speaks of that. */
export const COLUMNS = ['puts right', 'only remarks'] as const;

export const SHAPE = { columns: COLUMNS.length, buckets: BUCKETS };

let loaded: LinearModel | null = null;

/** The model that lies beside this file, in the sources as in the built server. */
export function remarkModel(): LinearModel {
  loaded ??= new LinearModel(readFileSync(new URL('./remark-model.bin', import.meta.url)), SHAPE);
  return loaded;
}

/** How likely it is, 0 to 1, that a pair's right value puts the other right. */
export function chanceOfPair(features: Features): number {
  return remarkModel().chancesOf(features)[0] ?? 0;
}

/** How likely it is, 0 to 1, that a sentence tells nothing but what was put right. */
export function chanceOfRemark(features: Features): number {
  return remarkModel().chancesOf(features)[1] ?? 0;
}
