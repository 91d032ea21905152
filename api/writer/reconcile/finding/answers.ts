import { findNumbers } from '#api/biography/writing/language/numbers.ts';
import { isGivenName } from '#api/biography/writing/naming/given-names.ts';
import { answerClaim, type Claim } from './claims.ts';
import { areHomesApart, homesIn } from './homes.ts';
import { areLifetimesApart, lifetimesIn } from './lifetimes.ts';
import { arePossessionsApart, neverOrOnce } from './never-or-once.ts';
import { originsOfThings } from './origins-of-things.ts';
import { placeAmongSiblings } from './place-among-siblings.ts';
import { singleRelationOf } from './relatives.ts';
import { areTimesOfYearApart, timesOfYear } from './times-of-year.ts';
import { personOrName, personPattern, whoIs } from './who-is.ts';

/** What can be true of somebody only once, in a few words. */
type Answer = Extract<Claim, { reason: 'ANSWER' }>;

const person = personPattern;
const faith =
  '(?<value>Catholic|Lutheran|Methodist|Baptist|Presbyterian|Episcopalian|Jewish|Orthodox|Mormon|Quaker|Mennonite|Pentecostal|Congregationalist|Anglican)';
const eyes = '(?<value>blue|brown|green|gr[ae]y|hazel)';
const place = '(?:the )?(?<value>\\p{Lu}\\p{L}+(?: \\p{Lu}\\p{L}+)*)';
const brand = "(?:an? )?(?:(?:\\p{Ll}+|'?\\d\\d(?:\\d\\d)?) ){0,3}(?<value>\\p{Lu}\\p{L}+)";

/** What somebody died of. */
const causes =
  '(?<value>heart(?: attack)?|stroke|cancer|pneumonia|influenza|flu|tuberculosis|TB|consumption|scarlet fever|polio|diphtheria|typhoid|diabetes|appendicitis)';

type Rule = {
  topic: string;
  /** What it is about, after "your" or "your mother’s". */
  about: string;
  pattern: string;
  /** The answer; where there is none, it is what the group `value` says. */
  answer?: string;
  /** Words of the sentence by which it is no answer. */
  unless?: RegExp;
};

const war =
  '(?:the (?:war|front|Pacific|trenches)|Korea|Vietnam|Normandy|France|Europe|Italy|Germany|Burma|Flanders|Anzio|Guadalcanal|Okinawa)\\b';

