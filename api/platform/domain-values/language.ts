import type nlp from 'compromise/two';
import { fromApart } from '#api/platform/apart.ts';

type Language = typeof nlp;

let language: Language | undefined;

/**
 * Tags the words of a text with an English dictionary. It takes 50 MB and a quarter of a second to load, so it is
 * loaded with the first text, not at the start.
 */
export function wordsIn(text: string): ReturnType<Language> {
  language ??= fromApart('compromise/two') as Language;
  return language(text);
}

const mostRemembered = 2_000;
const tagged = new Map<string, boolean>();

/**
 * Whether a word or name has one of these tags. A look-up in the dictionary takes 10,000 times as long as one in the
 * cache.
 */
export function isTagged(name: string, tags: string): boolean {
  const key = `${tags} ${name}`;
  const known = tagged.get(key);
  if (known !== undefined) return known;
  const found = wordsIn(name).has(tags);
  if (tagged.size >= mostRemembered) tagged.clear();
  tagged.set(key, found);
  return found;
}
