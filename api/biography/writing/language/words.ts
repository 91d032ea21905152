import { IRREGULAR, STOP_WORDS } from '#api/biography/writing/language/word-lists.ts';

export interface Token {
  /** As it stands in the text. */
  text: string;
  /** Lower case, straight apostrophes, no accents, no possessive. */
  norm: string;
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’ʼ][\p{L}\p{M}]+)*/gu;
/** Plain ASCII words, which most are, need no Unicode normalisation. */
const PLAIN_WORD = /^[\w' -]*$/;
const UNSEEN = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

/**
 * The text with plain quotes, dashes and spaces. The length is the same unless it had invisible characters.
 */
export function plain(text: string): string {
  return text
    .normalize('NFC')
    .replace(UNSEEN, '')
    .replace(/[’‘ʼ′`]/g, "'")
    .replace(/[“”„«»″]/g, '"')
    .replace(/[‐‑‒]/g, '-')
    .replace(/[\u00a0\u2007\u202f]/g, ' ');
}

/** Lower case without accents, so that "José" and "Jose" are equal. */
export function fold(word: string): string {
  if (PLAIN_WORD.test(word)) return word.toLowerCase();
  return plain(word).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words of a text. Hyphens separate words, "don't" is one word, and a possessive loses its ending. */
export function tokens(text: string): Token[] {
  return Array.from(text.matchAll(WORD), (match) => ({
    text: match[0],
    norm: fold(match[0]).replace(/'s$/, ''),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** The number of words in a text. */
export function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0;
}

export function isStopWord(norm: string): boolean {
  return STOP_WORDS.has(norm) || norm.length === 1;
}

/**
 * A word without its inflection: "walked", "walking" and "walks" are equal, and "went" is "go". It need not
 * be a dictionary form, because both sides of every comparison use it.
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

/** The content words of a text, uninflected, in order. */
export function contentLemmas(text: string): string[] {
  return tokens(text)
    .filter((token) => !isStopWord(token.norm) && /\p{L}/u.test(token.norm))
    .map((token) => lemma(token.norm));
}
