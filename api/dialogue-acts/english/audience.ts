import { plainText } from '../rules/clauses.ts';
import type { SaidAudience } from '../said-audience.ts';
import { wish } from './clauses.ts';

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
const TEENS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth'.split(' ');
const TENTHS = TENS.map((tens) => tens.replace(/y$/, 'ieth'));
const oneOf = (words: readonly string[]) => `(?:${words.join('|')})`;
const NUMBER = `(\\d{1,3}|(?:a|one) hundred|${oneOf(TENS)}(?:[- ]${oneOf(ONES)})?|${oneOf(TEENS)}|${oneOf(ONES)})`;
const BIRTHDAY = `(?:(\\d{2,3})(?:st|nd|rd|th)|(hundredth)|(${oneOf(TENS)})[- ](${oneOf(ORDINALS)})|(${oneOf(TENTHS)}))`;

/** The end of a clause, and of a whole sentence. */
const STOPS = '(?= ?(?:$|[.,;!?]))';
const LAST = '(?:,? please)? ?[.!]?$';

const THAT =
  "(?:that|this|it|any of (?:that|this|it)|what i(?:'ve| have)?(?: just)? (?:said|told you)|(?:that|this|the) (?:last )?(?:bit|part|one|story|thing))";
const LEARNS = '(?:know|hear|read|see|have|get|learn|find out|listen|be told|look)';
/** What precedes a time that holds words back, or opens them; other times belong to the story. */
const HELD = `(?:not|${LEARNS} ${THAT}|(?:keep|hold|leave) ${THAT}|wait|back|away|aside|private|locked|sealed)`;
const GIVEN = `(?:^|\\bonly |\\b(?:${LEARNS}|show|print|share|tell|play) ${THAT} )`;

