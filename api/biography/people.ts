import { languageOf } from '#api/language/languages.ts';
import { personChanged } from '#api/people/events.ts';
import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { runTextTask, WorkerKilled } from '#api/platform/text-workers/pool.ts';
import { type PersonMentions, unnamedIn, wordsOf } from './naming-anew.ts';
import { findPersonsNames } from './text-tasks.ts';

/** A person's name and relation are looked for in this many messages, the oldest first. */
const mostMessages = 200;
/** Time limit for finding the names of all these people, inside a transaction. */
const namingMs = 5_000;

/**
 * Renames people whom the machine found after the readable words that still mention them, and keeps a
 * relation only if those words state it, because name and relation may have come from words that are
 * private now. The same holds for related people: "Ted's wife" is a sister-in-law only while Ted is known
 * to be a brother.
 */
export async function callByOpenWords(tx: Tx, wake: Wake, subjectId: string, personIds: readonly string[]) {
  const left = await tx.person.findMany({
    where: { id: { in: [...personIds] }, subjectId, found: true },
    orderBy: { id: 'asc' },
    select: { id: true },
  });
  const until = performance.now() + namingMs;
  for (const { id } of left) await callOne(tx, wake, { subjectId, id }, until);
  const beside = await tx.person.findMany({
    where: {
      subjectId,
      found: true,
      relationship: { not: null },
      id: { notIn: [...personIds] },
      mentions: {
        some: { message: { private: false, mentions: { some: { personId: { in: [...personIds] } } } } },
      },
    },
    orderBy: { id: 'asc' },
    select: { id: true },
  });
  for (const { id } of beside) await callOne(tx, wake, { subjectId, id }, until);
}

async function callOne(
  tx: Tx,
  wake: Wake,
  { subjectId, id }: { subjectId: string; id: string },
  until: number,
) {
  const person = await tx.person.findFirst({
    where: { id, subjectId, found: true },
    include: {
      subject: { select: { preferredName: true, fullName: true, language: true } },
      mentions: {
        where: { message: { private: false } },
        orderBy: { id: 'asc' },
        select: { messageId: true, start: true, end: true },
      },
    },
  });
  if (!person) return;
  const { name, relationship, membershipId, subject, mentions } = person;
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
  const stood = new Set(wordsOf({ texts, mentions }).map((each) => each.toLowerCase()));
  if (!relationship && stood.has(name.toLowerCase())) return;
  const beside = await tx.person.findMany({
    where: {
      subjectId,
      relationship: { not: null },
      name: { not: name },
      mentions: { some: { messageId: { in: messages.map((message) => message.id) } } },
    },
    orderBy: { id: 'asc' },
    select: { name: true, relationship: true },
  });
  const known = beside.map((each) => ({ name: each.name, relation: each.relationship }));
  const { names, relation } = await findNames(
    {
      ...{ texts, mentions, beside: known },
      subject: { ...subject, language: languageOf(subject.language) },
    },
    subjectId,
    until,
  );
  const stays = names.some((each) => each.toLowerCase() === name.toLowerCase());
  const next = {
    // A person whom the family linked to a member keeps the name.
    name: stays || membershipId || !names[0] ? name : names[0],
    relationship: relation,
  };
  if (next.name === name && next.relationship === relationship) return;
  await tx.person.update({ where: { id }, data: next });
  await personChanged(tx, wake, subjectId, id);
}

/** When there is no time to read the texts, people get the mentioned words as their name and no relation. */
async function findNames(called: PersonMentions, subjectId: string, until: number) {
  const characters = called.texts.reduce((sum, { text }) => sum + text.length, 0);
  const deadlineMs = until - performance.now();
  if (deadlineMs <= 0) return unnamedIn(called);
  try {
    return await runTextTask(findPersonsNames, called, { characters, subjectId, deadlineMs });
  } catch (error) {
    if (!(error instanceof WorkerKilled)) throw error;
    return unnamedIn(called);
  }
}
