import { isGivenName } from '#api/biography/writing/naming/given-names.ts';
import names from './public-names.json' with { type: 'json' };

const FIGURES = new Set(names.figures.map((name) => name.toLowerCase()));
const ALONE = new Set(names.alone);
const BRANDS = new Set(names.brands);

/**
 * Sayings, fictional characters, songs and brands: their names belong to nobody in a family. Only fixed
 * phrases.
 */
export const SAYINGS = new RegExp(
  `(?<!\\p{L})(?:${names.sayings
    .toSorted((a, b) => b.length - a.length)
    .map(patternOf)
    .join('|')})(?!\\p{L})`,
  'gu',
);

/**
 * A pattern for a phrase in its spellings: with or without points and commas, "&" for "and", spaces for
 * hyphens.
 */
function patternOf(phrase: string): string {
  const first = phrase.charAt(0);
  const rest = phrase
    .slice(1)
    .replaceAll('.', '\\.?')
    .replaceAll(',', ',?')
    .replaceAll(' and ', ' (?:and|&) ')
    .replace(/[ -]/g, '[ -]');
  return `[${first.toLowerCase()}${first.toUpperCase()}]${rest}`;
}

/** Whether it is a maker's name that is not a given name. */
export function isBrand(word: string): boolean {
  return BRANDS.has(word) && !isGivenName(word);
}

/** Whether it is a public figure or a maker, by the whole name or by one that stands alone. */
export function isPublicName(name: string): boolean {
  const low = name.toLowerCase().replace(/[’ʼ]/g, "'");
  return FIGURES.has(low) || ALONE.has(low) || BRANDS.has(low);
}
