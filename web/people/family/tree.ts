import type { RelativeKind } from '#web/app/generated/schema-types.ts';
import { generationOf, type Kin } from './generations.ts';

export interface TreePerson extends Kin {
  id: string;
  name: string;
  relatives: readonly { kind: RelativeKind; person: { id: string } }[];
}

/** People of one generation with the same known parents, partners side by side. */
export interface Siblings<Person> {
  /** Empty where no parent is known. */
  parents: Person[];
  people: Person[];
}

export interface TreeRow<Person> {
  /** 1 for the parents of the subject, 0 for their own generation, -1 for children. */
  generation: number;
  groups: Siblings<Person>[];
}

const steps: Record<RelativeKind, number> = { PARENT: 1, CHILD: -1, PARTNER: 0, SIBLING: 0 };

/** The generation of each person who is reached from those whose own is known, the nearest first. */
function spread<Person extends TreePerson>(
  start: ReadonlyMap<string, number>,
  byId: ReadonlyMap<string, Person>,
): Map<string, number> {
  const found = new Map(start);
  const open = [...start.keys()];
  for (const id of open) {
    for (const { kind, person } of byId.get(id)?.relatives ?? []) {
      if (found.has(person.id) || !byId.has(person.id)) continue;
      found.set(person.id, (found.get(id) ?? 0) + steps[kind]);
      open.push(person.id);
    }
  }
  return found;
}

/**
 * The family of a subject by generation, from what each person is to the subject and what they are to each other, and
 * the families of others in the stories, which have no known tie to the subject. People without any relation are in
 * neither. The subject's own row always exists.
 */
export function familyTree<Person extends TreePerson>(
  people: readonly Person[],
): { rows: TreeRow<Person>[]; families: TreeRow<Person>[][] } {
  const byId = new Map(people.map((person) => [person.id, person]));
  const known = people.flatMap(({ id, relationship }) => {
    const generation = generationOf(relationship);
    return generation === null ? [] : [[id, generation] as const];
  });
  const own = spread(new Map(known), byId);
  const rows = rowsOf(own, byId);
  if (!rows.some(({ generation }) => generation === 0)) rows.push({ generation: 0, groups: [] });
  const families: TreeRow<Person>[][] = [];
  const placed = new Set(own.keys());
  for (const { id } of people) {
    if (placed.has(id)) continue;
    const family = spread(new Map([[id, 0]]), byId);
    for (const each of family.keys()) placed.add(each);
    if (family.size > 1) families.push(rowsOf(family, byId));
  }
  return { rows: rows.sort((a, b) => b.generation - a.generation), families };
}

function rowsOf<Person extends TreePerson>(
  generations: ReadonlyMap<string, number>,
  byId: ReadonlyMap<string, Person>,
): TreeRow<Person>[] {
  const rows = new Map<number, Person[]>();
  for (const person of byId.values()) {
    const generation = generations.get(person.id);
    if (generation !== undefined) rows.set(generation, [...(rows.get(generation) ?? []), person]);
  }
  return [...rows]
    .sort(([a], [b]) => b - a)
    .map(([generation, people]) => ({ generation, groups: groupsOf(people, byId) }));
}

function groupsOf<Person extends TreePerson>(
  people: readonly Person[],
  byId: ReadonlyMap<string, Person>,
): Siblings<Person>[] {
  const groups = new Map<string, Siblings<Person>>();
  const placed = new Set<string>();
  const inRow = new Map(people.map((person) => [person.id, person]));
  // Those with parents first, so that a partner without any stands beside them.
  const parentsOf = new Map(people.map((person) => [person.id, relativesOf(person, 'PARENT', byId)]));
  const ordered = [...people].sort(
    (a, b) => Number(parentsOf.get(a.id)?.length === 0) - Number(parentsOf.get(b.id)?.length === 0),
  );
  for (const person of ordered) {
    if (placed.has(person.id)) continue;
    const parents = parentsOf.get(person.id) ?? [];
    const key = parents
      .map(({ id }) => id)
      .sort()
      .join();
    const group = groups.get(key) ?? { parents, people: [] };
    groups.set(key, group);
    const open = [person];
    for (const each of open) {
      if (placed.has(each.id)) continue;
      placed.add(each.id);
      group.people.push(each);
      const partners = relativesOf(each, 'PARTNER', inRow);
      open.push(...partners.filter(({ id }) => parentsOf.get(id)?.length === 0));
    }
  }
  return [...groups.values()].sort((a, b) => Number(a.parents.length > 0) - Number(b.parents.length > 0));
}

/** The relatives of one kind who are among these people. */
export function relativesOf<Person extends TreePerson>(
  { relatives }: TreePerson,
  kind: RelativeKind,
  among: ReadonlyMap<string, Person>,
): Person[] {
  return relatives.flatMap((relative) => {
    const person = relative.kind === kind ? among.get(relative.person.id) : undefined;
    return person ? [person] : [];
  });
}

/** The people in their order, with partners who follow each other in one list. */
export function sideBySide<Person extends TreePerson>(people: readonly Person[]): Person[][] {
  const lists: Person[][] = [];
  for (const person of people) {
    const last = lists.at(-1);
    if (last?.some((each) => arePartners(each, person))) last.push(person);
    else lists.push([person]);
  }
  return lists;
}

function arePartners(a: TreePerson, b: TreePerson): boolean {
  return a.relatives.some(({ kind, person }) => kind === 'PARTNER' && person.id === b.id);
}

/** For example "Ann, Bob and Cas". */
export function namesInWords(people: readonly { name: string }[]): string {
  return new Intl.ListFormat('en-GB').format(people.map(({ name }) => name));
}
