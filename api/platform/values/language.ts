import type nlp from 'compromise/two';
import { fromApart } from '#api/platform/apart.ts';

type Language = typeof nlp;

let language: Language | undefined;

/**
 * What sort of words these are, by an English dictionary. It takes 50 MB and a quarter of a second: it is loaded with
 * the first words that anybody says, not at the start.
 */
export function wordsIn(text: string): ReturnType<Language> {
  language ??= fromApart('compromise/two') as Language;
  return language(text);
}
