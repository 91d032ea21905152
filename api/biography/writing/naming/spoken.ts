import { KIN, KIN_PATTERN, relationOf } from '#api/biography/writing/language/kinship.ts';
import type { Candidate } from '#api/biography/writing/naming/candidates.ts';
import { type Gender, genderOfName } from '#api/biography/writing/naming/given-names.ts';
import { FEMALE_TITLES, MALE_TITLES, PEOPLES } from '#api/biography/writing/naming/name-lists.ts';

/** One mention of a person or thing: by a name, by a relation to somebody, or as "a man". */
export interface Spoken {
  kind: 'NAME' | 'KIN' | 'SOMEBODY' | 'THING';
  start: number;
  end: number;
  sentence: number;
  /** Where its sentence begins. */
  opens: number;
  /** Only for a NAME. */
  candidate: Candidate | null;
  /** Only for a KIN: the relation ("sister"), and to whom. */
  relation: string | null;
  whose: Spoken | 'ME' | 'HE' | 'SHE' | 'THEY' | null;
  gender: Gender | null;
  /** The number of people meant. */
  count: number;
  determiner: string;
  /** The same name occurred before in this message. */
  again: boolean;
}

/** The links between mentions of one message. */
export interface Links {
  /** Pairs of mentions of the same person. */
  same: [Spoken, Spoken][];
  /** Relations that no second mention states. */
  is: { who: Spoken; relation: string; whose: Spoken | 'ME' }[];
  /** Mentions of the subject's own name. */
  self: Set<Spoken>;
}

const ROLES =
  'schoolteacher headmaster headmistress professor tutor landlady landlord lodger boarder tenant doctor nurse midwife dentist priest minister pastor rabbi vicar imam foreman forewoman supervisor manager employer assistant coach commander lieutenant captain sergeant officer sponsor mentor coworker co-worker workmate classmate schoolmate shipmate bunkmate playmate teammate housemate pen-pal sweetheart beau bridesmaid best-man nanny governess housekeeper maid cook gardener hired-man farmhand babysitter grocer baker butcher blacksmith milkman mailman postman barber tailor shopkeeper policeman constable lawyer organist choirmaster carer caregiver host-mother host-father host-sister host-brother business-partner school-friend girl-friend boy-friend next-door-neighbor matron warden undertaker conductor mate pal chum buddy comrade';
const FRIENDS = new Set('mate pal chum buddy comrade'.split(' '));
const FEMALE_ROLES = new Set(
  'landlady headmistress midwife forewoman bridesmaid nanny governess housekeeper maid host-mother host-sister girl-friend matron'.split(
    ' ',
  ),
);
const MALE_ROLES = new Set(
  'landlord headmaster foreman priest best-man hired-man milkman mailman postman policeman host-father host-brother boy-friend beau'.split(
    ' ',
  ),
);
/** Plurals, and words that mean a relation only with an owner. */
const PLURALS = new Map(
  'children:child grandchildren:grandchild wives:wife kids:child grandkids:grandchild folks:parent boys:son girls:daughter in-laws:parent-in-law'
    .split(' ')
    .map((entry) => entry.split(':') as [string, string]),
);
const OWN = new Map(
  'boy:son,girl:daughter,baby:child,youngest:child,eldest:child,oldest:child,firstborn:child,first-born:child,kid:child,little one:child,last born:child,last-born:child,first born:child,young man:boyfriend,fella:boyfriend'
    .split(',')
    .map((entry) => entry.split(':') as [string, string]),
);

const ADJECTIVE = `(?:late|own|dear|dearest|poor|old|older|younger|elder|little|big|baby|only|better|oldest|youngest|eldest|middle|first|second|third|fourth|other|best|good|great|close|closest|favou?rite|beloved|future|former|new|real|identical|twin|maternal|paternal|kid|childhood|lifelong|next-door|school|wonderful|lovely|dear old|two|three|four|five|six|seven|eight|nine|youngest|surviving|crazy|brave|sweet|handsome|beautiful|young|then|first-grade|second-grade|music|piano|math|English|history|science|french|german|parish|family|village|town|country|company|wartime|army|navy|war|college|work|drinking|hunting|fishing|dancing|bridge|boyhood|girlhood|wee|bossy|kind|strict|stern|gentle|clever|funny|${[...PEOPLES].join('|')})`;
const DETERMINER =
  '(?:(?:one|the (?:\\p{L}+est|first|second|third|last|middle|favou?rite|only)(?: one)?) of (?:my|our|his|her|their)|my|our|his|her|their|your|the|an?|another|some|this|that|both|two|three|four|five|six|seven|eight|nine)';
