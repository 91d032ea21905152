import { sayDate } from '#api/biography/writing/dates.ts';
import { KIN_PATTERN, relationOf } from '#api/biography/writing/language/kinship.ts';

/** The words of one language by which tellings are compared, and the questions about what doesn't agree. */
export interface FindingWords {
  /** The events that a sentence names. `about` is the same for the same event. */
  eventsIn(text: string): EventInText[];
  /** Words of doubt, of denial, of what others say, and of a second event of the kind. */
  doubted: RegExp;
  clauseBreak: RegExp;
  /** Words before an event or a date that tell only another time: "until I was married". */
  subordinate: RegExp;
  otherTime: RegExp;
  twoDates(about: string, left: string, right: string): string;
  nothingBetween(from: number, to: number): string;
  unclearCorrection(text: string): string;
}

const EVENTS: { about: string; pattern: RegExp }[] = [
  {
    about: 'wedding',
    pattern: /\b(?:(?:I|we) (?:got |were |was )?married|our wedding|we had the wedding|our wedding day)\b/i,
  },
  { about: 'birth', pattern: /\bI was born\b/i },
  { about: 'first day at school', pattern: /\bI (?:started|began) school\b/i },
  { about: 'graduation', pattern: /\bI (?:had )?graduated\b/i },
  { about: 'retirement', pattern: /\bI (?:had )?retired\b/i },
  { about: 'engagement', pattern: /\b(?:we (?:got|were|became) engaged|he proposed)\b/i },
];
const KIN_EVENT = new RegExp(
  `\\b[Mm]y (?:late |older |younger |little |big )?(${KIN_PATTERN})(?: (?!and\\b)(\\p{Lu}\\p{L}+))?,? (?:was |had |got )?(born|died|passed away|married|killed)\\b`,
  'u',
);
const NAME_EVENT = /(?<![\p{L}] )\b(\p{Lu}\p{L}{2,}) (?:was |had )?(born|died|passed away|killed)\b/u;
const PLACE_EVENT =
  /\b(?:I|[Ww]e) (moved to|came to|started at|began at|went to work at|joined) (?:the )?(\p{Lu}[\p{L}.]+(?: \p{Lu}\p{L}+)*)/u;

const DOUBTED =
  /\?|\b(?:not|never|n't|if|would|could|should|might|almost|nearly|supposed to|going to|wanted to|said|says|told|thought|again|second|third|re-?married|anniversary|first (?:husband|wife|marriage))\b/i;
const CLAUSE_BREAK =
  /[;:]|\b(?:and|but|so|or|until|till|before|after|since|when|while|because|who|which|where|than)\b/i;
/** “From 1941 until I was married” tells no date of the wedding. */
const SUBORDINATE =
  /\b(?:until|till|before|after|since|when|while|once|because|although|though|than|whether|by the time|as soon as|as long as) (?:\S+ )?$/i;
const OTHER_TIME = /\b(?:until|till|before|after|since|by|from|than|of) (?:the )?$/i;

/** An event that a sentence names, and where. */
export interface EventInText {
  about: string;
  start: number;
  end: number;
}

/** Relatives of whom a person may have several: without a name, it is unclear who is meant. */
const SEVERAL =
  /^(?:brother|sister|sibling|half-|step|son|daughter|child|cousin|aunt|uncle|niece|nephew|grandson|granddaughter|grandchild|great-|foster|god|twin|.*-in-law)/;

function eventsOf(text: string): EventInText[] {
  const at = (about: string, match: RegExpMatchArray) => {
    const start = match.index ?? 0;
    return { about, start, end: start + match[0].length };
  };
  const found = EVENTS.flatMap(({ about, pattern }) => {
    const match = pattern.exec(text);
    return match ? [at(about, match)] : [];
  });
  const kin = KIN_EVENT.exec(text);
  const relation = relationOf(kin?.[1] ?? '') ?? kin?.[1] ?? '';
  const who = kin?.[2] ?? (SEVERAL.test(relation) ? null : relation);
  if (kin && who) found.push(at(`${who}: ${eventWord(kin[3] ?? '')}`, kin));
  const name = NAME_EVENT.exec(text);
  if (name && !kin) found.push(at(`${name[1]}: ${eventWord(name[2] ?? '')}`, name));
  const place = PLACE_EVENT.exec(text);
  if (place) found.push(at(`${place[1]} ${place[2]}`, place));
  return found;
}

function eventWord(word: string): string {
  return /died|passed|killed/.test(word) ? 'death' : word === 'married' ? 'wedding' : 'birth';
}

export const ENGLISH_FINDINGS: FindingWords = {
  eventsIn: eventsOf,
  doubted: DOUBTED,
  clauseBreak: CLAUSE_BREAK,
  subordinate: SUBORDINATE,
  otherTime: OTHER_TIME,
  twoDates: (about, left, right) =>
    `I have two dates for the ${about}: ${sayDate(left)} and ${sayDate(right)}. Which is right?`,
  nothingBetween: (from, to) =>
    `Nothing is told yet of the years between ${from} and ${to}. Where were you living then?`,
  unclearCorrection: (text) =>
    `“${text}” sounded like a correction, and it wasn’t clear of what. How should it read?`,
};