const I_TURN = "(?:i'm|i am|i turn|i reach|i've turned|i have turned)";
const UNTIL_AGE = new RegExp(`\\b(?:until|till|'til|before) ${I_TURN} ${NUMBER}${STOPS}`);
const AT_AGE = new RegExp(`${GIVEN}(?:when|once|after) ${I_TURN} ${NUMBER}${STOPS}`);
const UNTIL_BIRTHDAY = new RegExp(`\\b${HELD} (?:until|till|'til|before) my ${BIRTHDAY} birthday\\b`);
const AT_BIRTHDAY = new RegExp(`${GIVEN}(?:on|at|after|from) my ${BIRTHDAY} birthday\\b`);
/** Any age or birthday of the person. */
const AN_AGE = new RegExp(
  `\\b(?:until|till|'til|before|when|once|after) ${I_TURN} ${NUMBER}${STOPS}|\\bmy ${BIRTHDAY} birthday\\b`,
);
/** “Twenty thirty”, “two thousand and thirty-five”, after a word for a time. */
const SPOKEN_YEAR = new RegExp(
  `\\b((?:until|till|'til|before|after) (?:the )?(?:(?:end|start|beginning) of )?(?:the year )?)(?:twenty[- ]|two thousand (?:and )?)(${oneOf(TENS)}(?:[- ]${oneOf(ONES)})?|${oneOf(TEENS)})(?= ?(?:$|[.,;:!?]|(?:and|or|but|please|then)\\b))`,
  'g',
);
const NEGATED = /\b(?:not|\w+n't|never|nobody|no one|none|cannot)\b/;
/** A time after the death says more than the death alone. */
const AFTER_THAT = /\b(?:years?|months?|decades?|generations?|while|long|time) (?:after|once)\b/;

/** “My”, “the” and the like say nothing about who is meant. */
const DETERMINER = '(?:(?:my|the|our|any of my|any of the|any of our|all my|all the|all of my) )?';
const RELATION =
  '(?:(?:grand)?(?:son|daughter|child)|sister|brother|niece|nephew|cousin|wife|husband|friend|neighbour|neighbor)';
/** “Rita”, “my daughters”, “my granddaughter Rita”. */
const PERSON = `${DETERMINER}(?:${RELATION} (?!(?:may|can|could|should|shall|must|might|to|is|alone|only|and|or|nor|but|please)\\b))?[\\p{L}][\\p{L}'-]*`;
const PEOPLE = `(${PERSON}(?:(?:,? and |,? or |,? nor |, )${PERSON})*)`;
const MAY =
  '(?:may|can|could|should|shall|must|might|is to|are to|is allowed to|are allowed to|gets to|get to|ought to|needs to|need to|has to|have to)';
const MAY_NOT =
  "(?:mustn't|must not|must never|needn't|need not|shouldn't|should not|can't|cannot|may not|shan't|isn't to|aren't to|is not to|are not to|don't need to|doesn't need to|don't have to|doesn't have to|ought not to)";
const YEARS = `(?:at least |about |another |the next |a good )*${NUMBER} (?:more )?years?(?:' time)?`;
const READERS =
  '(?:nobody|no one|none of (?:them|you)|anyone|anybody|everyone|everybody|they|them|you|the (?:family|others|children|grandchildren))';
/** Times that hold words back. They end the sentence, so that none belongs to the story: “that for ten years he …”. */
const FOR_YEARS: RegExp[] = [
  `\\b(?:${READERS} (?:${MAY}|${MAY_NOT}) |(?:don't|do not) let ${READERS} )${LEARNS} ${THAT} for ${YEARS}${LAST}`,
  `\\b(?:lock|seal|put|tuck|hide|keep|hold|leave) ${THAT} ?(?:up|away|back|by|aside|sealed|locked|closed|private)? for ${YEARS}${LAST}`,
  `\\b${THAT} (?:one )?${MAY} wait (?:for )?${YEARS}${LAST}`,
  `\\bnot for ${YEARS}${LAST}`,
  `\\b(?:${READERS} ${MAY} ${LEARNS} ${THAT} |not )(?:until|till|'til|before) ${YEARS} (?:from now|from today|have (?:passed|gone by)|are (?:up|over)|go by|pass)${LAST}`,
].map((each) => new RegExp(each));
/** Times that open them. */
const AFTER_YEARS = new RegExp(
  `\\b${READERS} (?:can|may|could|might) (?:all )?${LEARNS} ${THAT} (?:in|after) ${YEARS}(?: from now)?${LAST}`,
);
const END = '(?= ?(?:$|[.,;:!?]|please\\b|alone\\b|and nobody\\b|and no one\\b|only\\b|but\\b))';

const ONLY: RegExp[] = [
  `\\b(?:only|just) (?:for |with )?${PEOPLE} (?:${MAY} )(?:ever )?${LEARNS}`,
  `\\blet (?:only|just) ${PEOPLE} ${LEARNS}`,
  `(?:^|[.,;:!?] |\\b(?:and|but) )${PEOPLE} (?:may|can|should) ${LEARNS} ${THAT},? (?:but|and) (?:nobody|no one) else${END}`,
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

/** “Not for the grandchildren, please.” */
const COURTESY = /^(?:please|thanks|thank you|dear|ok|okay|evertold)$/;

const LEADS = new RegExp(`^${DETERMINER}(?:${RELATION} (?=[\\p{L}]))?`, 'u');

function peopleOf(list: string): string[] {
  return list
    .split(/,? (?:and|or|nor) |, /)
    .map((each) => each.replace(LEADS, '').trim())
    .filter((each) => each && !COURTESY.test(each));
}

const WISHES = [
  /\b(?:my |our )?(?!(?:i|you|he|she|we|they)\b)[\p{L}]+(?: [\p{L}]+)? (?:may|can|should) (?:hear|read|see|know) (?:this|that|it),? (?:but|and) (?:nobody|no one) else(?= ?(?:$|[.,;:!?]))/u,
  new RegExp(`\\b(?:this|that|it)(?:'s| is)? only (?:after|once|when) ${MY_DEATH}`, 'u'),
  /\bi (?:can't|cannot|couldn't|won't) have (?:my |our |the )?[\p{L}]+ (?:reading|seeing|knowing|hearing|finding out)\b/u,
  /\bfrom [\p{L}]+,? you (?:should|must|have to|are to|ought to) (?:hide|keep)\b/u,
  /\b(?:for|to|with) (?:my )?[\p{L}]+ and (?:no one|nobody) else\b/u,
  /^(?:only|just) (?!(?:i|you|he|she|we|they|god|one)\b)(?:my |our )?[\p{L}]+(?: [\p{L}]+)? (?:may|can|should|gets to) (?:hear|read|see|know) (?:this|that|it)\b/u,
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

const NOT_EVERYBODY =
  /\bnot (?:meant )?(?:for|to be read by) (?:everybody|everyone|all|just any(?:body|one)|every)\b|\bnot (?:everybody|everyone) (?:should|needs|has|must|ought|may)\b/;

/** Whether a sentence says that some may read it and others not, without saying who: “not for everybody's eyes”. */
export function limitsReaders(sentence: string): boolean {
  return NOT_EVERYBODY.test(plainText(sentence));
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
  const said = withYears(plainText(sentence).replace(/ [-–—] |—|–/g, ', '));
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
  const holdsBack = HOLDS_BACK.test(said);
  const date = holdsBack ? A_DATE.exec(said) : null;
  const age = ageIn(said);
  const years = yearsIn(said);
  const isAtDeath =
    (BEFORE.test(said) && holdsBack) ||
    (WHILE_ALIVE.test(said) && holdsBack) ||
    (AFTER.test(said) &&
      (ALLOWS.test(said) ||
        /\bonly (?:after|once|when)\b/.test(said) ||
        (/\b(?:until|till|'til|unless)\b/.test(said) && holdsBack)));
  const named = [A_DATE, AN_AGE].filter((time) => time.test(said)).length + Number(years !== null);
  if (named + Number(isAtDeath) !== 1) return null;
  if (isAtDeath) return AFTER_THAT.test(said) ? null : { kind: 'AFTER_DEATH' };
  if (age) return { kind: 'UNTIL_AGE', age };
  if (years) return { kind: 'IN_YEARS', years };
  return date && dateOf(date);
}

/** Whether words allow to read something from a time on: “they can read it when I turn ninety”. */
function opens(said: string): boolean {
  return (
    (ALLOWS.test(said) && !NEGATED.test(said)) || /\bonly (?:after|once|when|on|in|from|at)\b/.test(said)
  );
}

function ageIn(said: string): number | null {
  const number = (HOLDS_BACK.test(said) && UNTIL_AGE.exec(said)) || (opens(said) && AT_AGE.exec(said));
  if (number) return numberOf(number[1] ?? '');
  const birthday =
    (HOLDS_BACK.test(said) && UNTIL_BIRTHDAY.exec(said)) || (opens(said) && AT_BIRTHDAY.exec(said));
  if (!birthday) return null;
  const [, digits, hundredth, tens = '', ordinal = '', tenth = ''] = birthday;
  // The words are private until the end of the year in which the person has that age.
  if (digits) return Number(digits);
  if (hundredth) return 100;
  if (tenth) return (TENTHS.indexOf(tenth) + 2) * 10;
  return (TENS.indexOf(tens) + 2) * 10 + ORDINALS.indexOf(ordinal) + 1;
}

/** Nothing but a lead-in precedes such a wish: “don’t say that he had to keep it for ten years” is none. */
function yearsIn(said: string): number | null {
  const held = HOLDS_BACK.test(said) ? FOR_YEARS : [];
  const patterns = opens(said) ? [...held, AFTER_YEARS] : held;
  const number = patterns.find((pattern) => wish(said, pattern))?.exec(said)?.[1];
  return number ? numberOf(number) : null;
}

/** The text with spoken years as digits. */
function withYears(said: string): string {
  return said.replace(
    SPOKEN_YEAR,
    (_all, before: string, number: string) => `${before}${2000 + numberOf(number)}`,
  );
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

function numberOf(words: string): number {
  if (/^\d/.test(words)) return Number(words);
  if (words.endsWith('hundred')) return 100;
  const teens = TEENS.indexOf(words);
  if (teens >= 0) return 10 + teens;
  const [first = '', ones = ''] = words.split(/[- ]/);
  const tens = TENS.indexOf(first);
  return tens < 0 ? ONES.indexOf(first) + 1 : (tens + 2) * 10 + ONES.indexOf(ones) + 1;
}
