import { readFileSync } from 'node:fs';
import { LinearModel } from '#api/language/linear-model.ts';
import { BUCKETS, featuresOf } from './features.ts';
import { LABELS } from './labels.ts';

export const SHAPE = { columns: LABELS.length, buckets: BUCKETS, isSparse: true };

/** The model of dialogue acts: gives the chance of each label for a text, independently, 0 to 1. */
export class Classifier extends LinearModel {
  constructor(file: Buffer) {
    super(file, SHAPE);
  }

  /** The chance of each label, in the order of `LABELS`. */
  chances(text: string): Float32Array {
    return this.chancesOf(featuresOf(text));
  }
}

let loaded: Classifier | null = null;

/** The model beside this file, in the sources and in the built server. */
export function classifier(): Classifier {
  loaded ??= new Classifier(readFileSync(new URL('./act-model.bin', import.meta.url)));
  return loaded;
}
