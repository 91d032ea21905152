import { relationOf } from '#api/biography/writing/language/kinship.ts';
import { remembered } from '#api/biography/writing/language/remembered.ts';
import { fold } from '#api/biography/writing/language/words.ts';
import { genderOfName } from '#api/biography/writing/naming/given-names.ts';
import { FEMALE_TITLES, MALE_TITLES, TITLES } from '#api/biography/writing/naming/name-lists.ts';
import { NICKNAMES } from '#api/biography/writing/naming/nicknames.ts';
import { mayBeOne } from '#api/biography/writing/naming/relations.ts';
import type { FoundPerson, GivenPerson, WriteSubject } from '#api/biography/writing/writer.ts';

type Named = Pick<FoundPerson, 'name' | 'relation'>;

interface Parts {
  title: string | null;
  first: string | null;
  last: string | null;
}

/**
 * Joins the names of one person. A short form joins a fuller one only when exactly one fuller name fits and
 * no relations contradict; "Ann" and "Anna" stay two people.
 */
export function mergePeople(
  people: readonly FoundPerson[],
  subject: Pick<WriteSubject, 'people'>,
  known: readonly GivenPerson[] = [],
): FoundPerson[] {
  const left = people.map((person) => ({
    ...person,
    aliases: [...person.aliases],
    mentions: [...person.mentions],
  }));
  for (const given of subject.people) {
    const names = [given.name, ...(given.aliases ?? [])].map(fold);
    const same = left.filter(
      (person) =>
        (names.includes(fold(person.name)) || names.includes(fold(bareName(person.name)))) &&
        mayBeOne(relationOf(given.relation ?? ''), person.relation),
    );
    const [keep, ...rest] = same;
    if (!keep) continue;
    for (const other of rest) absorb(keep, other, left);
    if (keep.name !== given.name)
      keep.aliases = [...new Set([...keep.aliases, keep.name])].filter((alias) => alias !== given.name);
    keep.name = given.name;
    keep.relation = given.relation ?? keep.relation;
  }
  const familiar = [...subject.people, ...known];
  for (const person of [...left].sort((a, b) => a.name.length - b.name.length)) {
    if (!left.includes(person)) continue;
    const fuller = left.filter(
      (other) =>
        other !== person &&
        (startsLike(person, other) || !saidBeside(person, other)) &&
        callsFully(person, other),
    );
    const others = familiar.filter(
      (other) =>
        other.name !== person.name &&
        !left.some((one) => one.name === other.name) &&
        extendsName(person, other),
    );
    const [only] = fuller;
    if (fuller.length === 1 && others.length === 0 && only) absorb(only, person, left);
    else if (fuller.length === 0 && others.length === 1) rename(person, others[0] as GivenPerson);
    // "Joe" beside Joe Costa and Joe Pires is one of them, but it is unknown which.
    else if (
      fuller.length > 1 &&
      !person.relation &&
      person.aliases.length === 0 &&
      !isGiven(person, familiar)
    )
      left.splice(left.indexOf(person), 1);
  }
  for (const person of left) recognise(person, familiar, left);
  return left;
}

function isGiven({ name }: FoundPerson, familiar: readonly GivenPerson[]): boolean {
  return familiar.some((other) => other.name === name);
}

/** Replaces a short name with the only full name that it can mean. */
function rename(person: FoundPerson, full: GivenPerson) {
  person.aliases = [...new Set([...person.aliases, person.name])].filter((alias) => alias !== full.name);
  person.name = full.name;
  person.relation = person.relation ?? full.relation;
}

/** A person known by a shorter name is the same when it can't be anybody else. */
function recognise(person: FoundPerson, familiar: readonly GivenPerson[], all: readonly FoundPerson[]) {
  const same = familiar.filter((other) => other.name === person.name);
  // With two known people of that name, either may be meant.
  if (same.length === 1) person.relation = person.relation ?? same[0]?.relation ?? null;
  const shorter = familiar.filter((other) => extendsName(other, person));
  for (const short of shorter) {
    const fuller = [...all, ...familiar]
      .filter((other) => extendsName(short, other))
      .map((other) => other.name);
    if (new Set(fuller).size === 1 && !person.aliases.includes(short.name)) person.aliases.push(short.name);
  }
}

