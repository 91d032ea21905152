import type { Tx } from '#api/platform/database/database.ts';
import { findNames } from './writing/names.ts';
import type { NamedText } from './writing/naming/candidates.ts';
import type { SourceSpan, WriteSubject } from './writing/writer.ts';

/** In so many messages somebody's name and relation are looked for, the oldest first. */
const mostMessages = 200;

/**
 * Calls people whom the machine found as the open words call them that still speak of them, by no relation but one that
 * stands there: both may have come from words that are private now.
 */
export async function callByOpenWords(tx: Tx, subjectId: string, personIds: readonly string[]) {
  const people = await tx.person.findMany({
    where: { id: { in: [...personIds] }, subjectId, found: true },
    include: {
      subject: { select: { preferredName: true, fullName: true } },
      mentions: {
        where: { message: { private: false } },
        orderBy: { id: 'asc' },
        select: { messageId: true, start: true, end: true },
      },
    },
  });
  for (const { id, name, relationship, membershipId, subject, mentions } of people) {
    const messages = await tx.message.findMany({
      where: { id: { in: mentions.map(({ messageId }) => messageId) } },
      orderBy: { id: 'asc' },
      take: mostMessages,
      select: { id: true, text: true, correctedText: true },
    });
    const texts = messages.map(({ correctedText, text, ...message }) => ({
      ...message,
      text: correctedText ?? text,
    }));
    const { names, relation } = calledIn(texts, mentions, subject);
    const stays = names.some((each) => each.toLowerCase() === name.toLowerCase());
    const next = {
      // Whom the family has tied to a member is known to it by name.
      name: stays || membershipId || !names[0] ? name : names[0],
      relationship: relation,
    };
    if (next.name === name && next.relationship === relationship) continue;
    await tx.person.update({ where: { id }, data: next });
  }
}

/** The names of whoever is meant in these places, the best one first, and in which relation the texts put them. */
function calledIn(
  texts: readonly NamedText[],
  mentions: readonly SourceSpan[],
  subject: Pick<WriteSubject, 'preferredName' | 'fullName'>,
): { names: string[]; relation: string | null } {
  const byId = new Map(texts.map(({ id, text }) => [id, text]));
  const spans = mentions.flatMap(({ messageId, start, end }) => byId.get(messageId)?.slice(start, end) ?? []);
  // That it is a person was known by all the words there were.
  const known = spans.map((name) => ({ name, relation: null }));
  const [best] = findNames(texts, { ...subject, people: [] }, known)
    .people.map((person) => ({
      person,
      meant: mentions.filter((mention) => person.mentions.some((other) => overlap(mention, other))).length,
    }))
    .filter(({ meant }) => meant > 0)
    .sort((a, b) => b.meant - a.meant);
  if (!best) return { names: spans.sort((a, b) => b.length - a.length), relation: null };
  const { name, aliases, relation } = best.person;
  return { names: [name, ...aliases], relation };
}

function overlap(one: SourceSpan, other: SourceSpan): boolean {
  return one.messageId === other.messageId && one.start < other.end && other.start < one.end;
}
