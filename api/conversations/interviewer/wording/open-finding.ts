import type { OpenFinding } from '#api/biography/service/open-findings.ts';
import { sayDate } from '#api/biography/writing/dates.ts';

/**
 * The name of an event told with two dates, in the second person; null for events that are not asked about.
 */
function eventName(about: string): string | null {
  const own = /^(?:wedding|first day at school|graduation|retirement|engagement)$/.exec(about);
  if (own) return `your ${about}`;
  // Nobody is asked to settle a date of death or the person's own date of birth.
  const [, who = '', what = ''] = /^(.+): (wedding|birth)$/.exec(about) ?? [];
  if (what) return `${/^\p{Lu}/u.test(who) ? who : `your ${who}`}’s ${what}`;
  const [, place] = /^(?:moved|came) to (.+)$/.exec(about) ?? [];
  if (place) return `your move to ${place}`;
  const [, work] = /^(?:started at|began at|went to work at|joined) (.+)$/.exec(about) ?? [];
  return work ? `your start at ${work}` : null;
}

/** "1957", "the summer of 1955", "3 June 1954". */
function dateInSentence(edtf: string): string {
  const said = sayDate(edtf);
  return /^(?:spring|summer|autumn|winter)\b/.test(said) ? `the ${said}` : said;
}

/** A plain question: nobody is reproached for two dates or for years without a story. */
export function findingTexts(finding: OpenFinding): string[] {
  if (finding.kind === 'GAP') return ofGap(finding);
  return finding.kind === 'UNSETTLED' ? ofUnsettled(finding) : ofTwoTellings(finding);
}

/** What the person wanted to correct, in their own words. */
function ofUnsettled({ text }: Extract<OpenFinding, { kind: 'UNSETTLED' }>): string[] {
  const said = text.replace(/[.!?…]+$/, '');
  return [`Last time you said, “${said}.” How would you like your book to tell that?`];
}

function ofGap({ fromYear, toYear }: Extract<OpenFinding, { kind: 'GAP' }>): string[] {
  const question = `What filled your days in the years between ${fromYear} and ${toYear}?`;
  return [`There are years I’ve heard little of. ${question}`, question];
}

function ofTwoTellings({ about, dates }: Extract<OpenFinding, { kind: 'CONTRADICTION' }>): string[] {
  const what = eventName(about);
  if (!what) return [];
  const [first, second] = dates.map(dateInSentence);
  return [`You told me two dates for ${what}: ${first} and ${second}. Which is right?`];
}