/** Merges two people into one. */
export function absorb(keep: FoundPerson, other: FoundPerson, all: FoundPerson[]) {
  keep.aliases = [...new Set([...keep.aliases, other.name, ...other.aliases])].filter(
    (alias) => alias !== keep.name,
  );
  keep.mentions.push(...other.mentions);
  keep.relation = keep.relation ?? other.relation;
  all.splice(all.indexOf(other), 1);
}

/** Whether a name of the first person can only be a shorter form of a name of the second. */
function callsFully(short: FoundPerson, full: FoundPerson): boolean {
  if (short.aliases.length === 0 && full.aliases.length === 0) return extendsName(short, full);
  const names = (person: FoundPerson) =>
    [person.name, ...person.aliases].map((name) => ({ name, relation: person.relation }));
  return names(short).some((one) =>
    names(full).some((other) => one.name !== other.name && extendsName(one, other)),
  );
}

/** The greatest distance between two people who are named together: "Bill and William". */
const BESIDE = 5;
/** The most places of each name that are searched. */
const LOOKED_AT = 40;

/** "Rosa Delgado and Rosa" can be the same person. */
function startsLike({ name }: FoundPerson, full: FoundPerson): boolean {
  return full.name.split(' ').includes(name);
}

function saidBeside({ mentions }: FoundPerson, other: FoundPerson): boolean {
  return mentions
    .slice(0, LOOKED_AT)
    .some(({ messageId, start, end }) =>
      other.mentions
        .slice(0, LOOKED_AT)
        .some(
          (one) =>
            one.messageId === messageId &&
            ((one.start >= end && one.start - end <= BESIDE) ||
              (start >= one.end && start - one.end <= BESIDE)),
        ),
    );
}

/** Whether `full` can only be a fuller form of `short`. */
function extendsName(short: Named, full: Named): boolean {
  if (!mayBeOne(short.relation, full.relation)) return false;
  const a = parts(short.name);
  const b = parts(full.name);
  if (a.title && b.title && a.title !== b.title) return false;
  if (a.first && a.last)
    return (
      Boolean(b.first && b.last) &&
      a.last === b.last &&
      a.first !== b.first &&
      isShortOf(a.first, b.first ?? '')
    );
  const bothBare = !b.last && !b.title;
  if (a.first && !a.last && !a.title && b.first !== a.first && b.last === a.first) return true;
  if (a.first && b.first === a.first) return !bothBare;
  if (a.first && bothBare) return NICKNAMES.get(a.first)?.includes(b.first ?? '') ?? false;
  if (a.first) return Boolean(b.last) && isShortOf(a.first, b.first ?? '');
  return a.last !== null && b.last === a.last && b.first !== null && mayBear(a.title, b.first);
}

/** Mrs. Reid can't be Malcolm Reid. */
function mayBear(title: string | null, first: string): boolean {
  const gender = genderOfName(first);
  if (gender === 'M') return !FEMALE_TITLES.has(title ?? '');
  return gender !== 'F' || !MALE_TITLES.has(title ?? '');
}

/**
 * "Mrs. Hathaway" has only a family name, "Aunt Vi" only a first name, and "Rourke" alone counts as either.
 */
const parts = remembered(readParts, 2_000);

function readParts(name: string): Parts {
  const words = name.split(' ').map((word) => fold(word).replace(/\.$/, ''));
  const lead = words[0] ?? '';
  if (words.length > 1 && relationOf(lead))
    return { title: lead, first: words[1] ?? null, last: words[2] ?? null };
  if (words.length > 1 && TITLES.has(lead)) {
    return words.length > 2
      ? { title: lead, first: words[1] ?? null, last: words.at(-1) ?? null }
      : { title: lead, first: null, last: words[1] ?? null };
  }
  return words.length > 1
    ? { title: null, first: lead, last: words.at(-1) ?? null }
    : { title: null, first: lead, last: null };
}

function isShortOf(short: string, full: string): boolean {
  return (
    (NICKNAMES.get(short)?.includes(full) ?? false) ||
    (short.length >= 3 && full.startsWith(short) && full.length >= short.length + 3)
  );
}

function bareName(name: string): string {
  const [lead = '', ...rest] = name.split(' ');
  return rest.length > 0 && (relationOf(lead) || TITLES.has(lead.toLowerCase().replace('.', '')))
    ? rest.join(' ')
    : name;
}
