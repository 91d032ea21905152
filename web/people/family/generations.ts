import type { RelativeKind } from '#web/app/generated/schema-types.ts';

/** The distance of a relationship from the subject's own generation: parents 1, children -1. */
const steps: readonly (readonly [words: RegExp, generation: number])[] = [
  [/^great[- ]?grand(mother|father|parent|ma|pa|mum|mom|dad)/, 3],
  [/^great[- ]?grand(child|son|daughter)/, -3],
  [/^grand(mother|father|parent|ma|pa|mum|mom|dad)|^grandad\b|^(nana|nan|granny|grandma|grandpa)\b/, 2],
  [/^(great|grand)[- ]?(aunt|auntie|uncle)\b/, 2],
  [/^grand(child|son|daughter|niece|nephew)|^great[- ]?(niece|nephew)\b/, -2],
  [/^(mother|father|parent|mum|mom|mummy|mama|dad|daddy|papa|aunt|uncle|auntie)\b/, 1],
  [/^(son|daughter|child|boy|girl|niece|nephew|godson|goddaughter|godchild)\b/, -1],
  [/^(sister|brother|sibling|cousin)\b/, 0],
  [/^(husband|wife|spouse|partner|fiancée?|widow|widower)\b/, 0],
];

/** Words before a kinship that say which of several it is: "second husband", "older sister", "stepson". */
const which =
  /^(late|ex|former|first|second|third|older|elder|eldest|oldest|younger|youngest|big|little|only|twin|step|half|foster|adopted|adoptive)[- ]*/;

/** A kinship in its plainest words: "Her late husband" is "husband". */
function plainKin(relationship: string): string {
  let words = relationship
    .trim()
    .toLowerCase()
    .replace(/^(her|his|their|my|the|own)\s+/, '')
    .replace(/[- ]in[- ]law$/, '');
  while (which.test(words)) words = words.replace(which, '');
  return words;
}

/** The generation of a relationship; null for friends and unknown relationships. */
export function generationOf(relationship: string | null | undefined): number | null {
  const words = plainKin(relationship ?? '');
  return steps.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}

/** What somebody is to another person who is named: "Gideon’s wife", "sister of Ann". Null for other relationships. */
export function kinOfAnother(
  relationship: string | null,
): { name: string; kind: RelativeKind | null; relationship: string } | null {
  const named =
    /^(?<name>\p{Lu}.*?)(?:['’]s|(?<=s)['’])\s+(?<words>.+)$/u.exec(relationship?.trim() ?? '') ??
    /^(?<words>[\p{L} -]+?)\s+(?:of|to)\s+(?<name>\p{Lu}.*)$/u.exec(relationship?.trim() ?? '');
  const { name, words } = named?.groups ?? {};
  if (!name || !words) return null;
  const kind = inLaw.test(words) ? null : kindOf(plainKin(words));
  return { name, kind, relationship: words };
}

const inLaw = /[- ]in[- ]law$/i;

/** The kinds of relatives in the tree, by what the relative is called. */
function kindOf(words: string): RelativeKind | null {
  if (/^(mother|father|parent|mum|mom|mummy|mama|dad|daddy|papa)$/.test(words)) return 'PARENT';
  if (/^(son|daughter|child|boy|girl)$/.test(words)) return 'CHILD';
  if (/^(sister|brother|sibling)$/.test(words)) return 'SIBLING';
  return /^(husband|wife|spouse|partner|fiancée?|widow|widower)$/.test(words) ? 'PARTNER' : null;
}

export interface Kin {
  relationship: string | null;
}

interface Generation {
  /** 1 for parents, 0 for the subject's own generation, -1 for children. */
  generation: number;
  people: readonly Kin[];
}

const direct =
  /^(mother|father|mum|mom|mama|dad|papa|parent|son|daughter|child|grand(mother|father|parent|son|daughter|child))/;
const kin: Partial<Record<number, string>> = {
  2: 'grandparents’',
  1: 'parents’',
  [-1]: 'children’s',
  [-2]: 'grandchildren’s',
};

/** The title of a row of the tree: "Her parents", or with aunts among them "Her parents’ generation". */
export function generationTitle({ generation, people }: Generation, their: string, name: string): string {
  if (generation === 0) return people.length === 0 ? name : `${name} and ${their} own generation`;
  const whose = kin[generation];
  if (!whose) return generation > 0 ? 'Further back' : 'Further on';
  const Their = their.charAt(0).toUpperCase() + their.slice(1);
  const alone = people.every(({ relationship }) => direct.test(relationship?.trim().toLowerCase() ?? ''));
  return alone ? `${Their} ${whose.replace(/’s?$/, '')}` : `${Their} ${whose} generation`;
}