const rules: Rule[] = [
  {
    ...{ topic: 'married', about: 'marriage', answer: 'never married' },
    ...{ pattern: `${person} never (?:got )?married\\b`, unless: /\b(?:again|until|till|before)\b/ },
  },
  {
    ...{ topic: 'married', about: 'marriage', answer: 'married' },
    pattern: `${person}(?:'s (?:wife|husband|widow|widower)\\b| and (?:his|her) (?:wife|husband)\\b| (?:(?:was|got) )?married\\b)`,
  },
  {
    ...{ topic: 'faith', about: 'childhood faith' },
    pattern: `\\b(?<self>[Ww]e|I|[Mm]y (?:family|parents|folks|people)) (?:(?:was|were) (?:all )?(?:raised|brought up|baptized|born)(?: as| in the)?|(?<!I )were(?: all)?) (?:an? )?(?:(?:strict|good|devout|staunch) )*${faith}s?\\b`,
    unless: /\b(?:became|turned|convert\p{L}*|joined|switched|until|till|then|now|later)\b/u,
  },
  {
    ...{ topic: 'hand', about: 'writing hand' },
    pattern: `${person} (?:was|were|is|am) (?<value>left-handed|right-handed)\\b`,
  },
  { topic: 'eyes', about: 'eyes', pattern: `${person} had (?:\\p{L}+ ){0,2}${eyes} eyes\\b` },
  { topic: 'eyes', about: 'eyes', pattern: `${person}'s eyes were (?:\\p{L}+ )?${eyes}\\b` },
  {
    ...{ topic: 'honeymoon', about: 'honeymoon', answer: 'none' },
    pattern:
      "\\b(?<self>[Ww]e|I) (?:never had|had no|didn't have|never took|couldn't afford)(?: an?| any)? honeymoon\\b",
  },
  {
    ...{ topic: 'honeymoon', about: 'honeymoon' },
    pattern: `\\b(?:(?<self>[Ww]e) (?:honeymooned|(?:spent|had) our honeymoon|went on our honeymoon)|[Oo]ur honeymoon was(?: spent)?) (?:in|at|on|to) ${place}`,
  },
  {
    ...{ topic: 'honeymoon', about: 'honeymoon' },
    pattern: `\\b(?<self>[Ww]e) went to ${place} (?:for|on) our honeymoon\\b`,
  },
  {
    ...{ topic: 'first-car', about: 'first car' },
    pattern: `\\b(?:[Mm]y (?:very )?first car|[Tt]he first car (?<self>I) (?:ever )?(?:owned|had|bought|drove)) was ${brand}`,
  },
  {
    ...{ topic: 'first-teacher', about: 'first teacher' },
    pattern: '\\b[Mm]y first teacher was (?<value>(?:Miss|Mrs\\.?|Mr\\.?|Sister) \\p{Lu}\\p{L}+)',
  },
  {
    ...{ topic: 'service', about: 'service' },
    pattern: `${person} (?:joined|enlisted in|signed up for|was drafted into|was in|served in|fought in|went into) the (?<value>Army|Navy|Marines|Air Force|Coast Guard)\\b(?! \\p{Ll})`,
    unless: /\b(?:later|then|again|transferred|reserves?)\b/i,
  },
  {
    ...{ topic: 'known', about: 'lifetime', answer: 'died before your birth' },
    pattern: `(?:${person} (?:had )?(?:died|passed away) (?:\\p{L}+ ){0,2}before I was born\\b)`,
  },
  {
    ...{ topic: 'known', about: 'lifetime', answer: 'was there in your childhood' },
    pattern: `${person} (?:taught|showed|gave|carried|took|let|(?:used to|would) (?:tell|take|let|carry|give|show|sing to|read to)) (?:me|us)\\b`,
  },
  {
    ...{ topic: 'known', about: 'lifetime', answer: 'died in your childhood' },
    pattern: `${person} (?:had )?(?:died|passed away|was killed)(?:,? (?!and\\b|but\\b)[\\p{L}-]+){0,4} I was (?:only |just |about |not yet |barely )*(?:a (?:baby|toddler|(?:little|small) (?:boy|girl|child))|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen)\\b(?!-)`,
  },
  {
    ...{ topic: 'known', about: 'lifetime', answer: 'was there when you were grown' },
    pattern: `${person},? (?:\\p{L}+ )?(?:gave me away|walked me (?:down the aisle|to the altar)|(?:was|came|cried|danced|sang|spoke)(?: with me)? (?:at|to) (?:my|our) wedding|held (?:my|our) (?:first |oldest )?(?:baby|son|daughter|child)|drove me to college)\\b`,
  },
  {
    ...{ topic: 'war-end', about: 'war', answer: 'killed in it' },
    ...{
      pattern: `${personOrName} (?:(?:was|got) killed|fell|never (?:came|got) (?:back|home)) [^.;]{0,30}?${war}`,
      unless: /\b(?:nearly|almost)\b/,
    },
  },
  {
    ...{ topic: 'war-end', about: 'war', answer: 'came home from it' },
    pattern: `${personOrName} (?:(?:got|came) (?:back|home|back home)|returned|was (?:back|home)) from ${war}`,
  },
  {
    ...{ topic: 'cause', about: 'death' },
    pattern: `${person} (?:had )?died (?:[^.;]{0,30},? )?(?:of|from) (?:(?:the|an?|his|her) )?(?:\\p{Ll}+ )?${causes}\\b`,
  },
  {
    ...{ topic: 'reading', about: 'reading', answer: 'could not read' },
    pattern: `${person} (?:couldn't|could not|never could|never learned to|didn't know how to) read(?: (?:or|nor|and) write)?(?: (?:one|a|a single) (?:word|letter|line))?(?=[.,;!]|$| (?:and|but|so)\\b)`,
    unless: /\b(?:music|yet|then|until|till|any ?more)\b/,
  },
  {
    ...{ topic: 'reading', about: 'reading', answer: 'could read' },
    pattern: `${person} (?:(?:used to|would|always) )?read (?:(?:to )?(?:us|me)\\b|the (?:paper|newspaper|Bible)\\b)`,
  },
];
/** Where somebody was in a war: the two halves of the world. */
const pacific = 'Pacific|Philippines|Okinawa|Guam|Guadalcanal|Iwo Jima|Saipan|New Guinea|Burma|Japan';
const europe = 'Europe|Italy|France|Germany|Normandy|England|Belgium|North Africa|Sicily|Holland';
for (const [where, places] of [
  ['in the Pacific', pacific],
  ['in Europe', europe],
] as const) {
  const during = `(?:\\p{L}+ ){0,2}in (?:the )?(?:${places})\\b`;
  rules.push(
    {
      ...{ topic: 'war', about: 'war', answer: `all ${where}` },
      pattern: `${person} (?:spent|served|was) (?:the )?(?:whole|entire|all of the|all through the) war ${during}`,
    },
    {
      ...{ topic: 'war', about: 'war', answer: where },
      pattern: `${person} (?:served|fought|was (?:wounded|stationed)) ${during}`,
    },
  );
}
const compiled = rules.map((rule) => ({ ...rule, regExp: new RegExp(rule.pattern, 'gu') }));

