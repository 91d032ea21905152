import { findDates } from '#api/biography/writing/dates.ts';
import { KIN_PATTERN, relationOf } from '#api/biography/writing/language/kinship.ts';
import { remembered } from '#api/biography/writing/language/remembered.ts';
import { plain } from '#api/biography/writing/language/words.ts';
import { isGivenName } from '#api/biography/writing/naming/given-names.ts';
import { MONTH_NAMES } from '#api/biography/writing/naming/name-lists.ts';
import { type AgeAt, ageAt } from './ages.ts';
import { clausesOf, type Said } from './clauses.ts';
import { settingOf } from './settings.ts';

/** An event of a life told in a sentence, with its time and place if stated. */
export type ToldEvent = {
  /** The same key means the same event of the same person. */
  key: string;
  /** Such as `death`; null for what is told without a person, such as a move. */
  deed: string | null;
  /** Null for the subject, and for somebody who is only named. */
  relation: string | null;
  name: string | null;
  /** In the second person, for the subject: "you were born", "your brother Tony died". */
  clause: string;
  date: Said | null;
  place: Said | null;
  /** Such as "at home" or "in a church", of a birth or a wedding. */
  setting: Said | null;
  /** The age of the person of this book, or of whom the event is. */
  age: AgeAt | null;
  /** Where the time or place is concluded: from what, so that its words can't stand in place of others. */
  form?: string;
};

type Deed = { key: string; said: string; pattern: string };

/** The words by which parents are called. */
export const parentNames = 'Dad|Daddy|Pop|Pops|Pa|Papa|Father|Mom|Mommy|Mum|Mummy|Mama|Mamma|Ma|Mother';

const married = "(?:got|were|was) married|married|(?:didn't|did not) (?:marry|get married)";
/** Events that happen once in a life, or once with the same words. */
const deeds: Deed[] = [
  { key: 'birth', said: 'born', pattern: 'was born|came into (?:the|this) world' },
  {
    key: 'death',
    said: 'died',
    pattern: '(?:had )?died|passed(?: away| on|(?=,? in\\b))|(?:was|got) killed',
  },
  { key: 'wedding', said: 'married', pattern: married },
  {
    key: 'graduation',
    said: 'graduated',
    pattern: '(?:had )?graduated|finished high school',
  },
  { key: 'retirement', said: 'retired', pattern: '(?:had )?retired' },
  { key: 'school', said: 'started school', pattern: '(?:started|began) school' },
  {
    key: 'first-work',
    said: 'started work',
    pattern:
      '(?:started|began|went(?: out)? to) work(?:ing)?(?! (?:again|(?:at|for|in|as|on|with) (?:the|an?|my|our|his|her|\\p{Lu})))',
  },
  {
    key: 'leaving-school',
    said: 'left school',
    pattern:
      "(?:had )?(?:left|quit) school|(?:didn't|did not) (?:leave|quit) school|(?:(?:stayed|stopped|kept) on|stayed|remained) (?:at|in) school(?=,? (?:until|till|while)\\b|,? in$)",
  },
  {
    key: 'arrival',
    said: 'came over',
    pattern:
      'came over|(?:came|emigrated|immigrated) to (?:America|Canada|Australia|this country|the (?:United )?States)|emigrated|immigrated',
  },
];
const anyDeed = `(?:${deeds.map(({ pattern }) => pattern).join('|')})`;
const describing = '(?:late |older |younger |oldest |eldest |youngest |little |big |twin |own |dear )*';
const own = new RegExp(
  `(?:^|[^\\p{L}])(?:(?:I|[Ww]e)|(?:(?:\\p{Lu}\\p{L}+) and I|I and (?:\\p{Lu}\\p{L}+))) (?:then |finally |both )?(${anyDeed}) ?(?!\\p{L}*self)`,
  'u',
);
const ownBirth =
  /^(?:Being born|Born)\b(?=[^,]*, I\b)|\b(?:[Mm]y mother|Mother|Mama|Mom) (?:bore|gave birth to) me\b/u;
const ownWedding =
  /\b(?:[Oo]ur wedding (?:day )?was|[Ww]e had (?:our|a(?: \p{L}+){0,2}) wedding)\b(?! (?:party|reception|dance))/u;
/** "Our first child, Nancy, was born", "my oldest came along". */
const ownChild =
  /\b(?:[Oo]ur|[Mm]y) (first|oldest|eldest|second|third|fourth|youngest|last)(?:[ -]born)?(?: (child|baby|one|son|boy|daughter|girl))?(?:,? \p{Lu}\p{L}+,?)? (?:was born|arrived|came(?= (?:along|in|on)\b))/u;
