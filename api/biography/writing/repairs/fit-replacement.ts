import type { Edit } from './edited-text.ts';
import type { Value } from './values.ts';

/** "A rocking sheep" for the horse of "a rocking horse" becomes "sheep". */
function withoutNeighbours(right: string, old: Pick<Value, 'start' | 'end'>, text: string): string {
  const words = right.split(' ');
  const before = text
    .slice(Math.max(0, old.start - 40), old.start)
    .trim()
    .split(/\s+/)
    .at(-1);
  const after = text
    .slice(old.end, old.end + 40)
    .trim()
    .split(/[^\p{L}'-]+/u)[0];
  if (words.length > 1 && words[0] === before) words.shift();
  if (words.length > 1 && words.at(-1) === after) words.pop();
  return words.join(' ');
}

/** The right words adapted to the place of the wrong ones: "an aunt" becomes "a godmother". */
export function fitReplacement(
  old: Pick<Value, 'start' | 'end'>,
  right: Pick<Value, 'text' | 'kind'>,
  text: string,
): Pick<Edit, 'start' | 'end' | 'text'> {
  const low =
    /^(?:NUMBER|KIN|SEASON|YEAR|THING|ORDINAL)$/.test(right.kind) &&
    !/[.!?…]["”')]* *$|^ *$/.test(text.slice(Math.max(0, old.start - 4), old.start));
  const fresh = /^(?:THING|NAME)$/.test(right.kind) ? withoutNeighbours(right.text, old, text) : right.text;
  const word = low ? fresh.charAt(0).toLowerCase() + fresh.slice(1) : fresh;
  const article = text
    .slice(0, old.start)
    .slice(-4)
    .match(/\b(an?) $/i)?.[1];
  if (!article) return { start: old.start, end: old.end, text: word };
  const fit = /^[aeiou]/i.test(word) ? 'an' : 'a';
  const cased = /^A/.test(article) ? fit.charAt(0).toUpperCase() + fit.slice(1) : fit;
  return { start: old.start - article.length - 1, end: old.end, text: `${cased} ${word}` };
}
