const NUMBERS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
].concat(['twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen']);
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const NUMBER = `(\\d{1,2}|(?:${TENS.join('|')})(?:[- ](?:${NUMBERS.slice(1, 10).join('|')}))?|${NUMBERS.slice(1).join('|')})`;
/**
 * "I was nine", "at thirteen", "when I turned sixteen"; but not "I was nine days there" or "at six
 * o'clock".
 */
const AGE = new RegExp(
  `\\b(?:I (?:was|am|turned)|I['’](?:d be|m)|I must have been|aged?|age of|at|of me at)(?: (?:about|only|maybe|just|not yet|going on|barely|all of))? ${NUMBER}(?= years? old|[.,;:!?]|$| (?:and|when|I|my|the|years of age|then|or)\\b)`,
  'giu',
);

/**
 * The person's age in a telling, as the telling says it; the youngest of several, or null when there is
 * none.
 */
export function ageSaid(text: string): number | null {
  const ages = Array.from(text.matchAll(AGE), ([, number = '']) => numberOf(number.toLowerCase())).filter(
    (age) => age > 2,
  );
  return ages.length === 0 ? null : Math.min(...ages);
}

function numberOf(word: string): number {
  if (/^\d/.test(word)) return Number(word);
  const [ten = '', one = ''] = word.split(/[- ]/);
  const tens = TENS.indexOf(ten);
  return tens < 0 ? NUMBERS.indexOf(ten) : (tens + 2) * 10 + Math.max(0, NUMBERS.indexOf(one));
}

/** The stage of life that an age belongs to; null for no age. */
export function stageOfLife(age: number | null): string | null {
  if (age === null) return null;
  return STAGES.find(([below]) => age < below)?.[1] ?? 'old';
}

const STAGES: [number, string][] = [
  [0, 'before'],
  [6, 'small'],
  [13, 'child'],
  [20, 'young'],
  [65, 'grown'],
];
