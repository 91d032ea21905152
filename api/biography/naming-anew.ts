import { writingLanguage } from './writing/languages.ts';
import type { NamedText } from './writing/naming/candidates.ts';
import type { GivenPerson, SourceSpan, WriteSubject } from './writing/writer.ts';

/** Texts that mention a person, and where they do. */
export type PersonMentions = {
  texts: NamedText[];
  mentions: SourceSpan[];
  subject: Pick<WriteSubject, 'preferredName' | 'fullName' | 'language'>;
  /** The other people mentioned, with their relation to the subject. */
  beside: GivenPerson[];
};

export type NameAndRelation = { names: string[]; relation: string | null };

/**
 * The names of the person mentioned at these places, the best one first, and the relation that the texts
 * give.
 */
export function calledIn(called: PersonMentions): NameAndRelation {
  const { texts, mentions, subject, beside } = called;
  // All the words together have shown before that this is a person.
  const known = [...wordsOf(called).map((name) => ({ name, relation: null })), ...beside];
  const { findNames } = writingLanguage(subject.language);
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

/** The fallback when no name is found: the mentioned words themselves, the longest first. */
export function unnamedIn(called: PersonMentions): NameAndRelation {
  return { names: wordsOf(called).sort((a, b) => b.length - a.length), relation: null };
}

/** The words at these places. */
export function wordsOf({ texts, mentions }: Pick<PersonMentions, 'texts' | 'mentions'>): string[] {
  const byId = new Map(texts.map(({ id, text }) => [id, text]));
  return mentions.flatMap(({ messageId, start, end }) => byId.get(messageId)?.slice(start, end) ?? []);
}

function overlap(one: SourceSpan, other: SourceSpan): boolean {
  return one.messageId === other.messageId && one.start < other.end && other.start < one.end;
}
