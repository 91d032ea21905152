import { findDates } from '#api/biography/writing/dates.ts';
import type { Claim } from './claims.ts';
import { clausesOf } from './clauses.ts';
import { parentNames } from './events.ts';
import { myRelative, singleRelationOf } from './relatives.ts';

/** Occupations that one has for a living, those of one line are alike. */
const lines = `teacher schoolteacher professor headmaster headmistress principal instructor lecturer
nurse midwife
doctor physician surgeon
dentist
miner collier pitman
farmer sharecropper rancher farmhand dairyman
policeman cop detective constable sheriff trooper
fireman firefighter
carpenter joiner cabinetmaker builder contractor roofer
bricklayer mason stonemason plasterer
painter
plumber
electrician lineman
mechanic machinist toolmaker engineer
baker confectioner
butcher
chef
waitress waiter barmaid bartender
barber hairdresser beautician
tailor seamstress dressmaker
shoemaker cobbler
blacksmith welder boilermaker steelworker ironworker
fisherman
driver trucker chauffeur
conductor railroader brakeman
mailman postman postmaster
clerk bookkeeper secretary typist stenographer accountant cashier
salesman saleswoman salesgirl shopkeeper grocer storekeeper
banker
lawyer attorney judge
pharmacist druggist
librarian
journalist reporter printer
maid housekeeper cleaner janitor
weaver spinner
logger lumberjack woodcutter
milkman
undertaker
minister pastor priest rabbi
longshoreman docker stevedore
watchmaker jeweler
photographer`
  .split('\n')
  .map((line) => line.trim().split(' '));
const lineOf = new Map(lines.flatMap((line) => line.map((word) => [word, line[0] ?? word])));
const occupation = [...lineOf.keys()].join('|');

const person = `(?:\\b(I)\\b|${myRelative}(?:,? \\p{Lu}\\p{L}+,?)?|(?<=^|[,;] |[Aa]nd |[Ss]o )(${parentNames}))`;
const praise =
  'good|great|fine|wonderful|terrible|awful|bad|better|born|natural|real|slow|fast|careful|excellent|hard|big|marvelous|amazing|decent|pretty|very|such';
const aWork = `((?:an?|the) (?!(?:${praise})\\b)(?:[\\p{L}-]+ ){0,2}(?:${occupation}))\\b`;
const ofTrade = new RegExp(
  `${person} (?:(?:was|had been|'d been) (?:always )?|(?:worked|was working|made (?:his|her|my) living|spent (?:his|her|my) (?:whole |entire |working )*life) as )${aWork}`,
  'gu',
);
/** What one does for a living, with the occupation of one who does it. */
const doings = Object.fromEntries(
  Object.entries({
    conductor: 'worked (?:on )?the (?:trams|buses|trolleys|streetcars|trains|railways?|railroads?)',
    longshoreman: 'worked (?:on )?the docks',
    driver: 'drove (?:a|the) (?:city )?(?:bus|truck|taxi|cab|streetcar|trolley)',
    bricklayer: 'laid bricks?',
    miner: '(?:mined|dug) coal|worked (?:in )?the (?:mines|pits)',
    farmer: 'farmed|worked the (?:land|fields)',
    fisherman: 'fished|worked (?:on )?the (?:fishing )?boats',
    barber: 'cut hair',
    clerk: 'kept (?:the )?books',
    salesman:
      'sold (?:insurance|cars|shoes|furniture|hardware|real estate)|(?:ran|kept) an? (?:\\p{L}+ )?(?:store|shop)',
    minister: 'preached',
    mailman: '(?:delivered|carried) (?:the )?mail',
    painter: 'painted houses',
    mechanic: '(?:fixed|repaired) cars',
    baker: 'baked bread',
    waitress: 'waited (?:on )?tables',
    tailor: 'sewed (?:suits|dresses|coats)',
    maid: 'cleaned (?:houses|offices)',
  }).map(([work, words]) => [work, new RegExp(`${person} ((?:always )?(?:${words}))\\b`, 'gu')]),
);
const ofTeaching = new RegExp(`${person} (?:was teaching|taught)\\b`, 'gu');
/** Workplaces that are alike stand on one line. */
const placeLines = `factory plant mill works foundry cannery
mine pit colliery quarry
railroad railway railways
hospital clinic
school college university
bank
store shop market bakery
shipyard docks waterfront
laundry
farm ranch dairy
hotel restaurant diner cafe
brewery
newspaper
library
exchange switchboard`
  .split('\n')
  .map((line) => line.trim().split(' '));
const placeOf = new Map(placeLines.flatMap((line) => line.map((word) => [word, line[0] ?? word])));
const workplace = [...placeOf.keys()].join('|');
const names = '\\p{Lu}[\\p{L}&-]+(?: \\p{Lu}[\\p{L}&-]+){0,3}';
const ofPlace = new RegExp(
  `${person} (?:worked|was working|had a job|had worked)(?: nights| days| evenings| weekends| part[- ]time| full[- ]time)? ((?:(?:down|over) )?(?:at|for|in) (?:(?:the|an?) )?(?:${names}|(?:[\\p{L}-]+ ){0,2}(?:${workplace})))\\b`,
  'gu',
);
const ofNone = new RegExp(
  `${person} (never worked(?: outside (?:the|our) (?:home|house)| a day| for (?:wages|money|pay))?)(?=[.,;!]|$| in (?:his|her) life)`,
  'gu',
);

