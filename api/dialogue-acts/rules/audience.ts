import { plainText, wish } from './clauses.ts';

/**
 * Who may read words, as the person said it. `only` and `except` are people as the person calls them: names and
 * relations in lower case. The date of UNTIL is the first day on which everybody may read; `age` is the person's own.
 */
export type SaidAudience =
  | { kind: 'AFTER_DEATH' }
  | { kind: 'UNTIL'; year: number; month: number; day: number }
  | { kind: 'UNTIL_AGE'; age: number }
  | { kind: 'ONLY'; people: string[] }
  | { kind: 'EXCEPT'; people: string[] };

const GONE =
  '(?:gone|dead|buried|no longer (?:here|with you|around|alive)|not (?:here|around|with you)(?: any ?more)?|not alive|under the ground|in (?:my grave|the ground|heaven)|six feet under|under the (?:clay|sod|turf|daisies|grass)|pushing up (?:the )?daisies|in my (?:box|coffin|urn)|with (?:the lord|jesus|god|my maker)|carried (?:out|off|up|down|away)(?: \\p{L}+){0,4}?|laid (?:to rest|beside \\p{L}+(?: \\p{L}+)?)|put (?:in the ground|under)|taken (?:out|up) (?:\\p{L}+ ){0,3}?(?:box|hill|churchyard)|departed|passed(?: on| away| over)?|died)';
const I_AM = "(?:i'm|i am|i've|i have|i've been|i have been|i was|i)";
/** The time after the person's death: “until I'm gone”, “after my funeral”. */
const MY_DEATH = `(?:${I_AM} (?:all |long |well |safely |really |dead and )*${GONE}|i (?:die|pass(?: on| away| over)?|go)(?= ?(?:$|[.,;!?]))|(?:my|the day of my) (?:death|funeral|passing|burial)|(?:they've|they have) (?:buried|put|carried|laid) me(?: \\p{L}+){0,3}|after me(?= ?(?:$|[.,;!?]|and)))`;

