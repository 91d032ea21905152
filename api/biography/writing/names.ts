import { relationThrough } from '#api/biography/writing/language/kinship.ts';
import { type Candidate, findCandidates, type NamedText } from '#api/biography/writing/naming/candidates.ts';
import {
  isBorrowed,
  isCalledPlace,
  isOneOfMany,
  isPlural,
  kindOf,
} from '#api/biography/writing/naming/kinds.ts';
import { absorb, mergePeople } from '#api/biography/writing/naming/merging.ts';
import { GENERIC_NAMES } from '#api/biography/writing/naming/name-lists.ts';
import { NICKNAMES } from '#api/biography/writing/naming/nicknames.ts';
import { fullerRelation, mayBeOne } from '#api/biography/writing/naming/relations.ts';
import { readStatements, type Statement } from '#api/biography/writing/naming/statements.ts';
import { findUnnamed } from '#api/biography/writing/naming/unnamed.ts';
import type { FoundPerson, FoundPlace, GivenPerson, WriteSubject } from '#api/biography/writing/writer.ts';

export interface FoundNames {
  people: FoundPerson[];
  places: FoundPlace[];
}

/** The most different names that are classified: a telling has a few dozen. */
const mostNames = 200;

/**
 * The people, places and organisations named in these words; people without a name are listed by their
 * relation. The subject is not among the people. Two names are one person only when the words say so or
 * nothing else is possible: a full name with its only short form, a title with its only family name. One
 * name is two people where two relations contradict. `known` are people of earlier conversations: they only
 * show whom a short name means. The most often named come first.
 */
