import type { Language } from '#api/language/languages.ts';
import { readingLanguage } from './choose-language.ts';

/**
 * What a wish is about, in the person's own words (“my sister Rosa”, “the divorce”); null when the words
 * only point (“that”, “those things”, “him”). It is found by its place in the sentence.
 */
export function objectOf(wish: string, language: Language = 'en'): string | null {
  return readingLanguage(language).objects.objectOf(wish);
}

/** Like `objectOf`, but null unless a phrase such as “about …” or “leave … out” names it. */
export function namedIn(wish: string, language: Language = 'en'): string | null {
  return readingLanguage(language).objects.namedIn(wish);
}

/** What a sentence before a wish says was told: “you see the bit about my son? Hold that back.” */
export function toldIn(text: string, language: Language = 'en'): string | null {
  return readingLanguage(language).objects.toldIn(text);
}

/** What a sentence announces as a theme: “I may tell you things about Partition”, “there was the business with the will”. */
export function announcedIn(text: string, language: Language = 'en'): string | null {
  return readingLanguage(language).objects.announcedIn(text);
}

/** The words of a wish that are not wish words: what it may refer back to. */
export function objectWords(wish: string, language: Language = 'en'): string {
  return readingLanguage(language).objects.objectWords(wish);
}

/** The sentences of an utterance that contain a part of it. */
export function sentenceAround(utterance: string, { start, end }: { start: number; end: number }): string {
  const before = Math.max(...['.', '!', '?', '\n'].map((mark) => utterance.lastIndexOf(mark, start - 1)));
  const after = utterance.slice(Math.max(start, end - 1)).search(/[.!?\n]/);
  return utterance.slice(before + 1, after < 0 ? undefined : Math.max(start, end - 1) + after + 1).trim();
}
