import { lemma } from '#api/biography/writing/language/words.ts';

const FEMALE =
  'mother grandmother sister wife daughter aunt niece granddaughter girlfriend fiancee stepmother stepsister stepdaughter half-sister godmother goddaughter foster-mother foster-sister mother-in-law sister-in-law daughter-in-law great-grandmother great-granddaughter great-aunt great-niece ex-wife';
const MALE =
  'father grandfather brother husband son uncle nephew grandson boyfriend fiance stepfather stepbrother stepson half-brother godfather godson foster-father foster-brother father-in-law brother-in-law son-in-law great-grandfather great-grandson great-uncle great-nephew ex-husband';
const EITHER =
  'cousin child grandchild spouse friend neighbor neighbour partner parent grandparent sibling teacher boss twin roommate colleague';

/** Relation words with their gender. Synonyms ("mum", "grandpa") are mapped to these words. */
export const KIN: ReadonlyMap<string, 'F' | 'M' | 'N'> = new Map([
  ...FEMALE.split(' ').map((word): [string, 'F'] => [word, 'F']),
  ...MALE.split(' ').map((word): [string, 'M'] => [word, 'M']),
  ...EITHER.split(' ').map((word): [string, 'N'] => [word, 'N']),
]);

const SPOKEN = new Set(
  'mom mum mama mommy mummy ma dad daddy papa pop grandma gran granny nana grandmom grandpa granddad grandad gramps auntie aunty'.split(
    ' ',
  ),
);

/** Relation words from other languages and from home, with the words above that they mean. */
const CALLED = new Map(
  `hubby:husband missus:wife mam:mother mamma:mother mammy:mother pops:father poppa:father nan:grandmother nanna:grandmother
  grandpop:grandfather grandmama:grandmother grandpapa:grandfather stepmom:stepmother stepmum:stepmother stepdad:stepfather
  oma:grandmother opa:grandfather omi:grandmother opi:grandfather mutti:mother vati:father tante:aunt onkel:uncle
  abuela:grandmother abuelita:grandmother abuelo:grandfather abuelito:grandfather tía:aunt tia:aunt tío:uncle tio:uncle
  mamá:mother papá:father nonna:grandmother nonno:grandfather zia:aunt zio:uncle babcia:grandmother dziadek:grandfather
  babushka:grandmother dedushka:grandfather ciocia:aunt wujek:uncle bubbe:grandmother bubbie:grandmother zayde:grandfather
  zaide:grandfather yiayia:grandmother papou:grandfather ouma:grandmother oupa:grandfather avó:grandmother avô:grandfather
  vovó:grandmother vovô:grandfather tatay:father nanay:mother mormor:grandmother morfar:grandfather farmor:grandmother
  farfar:grandfather pappou:grandfather halmoni:grandmother harabeoji:grandfather obaachan:grandmother ojiisan:grandfather nainai:grandmother yeye:grandfather laolao:grandmother amma:mother appa:father ammi:mother abbu:father maman:mother ima:mother
  compadre:friend comadre:friend madre:mother hermana:sister hermano:brother schwester:sister bruder:brother mutter:mother vater:father mémère:grandmother pépère:grandfather fiancée:fiancee fiancé:fiance`
    .split(/\s+/)
    .map((entry) => entry.split(':') as [string, string]),
);

/**
 * All words for relations as one alternation for a pattern, the longest first. A hyphen also matches a
 * space.
 */
export const KIN_PATTERN = [...KIN.keys(), ...SPOKEN, ...CALLED.keys()]
  .sort((a, b) => b.length - a.length)
  .map((word) => word.replaceAll('-', '[- ]'))
  .join('|');

/** The standard word of a relation: "mum" and "Mother" are "mother". Null for other words. */
export function relationOf(word: string): string | null {
  const low = word
    .toLowerCase()
    .replace(/['’]s$/, '')
    .replaceAll(' ', '-');
  if (KIN.has(low)) return low === 'neighbour' ? 'neighbor' : low;
  if (SPOKEN.has(low)) return lemma(low);
  return CALLED.get(low) ?? null;
}

const PARENT = 'mother father parent';
const SIBLING = 'sister brother sibling half-sister half-brother twin';
const CHILD = 'daughter son child';
const SPOUSE = 'wife husband';
const GRANDPARENT = 'grandmother grandfather grandparent';

/** Two relations combined: what "<first>'s <second>" is to the subject. */
const THROUGH = new Map(
  [
    [
      PARENT,
      'mother:grandmother father:grandfather parent:grandparent sister:aunt brother:uncle aunt:great-aunt',
    ],
    [PARENT, 'uncle:great-uncle grandmother:great-grandmother grandfather:great-grandfather'],
    [
      SIBLING,
      'wife:sister-in-law husband:brother-in-law daughter:niece son:nephew sister:sister brother:brother',
    ],
    [SIBLING, 'mother:mother father:father'],
    [SPOUSE, 'mother:mother-in-law father:father-in-law sister:sister-in-law brother:brother-in-law'],
    [CHILD, 'wife:daughter-in-law husband:son-in-law daughter:granddaughter son:grandson child:grandchild'],
    [CHILD, 'sister:daughter brother:son'],
    [
      'granddaughter grandson grandchild',
      'daughter:great-granddaughter son:great-grandson sister:granddaughter',
    ],
    ['granddaughter grandson grandchild', 'brother:grandson'],
    ['aunt uncle', 'husband:uncle wife:aunt daughter:cousin son:cousin child:cousin'],
    [GRANDPARENT, 'mother:great-grandmother father:great-grandfather sister:great-aunt brother:great-uncle'],
    [GRANDPARENT, 'wife:grandmother husband:grandfather'],
    ['daughter-in-law son-in-law', 'daughter:granddaughter son:grandson child:grandchild'],
    ['sister-in-law brother-in-law', 'daughter:niece son:nephew'],
    ['cousin', 'sister:cousin brother:cousin'],
    ['father', 'wife:stepmother'],
    ['mother', 'husband:stepfather'],
    ['niece nephew', 'sister:niece brother:nephew'],
    ['great-aunt great-uncle', 'husband:great-uncle wife:great-aunt'],
  ].flatMap(([whose = '', list = '']) =>
    whose.split(' ').flatMap((first) =>
      list.split(' ').map((entry): [string, string] => {
        const [who = '', relation = ''] = entry.split(':');
        return [`${first}'s ${who}`, relation];
      }),
    ),
  ),
);

/**
 * What a relative of a relative is to the subject: a brother's wife is "sister-in-law". Without a word for
 * it, "friend's wife".
 */
export function relationThrough(whose: string, who: string): string {
  return THROUGH.get(`${whose}'s ${who}`) ?? `${whose}'s ${who}`;
}
