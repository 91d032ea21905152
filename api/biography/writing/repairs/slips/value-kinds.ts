/** The kinds of values that a word can be a part of, in the order of the model's table. `train.py` has the same kinds. */
export const KINDS = [
  'OTHER',
  'YEAR',
  'DIGITS',
  'UNIT',
  'TEEN',
  'TENS',
  'ORDINAL',
  'LARGE',
  'WEEKDAY',
  'SEASON',
  'MONTH',
  'KIN',
] as const;
export type ValueKind = (typeof KINDS)[number];

/** The kinds that numbers consist of. */
export const NUMBER_KINDS: ReadonlySet<ValueKind> = new Set([
  'YEAR',
  'DIGITS',
  'UNIT',
  'TEEN',
  'TENS',
  'ORDINAL',
  'LARGE',
]);

/** The words of each kind; a word that several kinds have belongs to the first. */
const WORDS = {
  UNIT: 'one two three four five six seven eight nine',
  TEEN: 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  TENS: 'twenty thirty forty fifty sixty seventy eighty ninety',
  ORDINAL: 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth',
  LARGE: 'hundred thousand million dozen half quarter score',
  WEEKDAY: 'monday tuesday wednesday thursday friday saturday sunday',
  SEASON: 'spring summer autumn fall winter',
  MONTH: 'january february march april may june july august september october november december',
  KIN: `mother father brother sister aunt uncle cousin grandmother grandfather nephew niece son daughter wife husband mum mam dad daddy mama
    papa gran granny nan grandad grandpa grandma stepfather stepmother godmother godfather auntie mom`,
} satisfies Partial<Record<ValueKind, string>>;

const kinds = new Map<string, ValueKind>();
for (const [kind, words] of Object.entries(WORDS))
  for (const word of words.split(/\s+/)) if (!kinds.has(word)) kinds.set(word, kind as ValueKind);

export function kindOf(word: string): ValueKind {
  const low = word.toLowerCase().replace(/^['’]+|['’]+$/g, '');
  if (/^(?:1[5-9]|20)\d\d$/.test(low)) return 'YEAR';
  if (/^\p{Nd}/u.test(low)) return 'DIGITS';
  return kinds.get(low) ?? 'OTHER';
}