const AFTER = new RegExp(
  `\\b(?:until|till|'til|unless|after|once|when)(?: after| the day| such time as)? ${MY_DEATH}`,
  'u',
);
const BEFORE = new RegExp(`\\bbefore ${MY_DEATH}`);
const WHILE_ALIVE =
  /\b(?:(?:while|whilst|as long as|so long as) (?:i'm|i am|i) (?:still )?(?:alive|living|live|here|around|breathing|with you)|(?:in|during) my lifetime)\b/;
const HOLDS_BACK =
  /\b(?:not|\w+n't|cannot|nobody|no one|none|no|never|nothing|wait|waits|keep|keeps|hold|holds|leave|lock|save|stay|stays|put (?:that|this|it) (?:away|aside|by)|back|only)\b/;
const ALLOWS = /\b(?:can|may|could|might|then|all right|fine|okay|ok|let (?:them|her|him|everyone))\b/;
/** Words that ask for more than a time: they never open anything. */
const FOR_EVER = /\b(?:even|ever|never|burn|destroy|delete|erase|throw|tear)\b/;
/** Any time that the words may name. */
const A_TIME =
  /\b(?:until|till|'til|unless|before|after|once|when|while|whilst|as long as|so long as|lifetime|years?)\b/;

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const MONTH = `(${MONTHS.join('|')})`;
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?';
const A_DATE = new RegExp(
  `\\b(until|till|'til|before|after) (?:the )?(?:(end|start|beginning) of )?(?:the year )?(?:(?:${DAY} (?:of )?)?${MONTH}(?: ${DAY})?,? )?((?:19|20|21)\\d\\d)\\b`,
);

const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const ONES = 'one two three four five six seven eight nine'.split(' ');
const AN_AGE = new RegExp(
  `\\b(?:until|till|'til|before) (?:i'm|i am|i turn|i reach|i've turned|i have turned) (\\d{2,3}|(?:a|one) hundred|(?:${TENS.join('|')})(?:[- ](?:${ONES.join('|')}))?)(?= ?(?:$|[.,;!?]))`,
);

/** “My”, “the” and the like say nothing about who is meant. */
const DETERMINER = '(?:(?:my|the|our|any of my|any of the|any of our|all my|all the|all of my) )?';
const RELATION =
  '(?:(?:grand)?(?:son|daughter|child)|sister|brother|niece|nephew|cousin|wife|husband|friend|neighbour|neighbor)';
/** “Rita”, “my daughters”, “my granddaughter Rita”. */
const PERSON = `${DETERMINER}(?:${RELATION} (?!(?:may|can|could|should|shall|must|might|to|is|alone|only|and|or|nor|but|please)\\b))?[\\p{L}][\\p{L}'-]*`;
const PEOPLE = `(${PERSON}(?:(?:,? and |,? or |,? nor |, )${PERSON})*)`;
const THAT =
  "(?:that|this|it|any of (?:that|this|it)|what i(?:'ve| have)?(?: just)? (?:said|told you)|(?:that|this|the) (?:last )?(?:bit|part|one|story|thing))";
const LEARNS = '(?:know|hear|read|see|have|get|learn|find out|listen|be told|look)';
const MAY =
  '(?:may|can|could|should|shall|must|might|is to|are to|is allowed to|are allowed to|gets to|get to|ought to|needs to|need to|has to|have to)';
const MAY_NOT =
  "(?:mustn't|must not|must never|needn't|need not|shouldn't|should not|can't|cannot|may not|shan't|isn't to|aren't to|is not to|are not to|don't need to|doesn't need to|don't have to|doesn't have to|ought not to)";
const END = '(?= ?(?:$|[.,;:!?]|please\\b|alone\\b|and nobody\\b|and no one\\b|only\\b|but\\b))';

const ONLY: RegExp[] = [
  `\\b(?:only|just) (?:for |with )?${PEOPLE} (?:${MAY} )(?:ever )?${LEARNS}`,
  `\\blet (?:only|just) ${PEOPLE} ${LEARNS}`,
  `\\bi(?:'d| would) (?:like|want|prefer) (?:only|just) ${PEOPLE} to ${LEARNS}`,
  `\\bfor ${PEOPLE} and (?:nobody|no one) else\\b`,
  `\\bfor ([\\p{L}]+)'s (?:ears|eyes) (?:only|alone)\\b`,
  `\\b(?:only|just|meant|is|'s) (?:meant )?for ${PEOPLE}(?: (?:alone|only|and nobody else|and no one else))?${END}`,
  `\\b(?:nobody|no one|not a soul|none|not anyone|not anybody|anyone|anybody)(?: else)? (?:but|except|other than|apart from|besides|save)(?: for)? ${PEOPLE}(?= (?:${MAY} )?(?:ever )?${LEARNS}|${END})`,
  `\\bbetween (?:me and|us and|you,? me,? and|you and me and|you and i and) ${PEOPLE}${END}`,
  `\\b(?:show|tell|give|read|let) ${THAT} only to ${PEOPLE}${END}`,
  `\\b(?:show|tell|give|read) ${THAT} to (?:only |just )${PEOPLE}${END}`,
  `\\b(?:show|tell|give|read) ${THAT} to (?:nobody|no one) (?:but|except) ${PEOPLE}${END}`,
].map((each) => new RegExp(each, 'u'));

const EXCEPT: RegExp[] = [
  `\\b(?:not|never|\\w+n't)(?: meant| suitable| right)? for ${PEOPLE}${END}`,
  `\\b(?:keep|keeping|hide|hold) ${THAT}(?: about [^.,;!?]{1,40})? (?:away |back |secret |hidden )?from ${PEOPLE}${END}`,
  `\\b(?:don't|do not|never|mustn't|must not|please not|shouldn't)(?: you)?(?: ever)? (?:show|tell|read|give|pass|repeat|mention|play) ${THAT} (?:on )?to ${PEOPLE}${END}`,
  `\\b(?:don't|do not|never|mustn't|must not)(?: you)?(?: ever)? (?:tell|let|show) ${PEOPLE}(?: (?:about |ever )?(?:${THAT}|${LEARNS})|${END})`,
  `\\bi (?:don't|do not|wouldn't|would not|'d rather not) want ${PEOPLE}(?: to)?(?: ever)? (?:${LEARNS}|knowing|hearing|reading|seeing)`,
  `\\bi (?:can't|cannot|couldn't|won't) have ${PEOPLE} (?:reading|seeing|knowing|hearing|finding)`,
  `\\bfrom ${PEOPLE},? you (?:should|must|have to|are to|ought to|better|please|will)?(?: please)? ?(?:hide|keep)`,
  `(?:^|[.,;:!?] |\\b(?:and|but|that|so|think|please) )${PEOPLE} ${MAY_NOT} (?:ever )?${LEARNS}`,
  `\\b(?:everyone|everybody|anyone|anybody|all of them|the others|they all)(?: else)?(?: (?:may|can|could) [a-z]+(?: ${THAT})?)? (?:but|except|other than|apart from|besides|save)(?: for)? (?:not )?${PEOPLE}${END}`,
].map((each) => new RegExp(each, 'u'));

/** Words that name nobody in particular. */
const ANYBODY = /^(?:anyone|anybody|everyone|everybody|people|them|others|the others|nobody|a soul)$/;

/** The people whom these patterns name; null when they name none or two patterns name different ones. */
function peopleIn(said: string, patterns: readonly RegExp[]): string[] | null {
  const lists = patterns.flatMap((pattern) => {
    const list = pattern.exec(said)?.[1];
    return list && !ANYBODY.test(list) ? [list] : [];
  });
  const [list] = lists;
  if (!list || new Set(lists).size > 1) return null;
  return peopleOf(list);
}

const LEADS = new RegExp(`^${DETERMINER}(?:${RELATION} (?=[\\p{L}]))?`, 'u');

function peopleOf(list: string): string[] {
  return list
    .split(/,? (?:and|or|nor) |, /)
    .map((each) => each.replace(LEADS, '').trim())
    .filter(Boolean);
}

const WISHES = [
  /\bi (?:can't|cannot|couldn't|won't) have (?:my |our |the )?[\p{L}]+ (?:reading|seeing|knowing|hearing|finding out)\b/u,
  /\bfrom [\p{L}]+,? you (?:should|must|have to|are to|ought to) (?:hide|keep)\b/u,
  /\b(?:for|to|with) (?:my )?[\p{L}]+ and (?:no one|nobody) else\b/u,
  new RegExp(
    `\\b(?:lock|seal|put|tuck|hide|keep|hold|leave) ${THAT} ?(?:up|away|back|by|aside|sealed|locked)? (?:until|till)\\b`,
  ),
];

const READS =
  /\b(?:read|reads|reading|have it|have that|know|known|hear|see|truth|told|tell|book|print|printed|opened?|the (?:rest|lot|whole) of it)\b/;

/** Whether a sentence lets others read only after the person's death: it speaks of death without danger. */
export function waitsForDeath(sentence: string): boolean {
  return READS.test(plainText(sentence)) && saidAudience(sentence)?.kind === 'AFTER_DEATH';
}

/** Whether a sentence unmistakably limits who may read it. */
export function asksForAudience(sentence: string): boolean {
  const said = plainText(sentence);
  return WISHES.some((pattern) => wish(said, pattern) !== null);
}

/**
 * Reads the sentence of a wish for who may read the words. Null where that is not certain: then the words stay
 * private. A sentence that names both people and a time is not certain.
 */
export function saidAudience(sentence: string): SaidAudience | null {
  const said = plainText(sentence).replace(/ [-–—] |—|–/g, ', ');
  if (/\?\s*$/.test(said)) return null;
  const time = timeIn(said);
  const only = peopleIn(said, ONLY);
  const except = peopleIn(said, EXCEPT);
  if (time) return only || except ? null : time;
  if (A_TIME.test(said)) return null;
  if (only && except) return null;
  if (only) return { kind: 'ONLY', people: only };
  return except && { kind: 'EXCEPT', people: except };
}

/** Reads the answer to “who may read it?”, which may be a name alone. */
export function answeredAudience(answer: string): SaidAudience | null {
  const whole = saidAudience(answer);
  if (whole) return whole;
  const said = plainText(answer).replace(/[.!]+$/, '');
  const match = new RegExp(
    `^(?:oh |well |um |uh |er |please |i think |i'd say |maybe |let's say |only |just |for )*${PEOPLE}(?: (?:may|can|only|alone|please))?$`,
    'u',
  ).exec(said);
  const people = match?.[1] ? peopleOf(match[1]) : [];
  return people.length > 0 ? { kind: 'ONLY', people } : null;
}

function timeIn(said: string): Exclude<SaidAudience, { people: string[] }> | null {
  if (FOR_EVER.test(said)) return null;
  const date = A_DATE.exec(said);
  const age = AN_AGE.exec(said)?.[1];
  const isAtDeath =
    (BEFORE.test(said) && HOLDS_BACK.test(said)) ||
    (WHILE_ALIVE.test(said) && HOLDS_BACK.test(said)) ||
    (AFTER.test(said) &&
      (ALLOWS.test(said) ||
        /\bonly (?:after|once|when)\b/.test(said) ||
        (/\b(?:until|till|'til|unless)\b/.test(said) && HOLDS_BACK.test(said))));
  if ([date, age, isAtDeath].filter(Boolean).length !== 1 || !HOLDS_BACK.test(said)) {
    return isAtDeath && !date && !age ? { kind: 'AFTER_DEATH' } : null;
  }
  if (isAtDeath) return { kind: 'AFTER_DEATH' };
  if (age) return { kind: 'UNTIL_AGE', age: numberOf(age) };
  return date && dateOf(date);
}

function dateOf(match: RegExpExecArray): Exclude<SaidAudience, { people: string[] }> | null {
  const [, word, edge, dayBefore, monthName, dayAfter, yearText] = match;
  const year = Number(yearText);
  if (monthName === undefined) {
    const isNext = word === 'after' || edge === 'end';
    return { kind: 'UNTIL', year: isNext ? year + 1 : year, month: 1, day: 1 };
  }
  const month = MONTHS.indexOf(monthName) + 1;
  const day = Number(dayBefore ?? dayAfter ?? 1);
  const isExact = edge === undefined && word !== 'after';
  const date = new Date(Date.UTC(year, month - 1, day));
  if (!isExact || date.getUTCMonth() !== month - 1) return null;
  return { kind: 'UNTIL', year, month, day };
}

function numberOf(age: string): number {
  if (/^\d/.test(age)) return Number(age);
  if (age.endsWith('hundred')) return 100;
  const [tens = '', ones = ''] = age.split(/[- ]/);
  return (TENS.indexOf(tens) + 2) * 10 + ONES.indexOf(ones) + 1;
}