/** What sentences state of the person or a relative that is one of a few answers: a faith, an order of birth, a side. */
export function answersIn(text: string): Claim[] {
  return [
    ...compiled.flatMap(({ regExp, topic, about, answer, unless }) =>
      unless?.test(text)
        ? []
        : [...text.matchAll(regExp)].flatMap((match) => {
            const who = whoIs(match.groups ?? {});
            const value = answer ?? match.groups?.value;
            if (!who || !value || (answer && topic !== 'honeymoon' && who.key === 'self')) return [];
            return claimOf(
              match,
              `${topic}:${who.key}`,
              `${who.whose} ${about}`,
              value,
              answer ? null : value,
            );
          }),
    ),
    ...lengthsOfMarriages(text),
    ...lengthsOfWork(text),
    ...ordersOfBirth(text),
    ...sidesOfFamily(text),
    ...placeAmongSiblings(text),
    ...neverOrOnce(text),
    ...originsOfThings(text),
    ...homesIn(text),
    ...lifetimesIn(text),
    ...timesOfYear(text),
  ];
}

const orders: [answer: string, pattern: RegExp][] = [
  [
    'older',
    /\b[Mm]y (?:older|elder|big) (?:brother|sister),? (\p{Lu}\p{L}+)|\b(\p{Lu}\p{L}+),?(?: who)? was (?:[\p{L}-]+ ){1,4}older than (?:me|I)\b/gu,
  ],
  [
    'younger',
    /\b[Mm]y (?:younger|little|baby|kid) (?:brother|sister),? (\p{Lu}\p{L}+)|\b(\p{Lu}\p{L}+),?(?: who)? was (?:[\p{L}-]+,? ){1,5}younger than (?:me|I)\b|\b[Mm]y (?:brother|sister),? (\p{Lu}\p{L}+),? (?:was born|came along|arrived) when I was\b/gu,
  ],
  ['a twin', /\b[Mm]y twin(?: brother| sister)?,? (\p{Lu}\p{L}+)/gu],
];

/** Whether a brother or sister came before or after the person of this book. */
function ordersOfBirth(text: string): Claim[] {
  return orders.flatMap(([answer, pattern]) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const name = match.slice(1).find((each) => each !== undefined) ?? '';
      if (!isGivenName(name)) return [];
      return claimOf(match, `order:${name.toLowerCase()}`, `your age beside ${name}’s`, answer, null);
    }),
  );
}

const theEnd =
  '(?:[^.;]{0,40}?\\b(?:when|before|until|till|up to|to the day)\\b[^.;,]{0,40}?\\b(?:died|passed|lost|took|left us|buried)\\b)';
const count = '(\\p{L}+(?:-\\p{L}+)?|\\d+) years';
const lengthsOfMarriage = [
  `\\b(?:been|were|was) married (?:for )?(?:nearly |almost |about )?${count}\\b(?=${theEnd})`,
  `\\b${count} (?:we (?:had|were married|were together)|of marriage)\\b(?=${theEnd})`,
].map((pattern) => new RegExp(pattern, 'giu'));

/** How long a marriage lasted that ended with a death. */
function lengthsOfMarriages(text: string): Claim[] {
  if (!/\b(?:I|[Ww]e|[Oo]ur)\b/.test(text)) return [];
  return lengthsOfMarriage.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const years = findNumbers(match[1] ?? '')[0]?.value;
      if (years === undefined || years < 2) return [];
      const topic = { topic: 'married-for:husband', about: 'the length of your marriage' };
      return [answerClaim(match, { ...topic, answer: `${years} years` }, match[1] ?? '')];
    }),
  );
}

const workplace = '(?:the )?((?:[\\p{L}-]+ ){0,2}[\\p{L}-]+?)';
const length = '(\\p{L}+(?:-\\p{L}+)?|\\d+) (years?|summers?|winters?|months?)\\b';
const lengths = [
  new RegExp(
    `\\bI (?:worked|was|taught|stayed) (?:only )?(?:at|for|in) ${workplace} (?:for )?(?:only |just )?${length}`,
    'gu',
  ),
  new RegExp(
    `\\bI (?:only |just )(?:worked|was|taught|stayed) (?:at|for|in) ${workplace} (?:for )?${length}`,
    'gu',
  ),
];

