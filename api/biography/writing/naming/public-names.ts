import { isGivenName } from '#api/biography/writing/naming/given-names.ts';
import names from './public-names.json' with { type: 'json' };

const FIGURES = new Set(names.figures.map((name) => name.toLowerCase()));
const ALONE = new Set(names.alone);
const BRANDS = new Set(names.brands);

/** Sayings, figures of tales, songs and brands: whoever is named in them lives in no family. Fixed phrases alone. */
export const SAYINGS = new RegExp(
  `(?<!\\p{L})(?:${names.sayings
    .toSorted((a, b) => b.length - a.length)
    .map(patternOf)
    .join('|')})(?!\\p{L})`,
  'gu',
);

/** A phrase as one may write it: with or without its points and commas, "&" for "and", hyphens for spaces. */
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

/** True for a maker's name that nobody is given. */
export function isBrand(word: string): boolean {
  return BRANDS.has(word) && !isGivenName(word);
}

/** True for somebody whom everybody knows, or a maker: by the whole name, or by one that stands for them. */
export function isPublicName(name: string): boolean {
  const low = name.toLowerCase().replace(/[’ʼ]/g, "'");
  return FIGURES.has(low) || ALONE.has(low) || BRANDS.has(low);
}