const kin = new RegExp(
  `\\b[Mm]y ${describing}(${KIN_PATTERN})(?:,? (?!and\\b)(\\p{Lu}\\p{L}+))?,? (${anyDeed})\\b`,
  'iu',
);
/** A parent who is only called Dad or Mother. */
const parent = new RegExp(
  `(?:^|[,;] |\\b(?:[Aa]nd|[Bb]ut|[Ss]o|[Tt]hen|[Ww]hen) )(${parentNames}),? (${anyDeed})\\b`,
  'u',
);
const lost = new RegExp(
  `\\b(?:I|[Ww]e) lost (?:(?:my|our) ${describing}(${KIN_PATTERN})(?:,? (?!and\\b)(\\p{Lu}\\p{L}+))?|(${parentNames}))(?=,? (?:in|back in|on)\\b)`,
  'u',
);
const named = new RegExp(`(?<![\\p{L}'’] |\\p{L})(\\p{Lu}\\p{L}{2,}) (${anyDeed})\\b`, 'u');
const going =
  /\b(I|[Ww]e) (?:(?:left|sold|quit|gave up|packed up) [^,;.!?]{1,40}? and )?(?:(?:didn't|did not) )?(moved? (?:in)?to|shifted (?:in)?to|c[ao]me to|settled? in|emigrated? to|started at|began at|went to work at|joined?) (?:the )?(\p{Lu}[\p{L}.]+(?: \p{Lu}[\p{L}.]+)*|(?:\p{L}+ ){0,2}(?:company|mill|factory|hospital|bank|school|office|shop|store|bakery|railway|railroad|army|navy))/u;
/** A thing that a family buys once, unless its place is named: they may buy another elsewhere. */
const buying =
  /\b[Ww]e (bought|sold|lost|opened|built) ((?:the|our) (?:(?:first|own) house|farm|land|store|shop|bakery|restaurant|business|cottage|cabin))\b(?! (?:on|in|at|next|down|up|over|from|across|near)\b(?! \d))/u;
/** An illness that one has once. */
const illness =
  /\bI (?:had|caught|got|came down with|took (?:sick|ill) with|was (?:sick|laid up|in bed|in (?:the )?hospital|quarantined) with) (?:the )?(polio|scarlet fever|rheumatic fever|diphtheria|measles|mumps|whooping cough|chicken pox|typhoid|tuberculosis|TB)\b/u;
/** A time before its event: "It was 1953 when we moved", "It wasn't until 1944 that I joined". */
const timeFirst =
  /^(?:It was|It wasn't until|It was not until|Not until) [^,;.!?]{3,40}? (?:when|that|before)(?= (?:I|[Ww]e|[Mm]y)\b)/;
/** "We didn't come to Duluth until 1941." */
const notUntil = /\b(?:didn't|did not)\b(?=.*\b(until|till)\b)/u;
/** Words that mark another event of the same kind. */
const another =
  /\b(?:again|second(?: time)?|third|re-?married|once more|a new (?:wife|husband))\b|\bafter \p{L}+ (?:died|passed)/iu;
/** Words that put a whole sentence in doubt: a question, or what somebody else says. */
const doubted =
  /\?|\b(?:if|said|says|told me|(?:I|we|he|she|they) (?:always )?thought|dreamed|wished|supposed to)\b/i;
/** Words of doubt, negation or supposition, or of another time, in the clause of an event. */
const unsure =
  /\?|\b(?:not|never|[a-z]+n't|if|would|could|might|almost|nearly|supposed to|going to|dreamed|wished|said|told me|thought|before (?:I|we|he|she|they)|after (?:I|we|he|she|they)|until|when (?:I|we|he|she|they)|since (?:I|we|he|she|they))\b/i;
/** Relations that a person may have several of: without a name, it is unclear who is meant. */
const several =
  /^(?:brother|sister|sibling|half-|step|son|daughter|child|cousin|aunt|uncle|niece|nephew|friend|neighbor|grandson|granddaughter|grandchild|great-|foster|god|teacher|boss|roommate|colleague|twin|.*-in-law)/;

/** The one-time events told in a sentence; none when it doubts, denies or supposes. */
export const eventsIn = remembered(readEvents, 2_000);

function readEvents(sentence: string): ToldEvent[] {
  const text = plain(sentence);
  if (text.length > 600 || doubted.test(text)) return [];
  const event = eventIn(text);
  if (!event) return [];
  const dates = findDates(text).filter(({ inferred }) => !inferred);
  const [date] = dates;
  const isOfEvent = ({ start }: { start: number }) =>
    start < event.end || !/\b(?:and|but|so|who|which|because)\b/.test(text.slice(event.end, start));
  // With several dates, the event's date is unclear.
  const only = dates.length === 1 && date && isOfEvent(date) ? { ...date, value: date.edtf } : null;
  const found = event.takesPlace ? placeIn(text, date ?? null) : null;
  const place = found && isOfEvent(found) ? found : null;
  const setting = settingOf(event.deed, text);
  const age = ageAt(event, text);
  const said = [event, only, place, setting, age].filter((each) => each !== null);
  if (unsure.test(clausesOf(withoutTimeWords(text, age, only), said).replace(/ or so\b/g, ''))) return [];
  const { key, deed, relation, name, clause } = event;
  const repeated = isRepeated(text, deed) ? ':again' : '';
  if (!only && !place && !setting && !age) return [];
  const when = { date: only, place, setting, age };
  return [{ key: `${key}${repeated}`, deed: repeated ? null : deed, relation, name, clause, ...when }];
}

type Stretch = { start: number; end: number };

/** The text with blanks for the words that only say when: "when I was six", "It was 1953 when", "didn't … until". */
function withoutTimeWords(text: string, age: AgeAt | null, date: Stretch | null): string {
  const first = timeFirst.exec(text);
  const not = notUntil.exec(text);
  const until = not ? text.lastIndexOf(not[1] ?? '') : -1;
  const isUntilDate = not !== null && date !== null && until < date.start && date.start - until < 20;
  const stretches: Stretch[] = [
    ...(age ? [age.phrase] : []),
    ...(first ? [stretchOf(first)] : []),
    ...(not && age?.isUntil ? [stretchOf(not)] : []),
    ...(isUntilDate ? [stretchOf(not), { start: until, end: date.start }] : []),
  ];
  return stretches.reduce(
    (blank, { start, end }) => blank.slice(0, start) + ' '.repeat(end - start) + blank.slice(end),
    text,
  );
}

function isRepeated(text: string, deed: string | null): boolean {
  if (deed === 'birth') return /\bborn again\b/.test(text);
  return deed !== 'death' && another.test(text);
}

type Event = Pick<ToldEvent, 'key' | 'deed' | 'relation' | 'name' | 'clause'> & {
  takesPlace: boolean;
  start: number;
  end: number;
};

function eventIn(text: string): Event | null {
  const ofKin = kin.exec(text);
  const ofChild = ofKin?.[2] ? null : ownChild.exec(text);
  if (ofChild) return eventOfChild(ofChild);
  if (ofKin) return eventOfKin(ofKin, ofKin[1], ofKin[2], deedOf(ofKin[3] ?? ''));
  const ofLost = lost.exec(text);
  if (ofLost) return eventOfKin(ofLost, ofLost[1] ?? ofLost[3], ofLost[2], deedOf('died'));
  const ofParent = parent.exec(text);
  if (ofParent) return eventOfKin(ofParent, ofParent[1], undefined, deedOf(ofParent[2] ?? ''));
  const ofSelf = own.exec(text);
  if (ofSelf) return eventOfSelf(ofSelf, deedOf(ofSelf[1] ?? ''));
  const birth = ownBirth.exec(text);
  if (birth) return eventOfSelf(birth, deedOf('was born'));
  const wedding = ownWedding.exec(text);
  if (wedding) return eventOfSelf(wedding, deedOf('married'));
  const went = going.exec(text);
  if (went) return eventOfGoing(went);
  const bought = buying.exec(text);
  if (bought) {
    const did = bought[1] ?? '';
    const what = (bought[2] ?? '').replace(/^our (?!first|own)/, 'the ');
    return {
      ...{ key: `${did}:${what}`, clause: `you ${did} ${what.replace(/^our/, 'your')}` },
      ...{ deed: null, relation: null, name: null, takesPlace: false, ...stretchOf(bought) },
    };
  }
  const ill = illness.exec(text);
  if (ill) {
    const what = ill[1] ?? '';
    return {
      ...{ key: `illness:${what.toLowerCase()}`, clause: `you had ${what}`, deed: 'illness' },
      ...{ relation: null, name: null, takesPlace: false, ...stretchOf(ill) },
    };
  }
  const ofNamed = named.exec(text);
  const name = ofNamed?.[1] ?? '';
  const deed = ofNamed && deedOf(ofNamed[2] ?? '');
  if (!deed || deed.key === 'school' || !isGivenName(name)) return null;
  return {
    key: `${deed.key}:name:${name.toLowerCase()}`,
    clause: clauseOf(name, 'was', deed),
    ...{ deed: deed.key, relation: null, name, takesPlace: true, ...stretchOf(ofNamed) },
  };
}

/** Moving, coming and settling somewhere are one event of one person; "I" and "we" may have come at two times. */
function eventOfGoing(match: RegExpExecArray): Event {
  const [, who = '', how = ''] = match;
  const where = (match[3] ?? '').replace(/\.$/, '');
  const verb = how.replace(/^(\p{L}+).*/u, '$1');
  const isArrival = /^(?:move|shift|came|come|settle|emigrate)/.test(verb);
  const told = isArrival ? 'came to' : how.replace(/^join$/, 'joined');
  return {
    key: `${isArrival ? `arrive:${who.toLowerCase()}` : told.split(' ')[0]}:${where.toLowerCase()}`,
    clause: `you ${told} ${where}`,
    ...{ deed: null, relation: null, name: null, takesPlace: false, ...stretchOf(match) },
  };
}

const oldest: Record<string, string> = { first: 'first', oldest: 'first', eldest: 'first', last: 'youngest' };

function eventOfChild(match: RegExpExecArray): Event {
  const [, order = '', word = ''] = match;
  const child = /^(?:son|boy)$/.test(word) ? 'son' : /^(?:daughter|girl)$/.test(word) ? 'daughter' : 'child';
  const which = `${oldest[order] ?? order} ${child}`;
  return {
    ...{ key: `birth:own ${which}`, clause: `your ${which} was born` },
    ...{ deed: null, relation: null, name: null, takesPlace: true, ...stretchOf(match) },
  };
}

function stretchOf(match: RegExpExecArray): Stretch {
  return { start: match.index, end: match.index + match[0].length };
}

function eventOfSelf(match: RegExpExecArray, deed: Deed | undefined): Event | null {
  if (!deed) return null;
  return {
    key: `${deed.key}:self`,
    clause: clauseOf('you', 'were', deed),
    ...{
      deed: deed.key,
      relation: null,
      name: null,
      takesPlace: deed.key !== 'arrival',
      ...stretchOf(match),
    },
  };
}

function eventOfKin(
  match: RegExpExecArray,
  word: string | undefined,
  called: string | undefined,
  deed: Deed | undefined,
): Event | null {
  const relation = relationOf(word ?? '');
  const name = /^\p{Lu}/u.test(called ?? '') ? (called ?? null) : null;
  if (!relation || !deed || (!name && isOneOfSeveral(relation))) return null;
  const who = `your ${relation}${name ? ` ${name}` : ''}`;
  return {
    key: `${deed.key}:${relation}:${(name ?? '').toLowerCase()}`,
    clause: clauseOf(who, 'was', deed),
    ...{
      deed: deed.key,
      relation,
      name,
      takesPlace: !/^(?:retirement|arrival)$/.test(deed.key),
      ...stretchOf(match),
    },
  };
}

/** Whether a person may have several of this relation. */
function isOneOfSeveral(relation: string): boolean {
  return several.test(relation);
}

function deedOf(words: string): Deed | undefined {
  return deeds.find(({ pattern }) => new RegExp(`^(?:${pattern})\\b`, 'i').test(`${words.trim()} in`));
}

function clauseOf(who: string, was: 'was' | 'were', { key, said }: Deed): string {
  return key === 'birth' ? `${who} ${was} born` : key === 'wedding' ? `${who} got married` : `${who} ${said}`;
}

const placeWords =
  /\bin ((?:\p{Lu}[\p{L}.]+|St\.)(?:[ -](?:\p{Lu}[\p{L}.]+|de|da|do|del|la|upon|on))*)(?=[^\p{L}]|$)/gu;

/** The town or country of the sentence; null when it names two that aren't within one another. */
function placeIn(text: string, date: { start: number; end: number } | null): Said | null {
  const found = [...text.matchAll(placeWords)].flatMap((match): Said[] => {
    const name = (match[1] ?? '').replace(/[.]$/, '');
    const start = match.index + 3;
    const isDate = date !== null && start < date.end && date.start < start + name.length;
    if (isDate || monthOrSeason.test(name) || MONTH_NAMES.has(name.toLowerCase())) return [];
    return [{ start, end: start + name.length, text: name, value: name }];
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

const monthOrSeason =
  /^(?:January|February|March|April|May|June|July|August|September|October|November|December|Spring|Summer|Autumn|Fall|Winter|Christmas|Easter|English|Spanish)$/;
