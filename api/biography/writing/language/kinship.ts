import { lemma } from '#api/biography/writing/language/words.ts';

const FEMALE =
  'mother grandmother sister wife daughter aunt niece granddaughter girlfriend fiancee stepmother stepsister godmother mother-in-law sister-in-law daughter-in-law great-grandmother great-aunt';
const MALE =
  'father grandfather brother husband son uncle nephew grandson boyfriend fiance stepfather stepbrother godfather father-in-law brother-in-law son-in-law great-grandfather great-uncle';
const EITHER =
  'cousin child friend neighbor neighbour partner parent grandparent teacher boss twin roommate colleague';

/** Relation words by gender; synonyms ("mum", "grandpa") are found under the words here. */
export const KIN: ReadonlyMap<string, 'F' | 'M' | 'N'> = new Map([
  ...FEMALE.split(' ').map((word): [string, 'F'] => [word, 'F']),
  ...MALE.split(' ').map((word): [string, 'M'] => [word, 'M']),
  ...EITHER.split(' ').map((word): [string, 'N'] => [word, 'N']),
]);

const SPOKEN =
  'mom mum mama mommy mummy ma dad daddy papa pop grandma gran granny nana grandmom grandpa granddad grandad gramps auntie aunty hubby';

/** Everything that names a relation, as one alternation for a pattern, longest first. */
export const KIN_PATTERN = [...KIN.keys(), ...SPOKEN.split(' ')]
  .sort((a, b) => b.length - a.length)
  .join('|');

/** "mum" and "Mother" are "mother"; null for what is no relation. */
export function relationOf(word: string): string | null {
  const low = word.toLowerCase().replace(/['’]s$/, '');
  if (KIN.has(low)) return low === 'neighbour' ? 'neighbor' : low;
  if (!SPOKEN.split(' ').includes(low)) return null;
  return low === 'hubby' ? 'husband' : lemma(low);
}
