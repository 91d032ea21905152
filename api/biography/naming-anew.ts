import { findNames } from './writing/names.ts';
import type { NamedText } from './writing/naming/candidates.ts';
import type { GivenPerson, SourceSpan, WriteSubject } from './writing/writer.ts';

/** Texts in which somebody is spoken of, and where. */
export type CalledIn = {
  texts: NamedText[];
  mentions: SourceSpan[];
  subject: Pick<WriteSubject, 'preferredName' | 'fullName'>;
  /** Who is spoken of beside them, and what they are to the teller. */
  beside: GivenPerson[];
};

export type Called = { names: string[]; relation: string | null };

/** The names of whoever is meant in these places, the best one first, and in which relation the texts put them. */
export function calledIn(called: CalledIn): Called {
  const { texts, mentions, subject, beside } = called;
  // That it is a person was known by all the words there were.
  const known = [...wordsOf(called).map((name) => ({ name, relation: null })), ...beside];
  const [best] = findNames(texts, { ...subject, people: [] }, known)
    .people.map((person) => ({
      person,
      meant: mentions.filter((mention) => person.mentions.some((other) => overlap(mention, other))).length,
    }))
    .filter(({ meant }) => meant > 0)
    .sort((a, b) => b.meant - a.meant);
  if (!best) return unnamedIn(called);
  const { name, aliases, relation } = best.person;
  return { names: [name, ...aliases], relation };
}

/** The same where no name was found: the words themselves, the longest first. */
export function unnamedIn(called: CalledIn): Called {
  return { names: wordsOf(called).sort((a, b) => b.length - a.length), relation: null };
}

/** What stands in these places. */
export function wordsOf({ texts, mentions }: Pick<CalledIn, 'texts' | 'mentions'>): string[] {
  const byId = new Map(texts.map(({ id, text }) => [id, text]));
  return mentions.flatMap(({ messageId, start, end }) => byId.get(messageId)?.slice(start, end) ?? []);
}

function overlap(one: SourceSpan, other: SourceSpan): boolean {
  return one.messageId === other.messageId && one.start < other.end && other.start < one.end;
}
