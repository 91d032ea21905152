import { IRREGULAR, STOP_WORDS } from '#api/biography/writing/language/word-lists.ts';

export interface Token {
  /** As it stands in the text. */
  text: string;
  /** Lower case, straight apostrophes, no marks over letters, no possessive. */
  norm: string;
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’ʼ][\p{L}\p{M}]+)*/gu;
/** Most words; they need no unfolding. */
const PLAIN_WORD = /^[\w' -]*$/;
const UNSEEN = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

/** The text with every kind of quote, dash and space made plain, and of the same length wherever no unseen character stood. */
export function plain(text: string): string {
  return text
    .normalize('NFC')
    .replace(UNSEEN, '')
    .replace(/[’‘ʼ′`]/g, "'")
    .replace(/[“”„«»″]/g, '"')
    .replace(/[‐‑‒]/g, '-')
    .replace(/[\u00a0\u2007\u202f]/g, ' ');
}

/** Lower case without marks, so that "José" and "Jose" are one. */
export function fold(word: string): string {
  if (PLAIN_WORD.test(word)) return word.toLowerCase();
  return plain(word).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words of a text; hyphens part them, "don't" is one, and a possessive loses its mark. */
export function tokens(text: string): Token[] {
  return Array.from(text.matchAll(WORD), (match) => ({
    text: match[0],
    norm: fold(match[0]).replace(/'s$/, ''),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** How many words a text has. */
export function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0;
}

export function isStopWord(norm: string): boolean {
  return STOP_WORDS.has(norm) || norm.length === 1;
}

/**
 * What is left of a word without its inflection: "walked", "walking" and "walks" are one, "went" is "go".
 * Both sides of every comparison go through it, so it need not be a dictionary's form.
 */
export function lemma(norm: string): string {
  const irregular = IRREGULAR.get(norm);
  if (irregular) return irregular;
  let word = norm.replace(/'(?:s|re|ve|ll|d|m)$/, '');
  if (word.length > 5 && word.endsWith('ness')) word = word.slice(0, -4);
  if (word.length > 4 && word.endsWith('ly')) word = word.slice(0, -2);
  if (word.length > 4 && word.endsWith('ies')) word = `${word.slice(0, -3)}y`;
  else if (word.length > 4 && /(?:s|x|z|ch|sh)es$/.test(word)) word = word.slice(0, -2);
  else if (word.length > 3 && word.endsWith('s') && !/(?:ss|us|is)$/.test(word)) word = word.slice(0, -1);
  if (word.length > 5 && word.endsWith('ing') && /[aeiouy]/.test(word.slice(0, -3))) word = word.slice(0, -3);
  else if (word.length > 4 && word.endsWith('ied')) word = `${word.slice(0, -3)}y`;
  else if (word.length > 4 && word.endsWith('ed') && /[aeiouy]/.test(word.slice(0, -2)))
    word = word.slice(0, -2);
  if (/([bdfgmnprt])\1$/.test(word)) word = word.slice(0, -1);
  if (word.length > 3 && word.endsWith('e')) word = word.slice(0, -1);
  if (word.length > 3 && word.endsWith('i')) word = `${word.slice(0, -1)}y`;
  return IRREGULAR.get(word) ?? word;
}

/** The words that carry a text's meaning, uninflected, in their order. */
export function contentLemmas(text: string): string[] {
  return tokens(text)
    .filter((token) => !isStopWord(token.norm) && /\p{L}/u.test(token.norm))
    .map((token) => lemma(token.norm));
}
