import { relationOf, relationThrough } from '#api/biography/writing/language/kinship.ts';
import { fold } from '#api/biography/writing/language/words.ts';
import { findNames } from '#api/biography/writing/names.ts';
import type { FoundPerson } from '#api/biography/writing/writer.ts';

export interface ExpectedPerson {
  name: string;
  /** Null when the words don't state it. */
  relation: string | null;
  aliases?: string[];
}

export interface PeopleCase {
  id: string;
  /** The words of a storyteller, in one message or several. */
  said: string | string[];
  people: ExpectedPerson[];
  notPeople?: string[];
}

export interface PeopleFigures {
  /**
   * The share of found people with a name that was expected. A person found under two names counts as one
   * too many.
   */
  precision: number;
  /** The share of expected people that was found. */
  recall: number;
  /** The share of people with a stated relation that was found with it. */
  relations: number;
  failures: string[];
}

const TELLER = { preferredName: 'Storyteller', fullName: null, people: [] };

/** How well the built-in writer finds the people of these cases. */
export function measurePeople(cases: readonly PeopleCase[]): PeopleFigures {
  const failures: string[] = [];
  const count = { found: 0, right: 0, expected: 0, met: 0, related: 0, relatedRight: 0 };
  for (const { id, said, people, notPeople = [] } of cases) {
    const texts = [said].flat().map((text, at) => ({ id: `${id}-${at}`, text }));
    const found = findNames(texts, TELLER).people;
    const fail = (what: string) => failures.push(`${id}: ${what}`);
    const pairs = pairPeople(people, found);
    const extra = found.filter((person) => person.named && !pairs.some(([, one]) => one === person));
    count.found += extra.length;
    for (const person of extra) {
      const wrong = notPeople.some((name) => sameName(name, person.name)) ? 'is nobody' : 'is one too many';
      fail(`${show(person)} ${wrong}`);
    }
    for (const [expected, person] of pairs) {
      count.expected += 1;
      if (expected.relation) count.related += 1;
      if (!person) {
        fail(`${show(expected)} is not found`);
        continue;
      }
      count.met += 1;
      if (person.named) {
        count.found += 1;
        count.right += 1;
      }
      if (sameRelation(expected.relation, person.relation)) count.relatedRight += expected.relation ? 1 : 0;
      else fail(`${show(expected)} is found as ${show(person)}`);
    }
  }
  return {
    precision: share(count.right, count.found),
    recall: share(count.met, count.expected),
    relations: share(count.relatedRight, count.related),
    failures,
  };
}

type Pair = [ExpectedPerson, FoundPerson | null];

/**
 * Pairs each expected person with a found one: first with one of the same relation, then with any other of
 * the name.
 */
function pairPeople(expected: readonly ExpectedPerson[], found: readonly FoundPerson[]): Pair[] {
  const left = [...found];
  const take = (one: ExpectedPerson, fits: (person: FoundPerson) => boolean) => {
    const at = left.findIndex((person) => isCalled(one, person) && fits(person));
    return at < 0 ? null : (left.splice(at, 1)[0] ?? null);
  };
  const met = expected.map((one): Pair => [one, take(one, (p) => sameRelation(one.relation, p.relation))]);
  return met.map(([one, person]) => [one, person ?? take(one, () => true)]);
}

function isCalled(expected: ExpectedPerson, person: FoundPerson): boolean {
  const names = [expected.name, ...(expected.aliases ?? [])];
  return [person.name, ...person.aliases].some((name) => names.some((other) => sameName(name, other)));
}

function sameName(one: string, other: string): boolean {
  return bare(one) === bare(other);
}

/** A name without the relation before it: "Aunt Vi" and "Vi" are equal. */
function bare(name: string): string {
  const words = fold(name).replace(/\./g, '').split(/\s+/);
  return (words.length > 1 && relationOf(words[0] ?? '') ? words.slice(1) : words).join(' ');
}

/** "Mother's sister" and "aunt" are the same, and so are "brother's wife" and "sister-in-law". */
function sameRelation(expected: string | null, found: string | null): boolean {
  return expected === null
    ? found === null
    : found !== null && plainRelation(expected) === plainRelation(found);
}

function plainRelation(relation: string): string {
  const words = fold(relation).replace(/^(?:my|the|her|his) /, '');
  const [whose, what] = words.split(/'s /);
  const through =
    whose && what ? relationThrough(relationOf(whose) ?? whose, relationOf(what) ?? what) : words;
  const last = through.split(' ').at(-1) ?? through;
  return relationOf(through) ?? relationOf(last) ?? through;
}

function show({ name, relation, aliases = [] }: ExpectedPerson): string {
  return [name, ...aliases].join(' / ') + (relation ? ` (${relation})` : '');
}

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}