const allLife =
  /\b(?:all (?:of )?(?:his|her|my) (?:(?:working |whole )?life|days)|the only work (?:that )?(?:the man|the woman|that man|he|she|I) ever (?:knew|did)|from (?:a|when (?:he|she|I) was a) (?:boy|girl|lad)\b[^.;]{0,20} (?:till|until|to) (?:his|her|my|the) (?:pension|death|grave)|(?:his|her|my) whole (?:working )?life|never (?:did|had|knew|worked at) any(?:thing else| other)|from before I was born|(?:until|till|to) (?:the day (?:he|she) died|(?:his|her) dying day)|as long as I (?:can remember|knew (?:him|her)))/i;
/** Words by which it is one of several occupations. */
const passing =
  /\b(?:boy|girl|young|youth|first|before|summers?|war|army|navy|service|Depression|also|then|once|later|ended up|became|used to|retired|sometimes|Sunday school|for a (?:while|time|year)|years?|months?|when|after|until|till|by)\b/i;
/** Words by which it was beside something else. */
const partTime = /\b(?:part[- ]time|on the side|nights|evenings|weekends|Saturdays?)\b/i;
const denied =
  /\b(?:not|[a-z]+n't|almost|nearly|wanted|hoped|could|would|should|said|told|thought|like a|like the)\b/i;

type FoundWork = { match: RegExpExecArray; words: string; work: string; value: string; form?: string };

/** The occupations and workplaces that a sentence gives for the person, a parent or a spouse; `next` is the sentence after it. */
export function workOfRelatives(text: string, next: string | null): Claim[] {
  const found: FoundWork[] = [
    ...[...text.matchAll(ofTrade)].map((match) => {
      const words = match[4] ?? '';
      const work = lineOf.get(words.split(' ').at(-1) ?? '') ?? words;
      return { match, words, work: `as ${work}`, value: words.replace(/^(?:an?|the) /, '') };
    }),
    ...[...text.matchAll(ofTeaching)].map((match) => {
      const words = match[0].split(' ').at(-1) ?? '';
      return { match, words, work: 'as teacher', value: 'teacher', form: 'teaching' };
    }),
    ...Object.entries(doings).flatMap(([work, pattern]) =>
      [...text.matchAll(pattern)].map((match) => {
        const words = match[4] ?? '';
        return { match, words, work: `as ${lineOf.get(work) ?? work}`, value: words, form: 'doing' };
      }),
    ),
    ...[...text.matchAll(ofPlace)].flatMap((match) => {
      const words = match[4] ?? '';
      const place = placeOf.get(words.split(' ').at(-1) ?? '');
      // "In Chicago" says nothing of an employer.
      if (!place && /\bin /.test(words)) return [];
      // An employer's name may be that of any workplace.
      const work = place
        ? `at ${place}`
        : `for ${words.replace(/^.*?(?:at|for) (?:the |an? )?/, '').toLowerCase()}`;
      return [{ match, words, work, value: words }];
    }),
    ...[...text.matchAll(ofNone)].map((match) => ({
      match,
      words: match[4] ?? '',
      work: 'none',
      value: 'none',
    })),
  ];
  if (found.length === 0) return [];
  const goesOn = next !== null && /^(?:He|She|I)\b/.test(next) && allLife.test(next);
  const isLong = goesOn || allLife.test(text);
  const year = yearIn(text);
  return found.flatMap(({ match, words, work, value, form = work.split(' ')[0] ?? '' }): Claim[] => {
    const relation = match[1] ? 'self' : singleRelationOf(match[2] ?? match[3] ?? '');
    const stretch = { start: match.index, end: match.index + match[0].length };
    if (!relation || denied.test(clausesOf(text, [stretch]))) return [];
    const start = match.index + match[0].lastIndexOf(words);
    const isAllLife = isLong || work === 'none';
    return [
      {
        ...{ reason: 'WORK', topic: `work:${relation}`, form, work, isAllLife, year },
        about: `${relation === 'self' ? 'your' : `your ${relation}’s`} work${year ? ` in ${year}` : ''}`,
        said: { start, end: start + words.length, text: words, value },
        isPassing: !isAllLife && passing.test(text),
        isPartTime: !isAllLife && partTime.test(text),
      },
    ];
  });
}

/** The only year of a sentence, where the work was in it and not from it or until it. */
function yearIn(text: string): string | null {
  const [date, more] = findDates(text).filter(({ inferred }) => !inferred);
  const isIn = date && /^\d{4}$/.test(date.edtf) && /\b[Ii]n (?:the year )?$/.test(text.slice(0, date.start));
  return isIn && !more ? date.edtf : null;
}

type Work = Extract<Claim, { reason: 'WORK' }>;

/** Whether two statements of one person's work can't both be true of one time. */
export function areWorksApart(left: Work, right: Work): boolean {
  const [one = '', ...what] = left.work.split(' ');
  const [other = '', ...elsewhere] = right.work.split(' ');
  const areAlike =
    left.work === right.work || (one === 'for' && what.some((word) => elsewhere.includes(word)));
  const areComparable = one === other || one === 'none' || other === 'none';
  if (!areComparable || areAlike || left.isPassing || right.isPassing) return false;
  if (one === 'none' || other === 'none') return true;
  if (left.isPartTime || right.isPartTime) return false;
  return left.isAllLife || right.isAllLife || (left.year !== null && left.year === right.year);
}
