import { findDates, type Life } from '#api/biography/writing/dates.ts';
import { type FoundNumber, findNumbers } from '#api/biography/writing/language/numbers.ts';
import type { Passage } from '#api/biography/writing/proof/evidence.ts';

const CALENDAR_WORD =
  /\b(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day|christmas|easter|thanksgiving)/gi;
const PRONOUN_ONE = /^(?:no|any|every|some|that|this|the|each|which|only|another|other)$/;

/**
 * The numbers of the claim that the evidence lacks, except those inside dates, which are checked as dates.
 */
export function missingNumbers(claim: Passage, evidence: Passage[], life: Life): string[] {
  const dated = findDates(claim.text, life).filter((date) => !date.inferred);
  const keys = new Set(evidence.flatMap((passage) => findNumbers(passage.text).map(keyOf)));
  return findNumbers(claim.text)
    .filter((number) => !dated.some((date) => number.start >= date.start && number.end <= date.end))
    .filter((number) => !keys.has(keyOf(number)) && !isPlainOne(number, claim, evidence))
    .map((number) => number.text);
}

/**
 * The dates of the claim that neither the evidence nor a date entered by the family supports, including
 * bare months and days.
 */
export function missingDates(claim: Passage, evidence: Passage[], life: Life): string[] {
  const evidenceDates = evidence.flatMap((passage) => findDates(passage.text, life)).map((date) => date.edtf);
  const said = evidence.map((passage) => passage.text.toLowerCase()).join('\n');
  const known = life.birthDate ? [...evidenceDates, life.birthDate] : evidenceDates;
  const dates = findDates(claim.text, life).filter((date) => !date.inferred);
  const missing = dates
    .filter((date) => !carries(date.edtf, known, evidenceDates, said))
    .map((date) => date.text);
  for (const match of claim.text.matchAll(CALENDAR_WORD)) {
    const word = match[0].toLowerCase();
    if ((word === 'may' || word === 'march') && match[0] === word) continue;
    if (dates.some((date) => match.index >= date.start && match.index < date.end)) continue;
    const short = word.endsWith('day') ? null : word.slice(0, 3);
    if (!said.includes(word) && !(short && new RegExp(`\\b${short}\\b`).test(said))) missing.push(match[0]);
  }
  return missing;
}

function carries(claim: string, known: string[], evidenceDates: string[], said: string): boolean {
  if (known.includes(claim)) return true;
  if (claim.includes('/')) return claim.split('/').every((end) => carries(end, known, evidenceDates, said));
  const bare = claim.replace(/[~?%]/g, '');
  const doubted = bare !== claim;
  const points = known.flatMap((value) => value.split('/'));
  const certain = points
    .filter((value) => doubted || !/[~?%]/.test(value))
    .map((value) => value.replace(/[~?%]/g, ''));
  const covered = (value: string) =>
    value === bare ||
    value.startsWith(`${bare}-`) ||
    (bare.endsWith('X') && value.startsWith(bare.slice(0, 3)) && /^\d{4}/.test(value));
  if (certain.some(covered)) return true;
  const [year = '', month] = bare.split('-');
  const years = new Set(evidenceDates.flatMap((value) => value.split('/')).map((value) => value.slice(0, 4)));
  return (
    Boolean(month) &&
    years.size === 1 &&
    certain.some((value) => value.slice(0, 4) === year) &&
    partsSaid(bare, said)
  );
}

/** "July" in one source and "1952" in another support "July 1952", when no other year is told beside them. */
function partsSaid(value: string, said: string): boolean {
  const [, middle = '', day] = value.split('-');
  const names: Record<string, string> = {
    '21': 'spring',
    '22': 'summer',
    '23': '(?:autumn|fall)',
    '24': 'winter',
  };
  const month =
    names[middle] ??
    new Date(Date.UTC(2000, Number(middle) - 1, 1)).toLocaleString('en', { month: 'long', timeZone: 'UTC' });
  if (!new RegExp(`\\b${month.toLowerCase()}\\b`).test(said)) return false;
  return !day || findNumbers(said).some((number) => number.value === Number(day));
}

function keyOf(number: FoundNumber): string {
  const zeros = /^0\d/.test(number.text) ? number.text : '';
  return `${number.kind}:${number.value}:${zeros}`;
}

/** "One" is often just a word; as a number, "a" supports it too. */
function isPlainOne(number: FoundNumber, claim: Passage, evidence: Passage[]): boolean {
  if (number.text.toLowerCase() !== 'one') return false;
  const at = claim.tokens.findIndex((token) => token.start === number.start);
  const before = claim.tokens[at - 1]?.norm ?? '';
  const after = claim.tokens[at + 1]?.norm ?? 'of';
  if (PRONOUN_ONE.test(before) || /^(?:of|who|that|i|we|he|she|they|was|is|day|night|time)$/.test(after))
    return true;
  return evidence.some((passage) =>
    passage.tokens.some((token) => /^(?:an?|single|only|one)$/.test(token.norm)),
  );
}