/** How long the person of this book worked at a place: years, or a short time only. */
function lengthsOfWork(text: string): Claim[] {
  return lengths.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const [, where = '', count = '', unit = ''] = match;
      const number = findNumbers(count)[0]?.value;
      const isLong = /^years/.test(unit) && number !== undefined && number >= 10;
      const isShort = /\b(?:only|just)\b/.test(match[0]) && number !== undefined && number <= 3;
      if (!isLong && !isShort) return [];
      const about = `your time at the ${where}`;
      return claimOf(match, `length:${where.toLowerCase()}`, about, `${count} ${unit}`, `${count} ${unit}`);
    }),
  );
}

const parents = 'mother|father|mom|mum|mama|dad|papa';
const sides = [
  `\\b(?:[Mm]y )?(?<title>[Aa]unt|[Uu]ncle) (?<titled>\\p{Lu}\\p{L}+),?(?: who)? (?:was|is) (?:on )?my (?<of>${parents})'s (?:\\p{L}+ ){0,2}(?:brother|sister|side)\\b(?![- ]in)`,
  `\\b[Mm]y (?<of>${parents})'s (?:\\p{L}+ ){0,2}(?<sibling>brother|sister),? (?<titled>\\p{Lu}\\p{L}+)`,
].map((pattern) => new RegExp(pattern, 'gu'));

/** Whether an uncle or aunt belongs to the mother or to the father. */
function sidesOfFamily(text: string): Claim[] {
  return sides.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const { title, titled = '', of = '', sibling } = match.groups ?? {};
      const relation = title?.toLowerCase() ?? (sibling === 'brother' ? 'uncle' : 'aunt');
      const parent = singleRelationOf(of);
      const key = `side:${relation} ${titled.toLowerCase()}`;
      return parent ? claimOf(match, key, `your ${relation} ${titled}’s side`, `your ${parent}’s`, null) : [];
    }),
  );
}

function claimOf(
  match: RegExpExecArray,
  topic: string,
  about: string,
  answer: string,
  words: string | null,
): Claim[] {
  return [answerClaim(match, { topic, about, answer }, words)];
}

/** Answers that can both be true. */
const alike = [
  /^(?:heart|stroke)/,
  /^(?:TB|tuberculosis|consumption)$/,
  /^(?:flu|influenza|pneumonia)$/,
  /^gr[ae]y$/,
  /^(?:Ford|Model|T)$/,
  /^Chev/,
  /^Old/,
  /^(?:wood(?:en)?|frame|clapboard|log)$/,
  /^(?:Army|Air Force)$/,
];

export function areAnswersApart({ topic, answer: one }: Answer, { answer: other }: Answer): boolean {
  if (/^(?:season|weekday):/.test(topic)) return areTimesOfYearApart(topic, one, other);
  // Of a war, only one who was there all of it was nowhere else.
  const [first, second] = [one, other].map((each) => each.replace(/^all /, ''));
  if (/^(?:all )?in /.test(one) && /^(?:all )?in /.test(other))
    return first !== second && `${one}${other}`.includes('all ');
  if (topic.startsWith('married-for:'))
    return Math.abs(Number.parseInt(one, 10) - Number.parseInt(other, 10)) > 1;
  if (topic.startsWith('childhood-home:')) return areHomesApart(one, other);
  if (topic.startsWith('owned:')) return arePossessionsApart(one, other);
  if (topic.startsWith('known:')) return areStagesApart(one, other);
  if (/^(?:died|alive) in /.test(one)) return areLifetimesApart(one, other);
  if (one.startsWith(other) || other.startsWith(one)) return false;
  return !alike.some((pattern) => pattern.test(one) && pattern.test(other));
}

const stages = ['before your birth', 'in your childhood', 'when you were grown'];

/** Whether somebody who died at one stage of the person's life was there at a later one. */
function areStagesApart(one: string, other: string): boolean {
  const [died, alive] = [one, other].sort(
    (a, b) => Number(b.startsWith('died')) - Number(a.startsWith('died')),
  );
  const stageOf = (answer = '') => stages.findIndex((stage) => answer.endsWith(stage));
  return !!died?.startsWith('died') && !alive?.startsWith('died') && stageOf(alive) > stageOf(died);
}