const ROLE_PATTERN = `${ROLES.split(' ')
  .sort((a, b) => b.length - a.length)
  .map((word) => word.replaceAll('-', '[- ]'))
  .join('|')}|\\p{L}+(?:mistress|master|keeper|smith|wright|monger)`;
const PLURAL_PATTERN = [...PLURALS.keys()].join('|');
const OWN_PATTERN = [...OWN.keys()].join('|');
const RELATED = new RegExp(
  `\\b(?:(${DETERMINER}) )?((?:${ADJECTIVE} ){0,3})(?:(${PLURAL_PATTERN})|(${KIN_PATTERN}|${ROLE_PATTERN})(s?)|(${OWN_PATTERN}))(?![\\p{L}-])(?!'s side\\b)(?! (?:of the|in|for|and a) (?:war|year|house|family|town|village))(?: of (mine|ours|his|hers|theirs)\\b)?`,
  'giu',
);
const SOMEBODY =
  /\b([Aa]n?|[Tt]he|[Tt]his|[Tt]hat|[Aa]nother|[Ss]ome|[Oo]ne|[Tt]wo|[Tt]hree) (?:(?!and |or )[\p{Ll}-]+ ){0,2}?(boys?|girls?|m[ae]n|wom[ae]n|lad(?:s|y|ies)?|lass(?:es)?|fellows?|guys?|chaps?|gentlem[ae]n|bab(?:y|ies)|child|kids?|persons?|people|strangers?|widow(?:er)?|youngsters?|teenagers?|soldiers?|sailors?|farmers?|nuns?|students?|volunteers?|singers?|workers?|twins|ones?)\b/gu;
