import type { RelativeKind } from '#web/app/generated/schema-types.ts';
import { generationOf, type Kin, kinOfAnother } from './generations.ts';

export interface TreePerson extends Kin {
  id: string;
  name: string;
  aliases: readonly string[];
  relatives: readonly { kind: RelativeKind; person: { id: string } }[];
  /** The member who they are, with what that member said they are to the subject. */
  member?: { relationship: string | null; user: { id: string } } | null;
}

/** The person whom the book is about: their relatives are named by what they are to this person. */
export interface TreeSubject {
  fullName: string;
  preferredName: string;
  selfUserId: string | null;
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
 * the families of others in the stories, which have no known tie to the subject. `unrelated` are the people in neither of
 * whom nobody has said what they are to the subject. The subject's own row always exists.
 */
export function familyTree<Person extends TreePerson>(
  given: readonly Person[],
  subject: TreeSubject,
): { rows: TreeRow<Person>[]; families: TreeRow<Person>[][]; unrelated: Person[] } {
  const isSubject = ({ member }: Person) => !!subject.selfUserId && member?.user.id === subject.selfUserId;
  const people = withNamedKin(given, subject);
  const byId = new Map(people.map((person) => [person.id, person]));
  const known = people.flatMap((person) => {
    const relationship = relationshipOf(person);
    // "Sister of Ann" says nothing of the subject.
    const generation = isSubject(person) ? 0 : kinOfAnother(relationship) ? null : generationOf(relationship);
    return generation === null ? [] : [[person.id, generation] as const];
  });
  const own = spread(new Map(known), byId);
  const shown = new Map(people.filter((person) => !isSubject(person)).map((person) => [person.id, person]));
  const rows = rowsOf(own, shown);
  if (!rows.some(({ generation }) => generation === 0)) rows.push({ generation: 0, groups: [] });
  const families: TreeRow<Person>[][] = [];
  const placed = new Set(own.keys());
  for (const { id } of people) {
    if (placed.has(id)) continue;
    const family = spread(new Map([[id, 0]]), byId);
    for (const each of family.keys()) placed.add(each);
    if (family.size > 1) families.push(rowsOf(family, byId));
  }
  const inFamilies = new Set(
    families.flatMap((family) => family.flatMap(({ groups }) => groups.flatMap((group) => group.people))),
  );
  const unrelated = people.filter(
    (person) => !own.has(person.id) && !inFamilies.has(person) && !relationshipOf(person)?.trim(),
  );
  return { rows: rows.sort((a, b) => b.generation - a.generation), families, unrelated };
}

type Member = { relationship: string | null; user: { id: string; name: string } };

/**
 * The member who a person of the stories probably is: the only one of that name, linked to nobody else, who has said
 * what they are to the subject.
 */
export function memberLike<One extends Member>(
  person: TreePerson,
  people: readonly TreePerson[],
  members: readonly One[],
  { selfUserId }: TreeSubject,
): One | null {
  const names = new Set([person.name, ...person.aliases].map((name) => name.toLowerCase()));
  const [one, ...more] = members.filter(
    ({ user }) =>
      user.id !== selfUserId && [user.name, firstOf(user.name)].some((name) => names.has(name.toLowerCase())),
  );
  const isTaken = people.some(({ member }) => member?.user.id === one?.user.id);
  return one?.relationship && more.length === 0 && !isTaken ? one : null;
}

/** What a person is to the subject, as the family or the member themself entered it. */
export function relationshipOf({
  relationship,
  member,
}: Pick<TreePerson, 'relationship' | 'member'>): string | null {
  return relationship?.trim() ? relationship : (member?.relationship ?? null);
}

/**
 * The people with the relatives that their relationship names: "Gideon’s wife" is the partner of the one Gideon of the
 * stories, and "Alma’s husband" is the subject's own. A name that several people have relates nobody.
 */
function withNamedKin<Person extends TreePerson>(
  people: readonly Person[],
  { fullName, preferredName }: TreeSubject,
): Person[] {
  const ofSubject = new Set([fullName, preferredName, firstOf(fullName)].map((name) => name.toLowerCase()));
  const added = new Map<string, { kind: RelativeKind; person: { id: string } }[]>();
  const changed = people.map((person) => {
    const named = kinOfAnother(relationshipOf(person));
    if (!named) return person;
    if (ofSubject.has(named.name.toLowerCase())) return { ...person, relationship: named.relationship };
    const [other, ...more] = people.filter((each) => each !== person && isNamed(each, named.name));
    if (!other || more.length > 0 || !named.kind) return person;
    const isRelated = [...person.relatives, ...other.relatives].some(
      ({ person: { id } }) => id === other.id || id === person.id,
    );
    if (isRelated) return person;
    for (const [one, kind, id] of [
      [other.id, named.kind, person.id],
      [person.id, inverse[named.kind], other.id],
    ] as const)
      added.set(one, [...(added.get(one) ?? []), { kind, person: { id } }]);
    return person;
  });
  return changed.map((person) => ({
    ...person,
    relatives: [...person.relatives, ...(added.get(person.id) ?? [])],
  }));
}

const inverse: Record<RelativeKind, RelativeKind> = {
  PARENT: 'CHILD',
  CHILD: 'PARENT',
  PARTNER: 'PARTNER',
  SIBLING: 'SIBLING',
};

const firstOf = (name: string) => name.split(' ')[0] ?? name;

function isNamed({ name, aliases }: TreePerson, by: string): boolean {
  const wanted = by.toLowerCase();
  return [name, firstOf(name), ...aliases].some((each) => each.toLowerCase() === wanted);
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
