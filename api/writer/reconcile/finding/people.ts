import { relationOf } from '#api/biography/writing/language/kinship.ts';
import { fold } from '#api/biography/writing/language/words.ts';
import { genderOfName } from '#api/biography/writing/naming/given-names.ts';
import { FEMALE_TITLES, MALE_TITLES, TITLES } from '#api/biography/writing/naming/name-lists.ts';
import { NICKNAMES } from '#api/biography/writing/naming/nicknames.ts';
import { mayBeOne } from '#api/biography/writing/naming/relations.ts';
import type { BookPerson, FoundConflict } from './book.ts';

export type PersonReason = 'SAME_NAME' | 'SHORTER_NAME' | 'NICKNAME' | 'SPELLING' | 'TITLE' | 'RELATION';

/** Relations that a person has once; when two people have one, a bare "Mother" is ambiguous. */
const single = new Set(['mother', 'father', 'husband', 'wife']);

type NameParts = {
  folded: string;
  title: string | null;
  relation: string | null;
  /** The given names; `first` is the first one. */
  given: readonly string[];
  first: string | null;
  last: string | null;
};

/** Finds pairs of people who may be the same, with the reason. */
export function findSamePeople(people: readonly BookPerson[]): FoundConflict[] {
  const found: FoundConflict[] = [];
  for (const [at, left] of people.entries()) {
    for (const right of people.slice(at + 1)) {
      const reason = reasonToBeOne(left, right, people);
      if (!reason) continue;
      const [keep, other] = inOrder(left, right);
      const side = ({ id }: BookPerson) => ({
        ...{ cardId: null, personId: id, sentenceId: null, words: null, value: null },
      });
      const key = `person:${[left.id, right.id].sort().join(':')}`;
      found.push({ kind: 'SAME_PERSON', key, about: null, reason, left: side(keep), right: side(other) });
    }
  }
  return found;
}

/** Puts the one with the fuller name first. */
function inOrder(left: BookPerson, right: BookPerson): [BookPerson, BookPerson] {
  const fullness = (person: BookPerson) => {
    const { relation, first, last } = partsOf(person.name);
    return (first ? 2 : 0) + (last ? 2 : 0) - (relation ? 1 : 0);
  };
  return fullness(right) > fullness(left) ? [right, left] : [left, right];
}

/** The reason why two entries may be the same person; null when they are two, or when a short name is ambiguous. */
export function reasonToBeOne(
  left: BookPerson,
  right: BookPerson,
  all: readonly BookPerson[],
): PersonReason | null {
  const reason = likeness(left, right);
  if (!reason) return null;
  if (left.isMember && right.isMember) return null;
  // Two people named in the same message are different.
  if (left.messageIds.some((id) => right.messageIds.includes(id))) return null;
  const rivals = all.filter((person) => person !== left && person !== right);
  const isRival = (one: BookPerson, person: BookPerson) =>
    likeness(one, person) !== null && likeness(person, one === left ? right : left) === null;
  if (rivals.some((person) => isRival(left, person) || isRival(right, person))) return null;
  return reason;
}

function likeness(left: BookPerson, right: BookPerson): PersonReason | null {
  const [one, other] = [relationTo(left), relationTo(right)];
  if (!mayBeOne(one, other) || differInGender(left, right)) return null;
  const names = (person: BookPerson) => [person.name, ...person.aliases].map(partsOf);
  for (const a of names(left)) {
    for (const b of names(right)) {
      const reason = sameName(a, b) ?? callsAlike(a, b, one, other);
      if (reason) return reason;
    }
  }
  if (one !== null && one === other && single.has(one) && isPartOfName(left, right)) return 'NICKNAME';
  return isBareRelation(left, right) || isBareRelation(right, left) ? 'RELATION' : null;
}

/** Whether one is a bare "Mother" and the other is the mother by relation. */
function isBareRelation(bare: BookPerson, named: BookPerson): boolean {
  const relation = relationOf(bare.name);
  return (
    relation !== null &&
    single.has(relation) &&
    relationOf(named.name) === null &&
    relationTo(named) === relation
  );
}

/** Whether one is called by a part of the other's given name: Ben and Benigno, Nando and Fernando. */
function isPartOfName(left: BookPerson, right: BookPerson): boolean {
  const [one, other] = [left, right].map(({ name }) => partsOf(name));
  if (!one?.first || !other?.first || (one.last && other.last && one.last !== other.last)) return false;
  const [short = '', long = ''] = [one.first, other.first].sort((a, b) => a.length - b.length);
  return short.length >= 3 && long.includes(short);
}

function relationTo({ relation, name }: BookPerson): string | null {
  return relationOf(relation ?? '') ?? partsOf(name).relation ?? relationOf(name);
}

function differInGender(left: BookPerson, right: BookPerson): boolean {
  const gender = ({ name }: BookPerson) => {
    const { first, title } = partsOf(name);
    if (title && FEMALE_TITLES.has(title)) return 'F';
    if (title && MALE_TITLES.has(title)) return 'M';
    return first ? genderOfName(first) : null;
  };
  const [one, other] = [gender(left), gender(right)];
  return (one === 'F' && other === 'M') || (one === 'M' && other === 'F');
}