export function findNames(
  texts: readonly NamedText[],
  subject: Pick<WriteSubject, 'preferredName' | 'fullName' | 'people'>,
  known: readonly GivenPerson[] = [],
): FoundNames {
  const familiar = [...subject.people, ...known];
  const groups = new Map([...Map.groupBy(findCandidates(texts).filter(mayName), keyOf)].slice(0, mostNames));
  const candidates = [...groups.values()].flat().sort((a, b) => a.start - b.start);
  const statements = readStatements(texts, candidates);
  const textById = new Map(texts.map(({ id, text }) => [id, text]));
  const textOf = (id: string) => textById.get(id) ?? '';
  const people: FoundPerson[] = [];
  const places: FoundPlace[] = [];
  const bearers = new Map<Candidate, FoundPerson>();
  // Full names first, because a part of a full name names the same person, or is part of the same thing.
  const byLength = [...groups].sort((a, b) => wordsOf(b[0]) - wordsOf(a[0]));
  const partsOf = { people: new Set<string>(), things: new Set<string>() };
  for (const [key, said] of byLength) {
    if (said.some((one) => statements.get(one)?.self) && !said.some((one) => statements.get(one)?.relation))
      continue;
    const { kind, meant, things } = classifyName(key, said, statements, { familiar, partsOf });
    const names = key.split(' ');
    if (names.length > 1 && kind === 'PERSON') partsOf.people.add(names[0] ?? '').add(names.at(-1) ?? '');
    if (
      names.length > 1 &&
      kind !== 'PERSON' &&
      (NAMED_THING.test(key) || said.some((one) => statements.get(one)?.thing))
    )
      for (const name of names) partsOf.things.add(name);
    if (kind === 'PERSON') {
      for (const { relation, bearing } of namesakes(meant, things, statements, textOf)) {
        const person = { name: key, named: true, relation, aliases: [], mentions: bearing.map(spanOf) };
        people.push(person);
        for (const one of bearing) bearers.set(one, person);
      }
    } else if (meant.length + things.length > 0 && !(isSubject(key, subject) && !said.some(isCalledPlace)))
      // "Good morning, Alma" greets the subject, whose name is a place only where the words say so.
      places.push({ name: key, kind, aliases: [], mentions: [...meant, ...things].map(spanOf) });
  }
  joinCalled(people, bearers, statements);
  relateThrough(people, bearers, statements, familiar);
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

/** Storms, ships and saints bear names of people. */
const NAMED_THING = /^(?:hurricane|typhoon|cyclone|tropical|uss|hms|ss|st\.?|saint|santa|san)\b/i;

function wordsOf(name: string): number {
  return name.split(' ').length;
}

function keyOf({ name, title }: Candidate): string {
  return title ? `${title} ${name}` : name;
}

function mayName(one: Candidate): boolean {
  return (one.title !== null || !GENERIC_NAMES.has(one.name.toLowerCase())) && !isPlural(one);
}

type Statements = ReadonlyMap<Candidate, Statement>;

function spanOf({ messageId, start, end }: Candidate) {
  return { messageId, start, end };
}

/** What a name stands for, and where; `things` are the places where it names a thing. */
function classifyName(
  key: string,
  said: readonly Candidate[],
  statements: Statements,
  {
    familiar,
    partsOf,
  }: {
    familiar: readonly GivenPerson[];
    partsOf: { people: ReadonlySet<string>; things: ReadonlySet<string> };
  },
) {
  const isThing = (one: Candidate) => Boolean(statements.get(one)?.thing);
  const states = (one: Candidate) => {
    const statement = statements.get(one);
    return Boolean(
      statement && (statement.relation ?? statement.through ?? (!statement.thing && statement.somebody)),
    );
  };
  const own = said.filter((one) => !isThing(one) && (states(one) || !isBorrowed(one)));
  const stated = said.filter(states).length;
  const things = said.filter((one) => !own.includes(one));
  const called = said.some(isThing) && stated === 0;
  if (own.length === 0 || called) {
    const kind = said.some((one) => statements.get(one)?.thing === 'PLACE') ? 'PLACE' : 'OTHER';
    return { kind: kind as 'PLACE' | 'OTHER', meant: own, things };
  }
  const name = said[0]?.name ?? key;
  const given = familiar.some((person) => [person.name, ...(person.aliases ?? [])].includes(name));
  const sure = given || partsOf.people.has(key);
  const kind = sure ? 'PERSON' : kindOf(name, own, stated);
  // The name of a storm means the storm wherever it occurs.
  if (kind === 'PERSON' && stated === 0 && partsOf.things.has(key))
    return { kind: 'OTHER' as const, meant: own, things };
  if (kind !== 'PERSON') return { kind, meant: own, things };
  const meant = own.filter((one) => !isOneOfMany(one) || states(one));
  return meant.length > 0 ? { kind, meant, things } : { kind: 'OTHER' as const, meant, things: [] };
}

/** The most people with the same name in one telling. */
const MOST_NAMESAKES = 4;
/** "My uncle Manny, and there was Manny the barber". */
const ANOTHER =
  /^,? (?:and|but|then|and then|and also)(?: then)?(?: there(?:'s|’s| was| is))?(?: also)? (?:the |a )?$/;

/**
 * A name means two people where two relations contradict. Where no relation is stated, the last one
 * mentioned is meant.
 */
function namesakes(
  said: readonly Candidate[],
  things: readonly Candidate[],
  statements: Statements,
  textOf: (id: string) => string,
) {
  // "The boat was called the Clara, after my sister": the sister is called Clara too.
  const first = things.map((one) => statements.get(one)?.relation).find(Boolean) ?? null;
  const found: { relation: string | null; bearing: Candidate[] }[] = [{ relation: first, bearing: [] }];
  let last = found[0] as (typeof found)[number];
  for (const one of said) {
    const relation = statements.get(one)?.relation ?? null;
    if (relation) {
      const same = found.find((each) => mayBeOne(each.relation, relation));
      if (same) last = same;
      else {
        last = { relation, bearing: [] };
        found.push(last);
      }
      last.relation = fullerRelation(last.relation, relation);
    }
    const before = last.bearing.at(-1);
    const between =
      before?.messageId === one.messageId ? textOf(one.messageId).slice(before.end, one.start) : '';
    if (!relation && last.relation && found.length < MOST_NAMESAKES && ANOTHER.test(between)) {
      last = { relation: null, bearing: [] };
      found.push(last);
    }
    last.bearing.push(one);
  }
  return found;
}

/** Joins names that the words give to one person: "Margaret, we called her Peg". */
function joinCalled(people: FoundPerson[], bearers: Map<Candidate, FoundPerson>, statements: Statements) {
  for (const [candidate, { first }] of statements) {
    const [keep, gone] = [bearers.get(first), bearers.get(candidate)];
    if (!keep || !gone || keep === gone || !mayBeOne(keep.relation, gone.relation)) continue;
    absorb(keep, gone, people);
    for (const [each, person] of bearers) if (person === gone) bearers.set(each, keep);
  }
}

/** "Ted's wife Ines": her relation to the subject follows from Ted's. */
function relateThrough(
  people: readonly FoundPerson[],
  bearers: ReadonlyMap<Candidate, FoundPerson>,
  statements: Statements,
  familiar: readonly GivenPerson[],
) {
  for (const [candidate, { through }] of statements) {
    const person = bearers.get(candidate);
    if (!person || person.relation || !through || !people.includes(person)) continue;
    const whose = bearers.get(through.whose);
    if (!whose || whose === person) continue;
    const known = familiar.filter(({ name }) => name === whose.name);
    const relation = whose.relation ?? (known.length === 1 ? (known[0]?.relation ?? null) : null);
    person.relation = relation ? relationThrough(relation, through.word) : `${whose.name}'s ${through.word}`;
  }
}

function isSubject(name: string, subject: Pick<WriteSubject, 'preferredName' | 'fullName'>): boolean {
  const own = [subject.preferredName, subject.fullName ?? ''].map((word) => word.toLowerCase());
  const low = name.toLowerCase();
  const full = own[1]?.split(' ') ?? [];
  return own.includes(low) || low === full[0] || (NICKNAMES.get(low)?.includes(full[0] ?? '') ?? false);
}
