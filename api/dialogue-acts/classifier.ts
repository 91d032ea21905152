import { readFileSync } from 'node:fs';
import type { Language } from '#api/language/languages.ts';
import { LinearModel, type Shape } from '#api/language/linear-model.ts';
import { readingLanguage } from './choose-language.ts';
import { LABELS } from './labels.ts';
import type { ReadingLanguage } from './reading-language.ts';

/** The shape of a language's model. */
export function shapeOf({ model }: ReadingLanguage): Shape {
  return { columns: LABELS.length, buckets: model.buckets, isSparse: true };
}

/** The model of dialogue acts: gives the chance of each label for a text, independently, 0 to 1. */
export class Classifier extends LinearModel {
  private readonly spoken: ReadingLanguage;

  constructor(file: Buffer, spoken: ReadingLanguage) {
    super(file, shapeOf(spoken));
    this.spoken = spoken;
  }

  /** The chance of each label, in the order of `LABELS`. */
  chances(text: string): Float32Array {
    return this.chancesOf(this.spoken.model.featuresOf(text));
  }
}

const loaded = new Map<Language, Classifier>();

/** The model of a language beside this file, in the sources and in the built server. */
export function classifier(language: Language = 'en'): Classifier {
  const known = loaded.get(language);
  if (known) return known;
  const spoken = readingLanguage(language);
  const read = new Classifier(readFileSync(new URL(spoken.model.file, import.meta.url)), spoken);
  loaded.set(language, read);
  return read;
}