function sameName(a: NameParts, b: NameParts): PersonReason | null {
  if (a.folded === b.folded) return 'SAME_NAME';
  return a.first && a.first === b.first && a.last === b.last && (!a.title || !b.title || a.title === b.title)
    ? 'SAME_NAME'
    : null;
}

function callsAlike(
  a: NameParts,
  b: NameParts,
  one: string | null,
  other: string | null,
): PersonReason | null {
  const areSameRelation = one !== null && one === other;
  const areRelated = one !== null && other !== null;
  // "Wasyl Hrynchuk" and "Vasyl Hrinchuk": a family's name is spelled in two ways where the given name is one, too.
  const areLastAlike = a.last === b.last || (areSameRelation && isSpelledAlike(a.last, b.last));
  if (a.last && b.last && !areLastAlike) return null;
  if (a.title && b.title && a.title !== b.title) return null;
  const haveBoth = a.last !== null && b.last !== null;
  if (!a.first || !b.first) {
    // "Mr. Sylvia" and "Joe Sylvia".
    const isTitled = (one: NameParts) => (one.first ? !one.title || a.title === b.title : one.title !== null);
    return haveBoth && a.last === b.last && isTitled(a) && isTitled(b) && (areSameRelation || !areRelated)
      ? 'TITLE'
      : null;
  }
  if (a.first === b.first) return !haveBoth ? 'SHORTER_NAME' : a.last === b.last ? 'SAME_NAME' : 'SPELLING';
  if (haveBoth && areSameRelation && (areInitials(a, b) || areInitials(b, a))) return 'SHORTER_NAME';
  return haveBoth || areSameRelation ? reasonOfNames(a.first, b.first) : null;
}

/** Whether one is called by the initials of the other's given names: J. W. Tucker and Jimmy Wayne Tucker. */
function areInitials({ given }: NameParts, { given: names }: NameParts): boolean {
  return (
    given.every((each) => each.length === 1) &&
    given.some((_, at) => names[at] !== undefined) &&
    given.every((initial, at) => names[at] === undefined || names[at].startsWith(initial))
  );
}

/** Why two different given names, folded, may be one person's. */
export function reasonOfNames(one: string, other: string): 'NICKNAME' | 'SPELLING' | null {
  if (isSpelledAlike(one, other)) return 'SPELLING';
  return haveCommonFullName(one, other) ? 'NICKNAME' : null;
}

function isSpelledAlike(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && spelling(one) === spelling(other);
}

/** Whether one is the other's nickname, or both are nicknames of one name. */
function haveCommonFullName(one: string, other: string): boolean {
  const [ones, others] = [
    [one, ...(NICKNAMES.get(one) ?? [])],
    [other, ...(NICKNAMES.get(other) ?? [])],
  ];
  return ones.some((name) => others.some((each) => each === name || spelling(each) === spelling(name)));
}

/** A phonetic form of a name: Katherine and Catherine, Marian and Marion. */
function spelling(name: string): string {
  return name
    .replace(/ph/g, 'f')
    .replace(/w/g, 'v')
    .replace(/cz/g, 'ch')
    .replace(/[ckq]+/g, 'k')
    .replace(/(?<=.)h/g, '')
    .replace(/[zs]+/g, 's')
    .replace(/y/g, 'i')
    .replace(/(.)\1+/g, '$1')
    .replace(/(?<=..)[aeiou]+(?=[^aeiou])/g, '*')
    .replace(/e$/, '');
}

/** Titles as they are usually written. */
const shortTitles: Record<string, string> = {
  ...{ doctor: 'dr', reverend: 'rev', professor: 'prof', sergeant: 'sgt', captain: 'capt' },
  ...{ lieutenant: 'lt', colonel: 'col', fr: 'father' },
};

function partsOf(name: string): NameParts {
  const folded = fold(name)
    .replace(/[.,]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\p{L}+(?= )/u, (word) => shortTitles[word] ?? word);
  const words = folded.split(' ').filter((word) => word !== '');
  const lead = words[0] ?? '';
  const isTitled = words.length > 1 && TITLES.has(lead);
  const relation = words.length > 1 && !isTitled ? relationOf(lead) : null;
  const rest = isTitled || relation ? words.slice(1) : words;
  if (words.length === 1 && relationOf(lead) !== null)
    return { folded, title: null, relation: null, given: [], first: null, last: null };
  // "Mrs. Reid" has only a family name, "Aunt Rosa" only a given name.
  if (isTitled && rest.length === 1)
    return { folded, title: lead, relation: null, given: [], first: null, last: rest[0] ?? null };
  return {
    ...{ folded, title: isTitled ? lead : null, relation },
    given: rest.length > 1 ? rest.slice(0, -1) : rest,
    first: rest[0] ?? null,
    last: rest.length > 1 ? (rest.at(-1) ?? null) : null,
  };
}
