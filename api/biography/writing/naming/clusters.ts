import { relationThrough } from '#api/biography/writing/language/kinship.ts';
import type { Candidate } from '#api/biography/writing/naming/candidates.ts';
import type { Gender } from '#api/biography/writing/naming/given-names.ts';
import { findLinks } from '#api/biography/writing/naming/links.ts';
import { isKin, mayBeOne } from '#api/biography/writing/naming/relations.ts';
import type { Spoken } from '#api/biography/writing/naming/spoken.ts';

/** A relation to the subject, or to a person of whom only the name is known. */
export type Relation = string | { word: string; whose: Candidate } | null;

/** All places of a message that mention the same person or thing, according to the links. */
export class Cluster {
  readonly members: Spoken[];
  /** Relations from the links, besides those in the members' own words. */
  readonly is: { relation: string; whose: Cluster | 'ME' }[] = [];
  /** Whether the subject's own name is among the members. */
  self = false;
  /** The first few members that state a relation: enough to tell two clusters apart. */
  #own: Spoken[];
  #relation: Relation | undefined;
  readonly #of: (one: Spoken) => Cluster | undefined;

  constructor(one: Spoken, of: (one: Spoken) => Cluster | undefined) {
    this.members = [one];
    this.#own = one.kind === 'KIN' && one.whose !== null ? [one] : [];
    this.#of = of;
  }

  take(other: Cluster) {
    for (const member of other.members) this.members.push(member);
    this.#own = [...this.#own, ...other.#own].slice(0, MOST_OWN);
    this.self ||= other.self;
  }

  /**
   * Whether two clusters can't be the same person: one is a woman and the other a man, or one is an aunt
   * and the other a sister.
   */
  contradicts(other: Cluster): boolean {
    return this.#own.some((a) => other.#own.some((b) => areApart(a, b)));
  }

  /** The dog, boat or song that bears the name. */
  get thing(): Spoken | null {
    return this.members.find(({ kind }) => kind === 'THING') ?? null;
  }

  /** The relation to the subject. */
  get relation(): Relation {
    if (this.#relation === undefined) {
      // Null first, so that two clusters that depend on each other end with no relation.
      this.#relation = null;
      this.#relation = this.thing && this.is.length === 0 ? null : this.#findRelation();
    }
    return this.#relation;
  }

  /** The relation to the subject of this person's `word`, for example their sister. */
  relationOf(word: string): Relation {
    const { relation } = this;
    if (typeof relation === 'string') return relationThrough(relation, word);
    const name = this.members.find(({ candidate }) => candidate)?.candidate;
    return name ? { word, whose: name } : null;
  }

  #findRelation(): Relation {
    const gender = this.#gender();
    const said = this.members.flatMap(({ kind, relation, whose }) => {
      // "A teacher called Miss Pym" was the subject's teacher.
      const mine = whose === 'ME' || (whose === null && relation !== null && !isKin(relation));
      const owner = whose instanceof Object ? this.#of(whose) : mine ? ('ME' as const) : null;
      return kind === 'KIN' && relation && owner ? [{ relation, whose: owner }] : [];
    });
    const all = [...this.is, ...said].map(({ relation, whose }) => ({
      relation: genderedRelation(relation, gender),
      whose,
    }));
    const own = all.filter(({ whose }) => whose === 'ME');
    const first = own.find(({ relation }) => isKin(relation)) ?? own[0];
    if (first) return first.relation;
    for (const { relation, whose } of all) {
      const found = whose === 'ME' ? null : whose.relationOf(relation);
      if (found) return found;
    }
    return null;
  }

  #gender(): Gender | null {
    const order = ['KIN', 'SOMEBODY', 'NAME'];
    const known = this.members.filter(({ gender }) => gender === 'F' || gender === 'M');
    return known.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))[0]?.gender ?? null;
  }
}

const MOST_OWN = 4;

function areApart(one: Spoken, other: Spoken): boolean {
  const both = one.whose === 'ME' && other.whose === 'ME';
  if (both && !mayBeOne(one.relation, other.relation)) return true;
  return one.gender !== null && other.gender !== null && one.gender !== other.gender;
}

/** Joins places that mention the same person: the cluster of each place of a message. */
export function clustersOf(spoken: readonly Spoken[], text: string): ReadonlyMap<Spoken, Cluster> {
  const links = findLinks(text, spoken);
  const clusters = new Map<Spoken, Cluster>();
  const of = (one: Spoken) => clusters.get(one);
  for (const one of spoken) clusters.set(one, new Cluster(one, of));
  for (const one of links.self) {
    const cluster = of(one);
    if (cluster) cluster.self = true;
  }
  for (const [one, other] of links.same) {
    const [a, b] = [of(one), of(other)];
    if (!a || !b || a === b || a.contradicts(b)) continue;
    // The larger cluster takes the smaller one, so that a message with a thousand mentions of one name is
    // read quickly.
    const [large, small] = a.members.length < b.members.length ? [b, a] : [a, b];
    large.take(small);
    for (const member of small.members) clusters.set(member, large);
  }
  for (const { who, relation, whose } of links.is) {
    const owner = whose === 'ME' ? whose : of(whose);
    if (owner) of(who)?.is.push({ relation, whose: owner });
  }
  return clusters;
}

const GENDERED = new Map<string, readonly [string, string]>([
  ['child', ['daughter', 'son']],
  ['parent', ['mother', 'father']],
  ['sibling', ['sister', 'brother']],
  ['spouse', ['wife', 'husband']],
  ['grandchild', ['granddaughter', 'grandson']],
  ['grandparent', ['grandmother', 'grandfather']],
  ['parent-in-law', ['mother-in-law', 'father-in-law']],
]);

/** "Child" of a daughter is "daughter". */
function genderedRelation(relation: string, gender: Gender | null): string {
  const pair = GENDERED.get(relation);
  return (gender === 'F' ? pair?.[0] : gender === 'M' ? pair?.[1] : null) ?? relation;
}
