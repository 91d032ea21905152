import { KIN } from '#api/biography/writing/language/kinship.ts';

const NO_KIN = new Set('friend neighbor partner teacher boss roommate colleague'.split(' '));

/** Whether it is a relation by blood or marriage. */
export function isKin(relation: string): boolean {
  return KIN.has(relation) && !NO_KIN.has(relation);
}

/** Relations that can become another: a friend becomes a husband, a neighbor is a friend. */
const CLOSE = new Set(
  'husband wife spouse boyfriend girlfriend fiance fiancee sweetheart beau partner'.split(' '),
);
const GENERAL = new Map<string, string>(
  'daughter:child son:child mother:parent father:parent sister:sibling brother:sibling wife:spouse husband:spouse granddaughter:grandchild grandson:grandchild grandmother:grandparent grandfather:grandparent half-sister:sister half-brother:brother ex-wife:wife ex-husband:husband twin:sibling'
    .split(' ')
    .map((entry) => entry.split(':') as [string, string]),
);

/** The general word: "sibling" for a brother; null when there is none. */
export function generalOf(relation: string): string | null {
  return GENERAL.get(relation) ?? null;
}

/**
 * Whether two relations can belong to one person. "Ted's wife" and "landlady" are compatible with anything.
 */
export function mayBeOne(one: string | null, other: string | null): boolean {
  if (!one || !other || one === other || !KIN.has(one) || !KIN.has(other)) return true;
  if (GENERAL.get(one) === other || GENERAL.get(other) === one) return true;
  if (one === 'twin' || other === 'twin')
    return /^(?:twin|sister|brother|sibling)$/.test(one === 'twin' ? other : one);
  if (isOwn(one) && isOwn(other)) return false;
  // A cousin isn't a friend of the same name, but a husband may have been a friend once.
  return CLOSE.has(one) || CLOSE.has(other) || (!isOwn(one) && !isOwn(other));
}

/**
 * The more specific of two relations of one person: the boyfriend is the husband now, the child a daughter.
 */
export function fullerRelation(one: string | null, other: string): string {
  if (one === null || GENERAL.get(other) === one) return other;
  return /^(?:husband|wife)$/.test(other) && !isOwn(one) ? other : one;
}

/** Whether it is a relation of the subject's own family. */
function isOwn(relation: string): boolean {
  return isKin(relation) && !/(?:boyfriend|girlfriend|fiance|fiancee)/.test(relation);
}
