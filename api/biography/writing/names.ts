import { type Candidate, findCandidates, type NamedText } from '#api/biography/writing/naming/candidates.ts';
import { isBorrowed, isOneOfMany, kindOf, statedRelation } from '#api/biography/writing/naming/kinds.ts';
import { mergePeople } from '#api/biography/writing/naming/merging.ts';
import { GENERIC_NAMES, NICKNAMES } from '#api/biography/writing/naming/name-lists.ts';
import { findUnnamed } from '#api/biography/writing/naming/unnamed.ts';
import type { FoundPerson, FoundPlace, GivenPerson, WriteSubject } from '#api/biography/writing/writer.ts';

export interface FoundNames {
  people: FoundPerson[];
  places: FoundPlace[];
}

/**
 * Who and what is named in these words: people (those without a name by their relation), places, organisations.
 *
 * The subject is not among the people. Two names are one person only when nothing else is possible: a full name with
 * its one short form, a title with its one family name. `known` are people of earlier conversations: they tell whom a
 * short name means, and nothing else. The most often named come first.
 */
export function findNames(
  texts: readonly NamedText[],
  subject: Pick<WriteSubject, 'preferredName' | 'fullName' | 'people'>,
  known: readonly GivenPerson[] = [],
): FoundNames {
  const familiar = [...subject.people, ...known];
  const groups = new Map<string, Candidate[]>();
  for (const candidate of findCandidates(texts)) {
    if (GENERIC_NAMES.has(candidate.name.toLowerCase()) && !candidate.title) continue;
    const key = candidate.title ? `${candidate.title} ${candidate.name}` : candidate.name;
    groups.set(key, [...(groups.get(key) ?? []), candidate]);
  }
  const people: FoundPerson[] = [];
  const places: FoundPlace[] = [];
  for (const [key, said] of groups) {
    const own = said.filter((one) => !isBorrowed(one));
    const name = said[0]?.name ?? key;
    const given = familiar.find((person) => [person.name, ...(person.aliases ?? [])].includes(name));
    const kind =
      own.length === 0
        ? 'OTHER'
        : given
          ? 'PERSON'
          : kindOf(
              name,
              said.filter((one) => !isBorrowed(one) || statedRelation(one)),
            );
    const meant = kind === 'PERSON' ? own.filter((one) => !isOneOfMany(one)) : own.length > 0 ? own : said;
    const mentions = meant.map(({ messageId, start, end }) => ({ messageId, start, end }));
    if (mentions.length === 0) continue;
    if (kind === 'PERSON') {
      const relation = given?.relation ?? said.map(statedRelation).find((found) => found !== null) ?? null;
      people.push({ name: key, named: true, relation, aliases: [], mentions });
    } else places.push({ name: key, kind, aliases: [], mentions });
  }
  const merged = mergePeople(people, subject, known).filter((person) => !isSubject(person.name, subject));
  const family = new Set(merged.flatMap((person) => person.name.split(' ').slice(1)));
  const byOften = (a: { mentions: unknown[] }, b: { mentions: unknown[] }) =>
    b.mentions.length - a.mentions.length;
  return {
    people: [...merged, ...findUnnamed(texts, merged, familiar)].sort(byOften),
    places: places
      .filter((place) => place.kind !== 'OTHER' || (place.mentions.length > 1 && !family.has(place.name)))
      .sort(byOften),
  };
}

function isSubject(name: string, subject: Pick<WriteSubject, 'preferredName' | 'fullName'>): boolean {
  const own = [subject.preferredName, subject.fullName ?? ''].map((word) => word.toLowerCase());
  const low = name.toLowerCase();
  const full = own[1]?.split(' ') ?? [];
  return own.includes(low) || low === full[0] || (NICKNAMES.get(low)?.includes(full[0] ?? '') ?? false);
}
