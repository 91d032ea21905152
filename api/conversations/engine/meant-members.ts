import type { SaidAudience } from '#api/dialogue-acts/rules/audience.ts';
import { plainText } from '#api/dialogue-acts/rules/clauses.ts';

type Named = { name: string; aliases: string[]; relationship: string | null };
type Member = {
  id: string;
  userId: string;
  role: 'OWNER' | 'EDITOR' | 'VIEWER';
  relationship: string | null;
  user: { name: string };
  /** The person of the stories who this member is. */
  person: Named | null;
};
type Book = {
  selfUserId: string | null;
  viewersReadTranscripts: boolean;
  members: readonly Member[];
  /** The people of the stories who are no members. */
  people: readonly Named[];
};

/** The relations that a word names. In the exception of a wish, “the children” may be any of them. */
const RELATIONS: Record<string, readonly string[]> = {
  child: ['child', 'son', 'daughter'],
  kid: ['child', 'son', 'daughter'],
  grandchild: ['grandchild', 'grandson', 'granddaughter'],
  grandkid: ['grandchild', 'grandson', 'granddaughter'],
  sibling: ['sibling', 'brother', 'sister'],
  ...Object.fromEntries(
    `son daughter grandson granddaughter brother sister niece nephew cousin wife husband partner mother father aunt uncle
    friend neighbour neighbor godchild godson goddaughter`
      .split(/\s+/)
      .map((word) => [word, [word]]),
  ),
};
const PLURALS: Record<string, string> = {
  children: 'child',
  grandchildren: 'grandchild',
  wives: 'wife',
  godchildren: 'godchild',
};
/** Young people whom “the children” can also mean. */
const YOUNGER = ['grandchild', 'grandson', 'granddaughter', 'great'];

/**
 * The members whom the words mean, and no others; null where that is not certain or where one of them may not read
 * transcripts. The person themself reads the words in any case.
 */
export function meantMembers(said: Extract<SaidAudience, { people: string[] }>, book: Book): string[] | null {
  const others = book.members.filter(({ userId }) => userId !== book.selfUserId);
  const mayRead = ({ role }: Member) => role !== 'VIEWER' || book.viewersReadTranscripts;
  if (said.kind === 'ONLY') {
    const meant = said.people.map((word) => membersBy(word, others, book.people));
    if (meant.some((each) => each === null)) return null;
    const members = [...new Set(meant.flatMap((each) => each ?? []))];
    return members.length > 0 && members.every(mayRead) ? members.map(({ id }) => id) : null;
  }
  const isLeftOut = said.people.map((word) => leavesOut(word, others, book.people));
  if (isLeftOut.some((each) => each === null)) return null;
  const members = others.filter((member) => mayRead(member) && !isLeftOut.some((each) => each?.(member)));
  return members.length > 0 ? members.map(({ id }) => id) : null;
}

/** The members that a name or a relation means; null where it may mean somebody else. */
function membersBy(word: string, members: readonly Member[], people: readonly Named[]): Member[] | null {
  const relation = relationOf(word);
  if (!relation) {
    const member = memberNamed(word, members, people);
    return member && [member];
  }
  const isOf = (relationship: string | null) => relation.kinds.includes(relationshipWords(relationship));
  const meant = members.filter((member) => relationsOf(member).some(isOf));
  if (relation.isMany) return meant.length > 0 ? meant : null;
  const others = people.filter(({ relationship }) => isOf(relationship));
  return meant.length === 1 && others.length === 0 ? meant : null;
}

/** Whether a member is left out; null where the word names nobody for certain. */
function leavesOut(
  word: string,
  members: readonly Member[],
  people: readonly Named[],
): ((member: Member) => boolean) | null {
  const relation = relationOf(word);
  if (!relation) {
    const member = memberNamed(word, members, people);
    return member && ((other) => other === member);
  }
  const kinds = relation.kinds.includes('child') ? [...relation.kinds, ...YOUNGER] : relation.kinds;
  // A member whose relation nobody entered may be one of them.
  return (member) => {
    const relations = relationsOf(member).map(plainText);
    return relations.length === 0 || relations.some((each) => kinds.some((kind) => each.includes(kind)));
  };
}

function relationOf(word: string): { kinds: readonly string[]; isMany: boolean } | null {
  const plain = word.replace(/^grand-/, 'grand');
  const singular = PLURALS[plain] ?? plain.replace(/s$/, '');
  const kinds = RELATIONS[singular];
  return kinds ? { kinds, isMany: singular !== plain } : null;
}

function relationsOf({ relationship, person }: Member): string[] {
  return [relationship, person?.relationship].flatMap((each) => (each?.trim() ? each : []));
}

/** “My daughter”, “Daughter” and “her daughter” are the same. */
function relationshipWords(relationship: string | null): string {
  return plainText(relationship ?? '').replace(/^(?:my|her|his|their|the) /, '');
}

/** The one member with this name; null when nobody has it, or somebody else may have it. */
function memberNamed(word: string, members: readonly Member[], people: readonly Named[]): Member | null {
  const namesOf = ({ user, person }: Member) => [
    user.name,
    ...(person ? [person.name, ...person.aliases] : []),
  ];
  const [member, ...others] = members.filter((each) => namesOf(each).some((name) => isCalled(name, word)));
  if (!member || others.length > 0) return null;
  const namesakes = people.filter(({ name, aliases }) =>
    [name, ...aliases].some((each) => isCalled(each, word)),
  );
  return namesakes.every((other) => mayBeTheSame(member, other)) ? member : null;
}

function isCalled(name: string, word: string): boolean {
  const plain = plainText(name);
  return plain === word || plain.split(/[\s-]+/)[0] === word;
}

/** Whether a person of the stories may be this member: neither the relation nor the last name says otherwise. */
function mayBeTheSame(member: Member, { name, relationship }: Named): boolean {
  const relations = relationsOf(member).map(relationshipWords);
  const other = relationshipWords(relationship);
  if (other && relations.length > 0 && !relations.includes(other)) return false;
  const [last, otherLast] = [member.user.name, name].map((each) =>
    plainText(each).split(' ').slice(1).at(-1),
  );
  return !last || !otherLast || last === otherLast;
}
