/** The distance of a relationship from the subject's own generation: parents 1, children -1. */
const steps: readonly (readonly [words: RegExp, generation: number])[] = [
  [/^great[- ]?grand(mother|father|parent|ma|pa)/, 3],
  [/^great[- ]?grand(child|son|daughter)/, -3],
  [/^grand(mother|father|parent|ma|pa|mum|mom|dad)|^(nana|nan|granny|grandma|grandpa)\b/, 2],
  [/^grand(child|son|daughter|niece|nephew)/, -2],
  [
    /^(step|foster |adoptive )?-?(mother|father|parent)|^(mum|mom|mummy|mama|dad|daddy|papa|aunt|uncle|auntie)\b/,
    1,
  ],
  [
    /^(step|foster |adopted )?-?(son|daughter|child|boy|girl)\b|^(niece|nephew|godson|goddaughter|godchild)\b/,
    -1,
  ],
  [
    /^(late |ex-|former |half-?|step|twin )*-?(sister|brother|sibling|husband|wife|spouse|partner|cousin|fiancée?)\b/,
    0,
  ],
];

/** The generation of a relationship; null for friends and unknown relationships. */
export function generationOf(relationship: string | null | undefined): number | null {
  const words =
    relationship
      ?.trim()
      .toLowerCase()
      .replace(/^(her|his|their|my|the|own)\s+/, '') ?? '';
  const inLaw =
    words.endsWith('in-law') || words.endsWith('in law') ? words.replace(/[- ]in[- ]law$/, '') : words;
  return steps.find(([pattern]) => pattern.test(inLaw))?.[1] ?? null;
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