const THING =
  /\b([Aa]n?|[Tt]he|[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|[Aa]nother|[Tt]his|[Tt]hat|[Tt]wo|[Tt]hree) (?:(?!and |or )[\p{Ll}-]+ ){0,2}?(dog|pupp(?:y|ie)|cat|kitten|horse|pony|ponie|mare|stallion|mule|donkey|cow|calf|bull|ox(?:en)?|goat|sheep|lamb|pig|sow|hen|rooster|parrot|canary|budgie|bird|rabbit|hamster|turtle|tortoise|goldfish|monkey|pet|terrier|collie|spaniel|hound|doll|teddy|bear|boat|ship|schooner|trawler|steamer|vessel|liner|ferry|tug|tugboat|yacht|sloop|dory|barge|canoe|cutter|destroyer|car|truck|van|tractor|jeep|lorry|motorbike|motorcycle|train|locomotive|plane|airplane|aeroplane|house|cottage|cabin|farm|ranch|hotel|inn|pub|tavern|bar|caf[eé]|restaurant|shop|store|school|church|chapel|hospital|street|road|lane|village|town|city|island|river|creek|lake|mountain|hill|song|tune|hymn|ballad|waltz|lullaby|book|novel|film|movie|play|opera|musical|magazine|newspaper|paper|poem|programme|program|show|brand|hurricane|storm|typhoon|cyclone|band|orchestra|team|company|club|estate|perfume|mine|factory|mill|sewing machine|game|rose|plant|bell)s?(?![\p{L}'])/gu;
/** Animals and things that people own and name; a name alone beside one is enough. */
const KEPT =
  /(?:dog|pupp|cat|kitten|horse|pon|mare|stallion|mule|donkey|cow|calf|bull|ox|goat|sheep|lamb|pig|sow|hen|rooster|parrot|canary|budgie|bird|rabbit|hamster|turtle|tortoise|goldfish|monkey|pet|terrier|collie|spaniel|hound|doll|teddy|bear|boat|ship|schooner|trawler|tug|yacht|sloop|dory|truck|tractor|car)(?:en|ie|y)?s?$/;
const PLACE_WORD = /(?:village|town|city|cities|island|river|creek|lake|mountain|hill|street|road|lane)s?$/;
const ENDS = /[.!?]["')\]]*\s+(?=["'(]?\p{Lu})/gu;
const NO_END = /(?:\b(?:mr|mrs|ms|dr|st|ste|mt|prof|rev|sgt|capt|lt|fr|sr|jr|sra|mme)|\b\p{L})$/iu;

/** All mentions in one message, in order. Words inside a name belong only to the name. */
export function findSpoken(text: string, candidates: readonly Candidate[]): Spoken[] {
  const ends = Array.from(text.matchAll(ENDS))
    .filter((match) => !NO_END.test(text.slice(Math.max(0, match.index - 8), match.index)))
    .map((match) => match.index);
  const heard = new Set<string>();
  const names = candidates.map((candidate): Spoken => {
    const { start, end, name } = candidate;
    const again = heard.has(name);
    heard.add(name);
    return { ...nobody, kind: 'NAME', start, end, candidate, gender: genderOf(candidate), again };
  });
  const others = [...related(text), ...things(text), ...somebodies(text)].sort(
    (a, b) => a.start - b.start || b.end - a.end,
  );
  const all: Spoken[] = [];
  let nameAt = 0;
  let sentence = 0;
  let reached = 0;
  for (const one of [...names, ...others].sort((a, b) => a.start - b.start || a.kind.localeCompare(b.kind))) {
    while (nameAt < names.length && (names[nameAt]?.end ?? 0) <= one.start) nameAt += 1;
    const name = names[nameAt];
    if (one.kind !== 'NAME') {
      if (name && name.start < one.end && one.start < name.end) {
        // "His Aunt Vi": she is his aunt.
        if (one.start < name.start && name.candidate?.title) name.whose = one.whose;
        continue;
      }
      if (one.start < reached) continue;
    }
    while (sentence < ends.length && (ends[sentence] ?? 0) < one.start) sentence += 1;
    one.sentence = sentence;
    one.opens = ends[sentence - 1] ?? 0;
    reached = Math.max(reached, one.end);
    all.push(one);
  }
  return all;
}

const nobody: Omit<Spoken, 'kind' | 'start' | 'end'> = {
  sentence: 0,
  opens: 0,
  candidate: null,
  relation: null,
  whose: null,
  gender: null,
  count: 1,
  determiner: '',
  again: false,
};

const OWNERS: Record<string, Spoken['whose']> = {
  my: 'ME',
  our: 'ME',
  mine: 'ME',
  ours: 'ME',
  his: 'HE',
  her: 'SHE',
  hers: 'SHE',
  their: 'THEY',
  theirs: 'THEY',
};
const COUNTS = 'one two three four five six seven eight nine'.split(' ');
const MANY = 20;

function related(text: string): Spoken[] {
  return Array.from(text.matchAll(RELATED)).flatMap((match): Spoken[] => {
    const [whole, det = '', adjectives = '', plural, word = '', s, own, of] = match;
    const start = match.index;
    const before = text.slice(Math.max(0, start - 12), start);
    const home = /^\p{Lu}/u.test(word) && AT_HOME.test(word) && !/(?:'s |\band )$/.test(before);
    const determiner = det.toLowerCase();
    const whose =
      OWNERS[of?.toLowerCase() ?? ''] ??
      OWNERS[determiner.split(' ').at(-1) ?? ''] ??
      (determiner === '' && home ? 'ME' : null);
    const bare = determiner === '' && !of;
    const ofName = bare && /(?:'s |s' )$/.test(before);
    const friends =
      bare &&
      WE_WERE.test(text.slice(Math.max(0, start - 40), start)) &&
      /^(?:friend|mate|pal|chum)$/i.test(word);
    if (bare && whose === null && !ofName && !friends && !/\band $/.test(before)) return [];
    if (own && whose === null && !ofName) return [];
    if (plural && /^(?:boys|girls|kids|folks|in-laws)$/i.test(plural) && whose === null && !ofName) return [];
    let relation = friends
      ? 'friend'
      : plural
        ? (PLURALS.get(plural.toLowerCase()) ?? null)
        : own
          ? (OWN.get(own.toLowerCase()) ?? null)
          : (relationOf(word) ??
            (FRIENDS.has(word.toLowerCase()) ? 'friend' : word.toLowerCase().replaceAll(' ', '-')));
    if (relation === 'twin' && s) relation = whose === null ? null : 'child';
    if (!relation || (FRIENDS.has(word.toLowerCase()) && determiner === 'the')) return [];
    const many = !friends && Boolean(plural || s) && !/^(?:one|the \p{L}+(?: one)?) of /u.test(determiner);
    const said = COUNTS.findIndex((count) =>
      `${determiner} ${adjectives}`.toLowerCase().includes(`${count} `),
    );
    return [
      {
        ...nobody,
        kind: 'KIN',
        start,
        end: start + whole.length,
        relation: relation.replace(/^(?:girl|boy)-/, (sex) => sex.slice(0, -1)),
        whose: friends ? 'ME' : whose,
        gender: genderOfRelation(relation),
        count: many ? (said > 0 ? said + 1 : determiner === 'both' ? 2 : MANY) : 1,
        determiner,
      },
    ];
  });
}

/** "We were great friends": the subject and the person mentioned before. */
const WE_WERE =
  /\b(?:[Ww]e|and I)(?:'re| were| are| became| stayed| remained|'ve been| had been)(?: \p{L}+){0,2} $/u;

/** With a capital and without an owner, these are the subject's own relatives. */
const AT_HOME =
  /^(?:mother|mum|mam|mom|mama|mamma|mamá|mommy|mummy|dad|daddy|father|papa|papá|grandma|grandpa|granny|gran|nana|nan|grandad|granddad|grandmother|grandfather)$/i;

function genderOfRelation(relation: string): Gender | null {
  const known = KIN.get(relation);
  if (known && known !== 'N') return known;
  return FEMALE_ROLES.has(relation) ? 'F' : MALE_ROLES.has(relation) ? 'M' : null;
}

const A_CHILD =
  /^(?:an?|another|one|two|three) (?:(?:little|baby|big|fine|healthy|beautiful|bonny|first|second|third|last) )*(?:boys?|girls?|bab(?:y|ies)|child|kids?)$/;

function somebodies(text: string): Spoken[] {
  return Array.from(text.matchAll(SOMEBODY), (match) => {
    const [whole, determiner = '', noun = ''] = match;
    const gender = /^(?:boy|m[ae]n|lad(?:s)?$|fellow|guy|chap|gentle|widower)/.test(noun)
      ? 'M'
      : /^(?:girl|wom|lad(?:y|ies)|lass|widow|nun)/.test(noun)
        ? 'F'
        : null;
    const many = /(?:s|men|people|children)$/.test(noun) && noun !== 'lass';
    return {
      ...nobody,
      kind: 'SOMEBODY' as const,
      start: match.index,
      end: match.index + whole.length,
      relation: A_CHILD.test(whole) ? 'child' : null,
      gender,
      count: many ? MANY : 1,
      determiner: determiner.toLowerCase(),
    };
  });
}

function things(text: string): Spoken[] {
  return Array.from(text.matchAll(THING), (match) => ({
    ...nobody,
    kind: 'THING' as const,
    start: match.index,
    end: match.index + match[0].length,
    relation: KEPT.test(match[0]) ? 'kept' : PLACE_WORD.test(match[0]) ? 'place' : null,
    count: /s$/.test(match[0]) ? MANY : 1,
    determiner: (match[1] ?? '').toLowerCase(),
  }));
}

/** The gender from a title before the name ("Mrs.", "Uncle"). */
function genderOf({ title, name }: Candidate): Gender | null {
  if (title) {
    const low = title.toLowerCase().replace('.', '');
    if (FEMALE_TITLES.has(low)) return 'F';
    if (MALE_TITLES.has(low)) return 'M';
    const kin = KIN.get(relationOf(title) ?? '');
    if (kin && kin !== 'N') return kin;
  }
  return genderOfName(name.split(' ')[0] ?? name);
}
