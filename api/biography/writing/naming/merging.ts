import { relationOf } from '#api/biography/writing/language/kinship.ts';
import { fold } from '#api/biography/writing/language/words.ts';
import { NICKNAMES, TITLES } from '#api/biography/writing/naming/name-lists.ts';
import type { FoundPerson, GivenPerson, WriteSubject } from '#api/biography/writing/writer.ts';

type Named = Pick<FoundPerson, 'name' | 'relation'>;

interface Parts {
  title: string | null;
  first: string | null;
  last: string | null;
}

/**
 * Joins the names of one person. A short form joins a fuller one only when exactly one fuller name fits and no two
 * relations contradict; "Ann" and "Anna" stay two people.
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
      (person) => names.includes(fold(person.name)) || names.includes(fold(bareName(person.name))),
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
    const fuller = left.filter((other) => other !== person && extendsName(person, other));
    const others = familiar.filter(
      (other) =>
        other.name !== person.name &&
        !left.some((one) => one.name === other.name) &&
        extendsName(person, other),
    );
    const [only] = fuller;
    if (fuller.length === 1 && others.length === 0 && only) absorb(only, person, left);
    else if (fuller.length === 0 && others.length === 1) rename(person, others[0] as GivenPerson);
  }
  for (const person of left) recognise(person, familiar, left);
  return left;
}

/** A short name becomes the full one that it can only mean. */
function rename(person: FoundPerson, full: GivenPerson) {
  person.aliases = [...new Set([...person.aliases, person.name])].filter((alias) => alias !== full.name);
  person.name = full.name;
  person.relation = person.relation ?? full.relation;
}

/** Somebody known by a shorter name until now is the same when nobody else can be. */
function recognise(person: FoundPerson, familiar: readonly GivenPerson[], all: readonly FoundPerson[]) {
  const same = familiar.find((other) => other.name === person.name);
  if (same) person.relation = person.relation ?? same.relation;
  const shorter = familiar.filter((other) => extendsName(other, person));
  for (const short of shorter) {
    const fuller = [...all, ...familiar]
      .filter((other) => extendsName(short, other))
      .map((other) => other.name);
    if (new Set(fuller).size === 1 && !person.aliases.includes(short.name)) person.aliases.push(short.name);
  }
}

function absorb(keep: FoundPerson, other: FoundPerson, all: FoundPerson[]) {
  keep.aliases = [...new Set([...keep.aliases, other.name, ...other.aliases])].filter(
    (alias) => alias !== keep.name,
  );
  keep.mentions.push(...other.mentions);
  keep.relation = keep.relation ?? other.relation;
  all.splice(all.indexOf(other), 1);
}

/** True when `full` can only be a fuller way to say `short`. */
function extendsName(short: Named, full: Named): boolean {
  if (short.relation && full.relation && short.relation !== full.relation) return false;
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
  if (a.first) return b.first === a.first ? !bothBare : Boolean(b.last) && isShortOf(a.first, b.first ?? '');
  return a.last !== null && b.last === a.last && b.first !== null;
}

/** "Mrs. Hathaway" has a family name only, "Aunt Vi" a first name only, "Rourke" alone counts as either. */
function parts(name: string): Parts {
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
