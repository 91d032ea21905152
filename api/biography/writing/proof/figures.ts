import type { Life } from '#api/biography/writing/dates.ts';
import type { FoundNumber } from '#api/biography/writing/language/numbers.ts';
import type { Passage } from '#api/biography/writing/proof/passage.ts';
import type { ProofWords } from '#api/biography/writing/proof/proof-words.ts';

/**
 * The numbers of the claim that the evidence lacks, except those inside dates, which are checked as dates.
 */
export function missingNumbers(
  claim: Passage,
  evidence: readonly Passage[],
  life: Life,
  { findNumbers, findDates, isPlainWord }: ProofWords,
): string[] {
  const dated = findDates(claim.text, life).filter((date) => !date.inferred);
  const keys = new Set(evidence.flatMap((passage) => findNumbers(passage.text).map(keyOf)));
  return findNumbers(claim.text)
    .filter((number) => !dated.some((date) => number.start >= date.start && number.end <= date.end))
    .filter((number) => !keys.has(keyOf(number)) && !isPlainWord(number, claim, evidence))
    .map((number) => number.text);
}

/**
 * The dates of the claim that neither the evidence nor a date entered by the family supports, including
 * bare months and days.
 */
export function missingDates(
  claim: Passage,
  evidence: readonly Passage[],
  life: Life,
  words: ProofWords,
): string[] {
  const { findDates } = words;
  const evidenceDates = evidence.flatMap((passage) => findDates(passage.text, life)).map((date) => date.edtf);
  const said = evidence.map((passage) => passage.text.toLowerCase()).join('\n');
  const known = life.birthDate ? [...evidenceDates, life.birthDate] : evidenceDates;
  const dates = findDates(claim.text, life).filter((date) => !date.inferred);
  const missing = dates
    .filter((date) => !carries(date.edtf, known, evidenceDates, said, words))
    .map((date) => date.text);
  for (const match of claim.text.matchAll(words.calendarWord)) {
    const word = match[0].toLowerCase();
    if (words.isOtherThanDate(match[0])) continue;
    if (dates.some((date) => match.index >= date.start && match.index < date.end)) continue;
    const short = word.endsWith('day') ? null : word.slice(0, 3);
    if (!said.includes(word) && !(short && new RegExp(`\\b${short}\\b`).test(said))) missing.push(match[0]);
  }
  return missing;
}

function carries(
  claim: string,
  known: string[],
  evidenceDates: string[],
  said: string,
  words: ProofWords,
): boolean {
  if (known.includes(claim)) return true;
  if (claim.includes('/'))
    return claim.split('/').every((end) => carries(end, known, evidenceDates, said, words));
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
    partsSaid(bare, said, words)
  );
}

/** "July" in one source and "1952" in another support "July 1952", when no other year is told beside them. */
function partsSaid(value: string, said: string, { monthPattern, findNumbers }: ProofWords): boolean {
  const [, middle = '', day] = value.split('-');
  if (!new RegExp(`\\b${monthPattern(middle)}\\b`).test(said)) return false;
  return !day || findNumbers(said).some((number) => number.value === Number(day));
}

function keyOf(number: FoundNumber): string {
  const zeros = /^0\d/.test(number.text) ? number.text : '';
  return `${number.kind}:${number.value}:${zeros}`;
}
