import { setTimeout as after } from 'node:timers/promises';
import { biographyWrite } from '#api/biography/jobs.ts';
import { db, pool } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { deadLetters, enqueue } from '#api/platform/jobs.ts';
import type { Answer, Person } from './person.ts';

export type Telling = {
  id: string;
  /** The subject's own messages, in order. */
  said: string[];
};

/** Stories that Alma tells, each long enough for a card. */
export const stories = {
  bakery:
    'We had a bakery on Mill Street when I was small. My father Tomas got up at three every morning and lit the big oven with birch wood. In 1946 he let me carry the warm rolls to the neighbours before school, and Mrs. Olsen always gave me a penny for it. I can still smell the cinnamon on his hands when he came up the stairs.',
  bakeryAgain:
    'We had a bakery on Mill Street when I was small. My father Tomas got up at three every morning and lit the big oven with birch wood. In 1946 he let me carry the warm rolls to the neighbours before school, and Mrs. Olsen always gave me a penny for it. One winter the oven broke in the middle of the night, and half of the street came with blankets and coal to keep the dough warm until morning.',
  wedding:
    'I met Frank at a dance in Duluth in the summer of 1955. He stepped on my foot twice and then he asked me whether I would let him try a third time. We got married in the little church on the hill, and my sister Clara played the organ although two of the pipes were stuck.',
};

/** Creates a finished conversation with questions and answers, not yet written as stories. */
export async function aTelling(
  subjectId: string,
  answers: (string | { text: string; private: boolean })[],
): Promise<Telling> {
  const startedAt = new Date('2026-10-04T14:00:00Z');
  const minutes = (count: number) => new Date(startedAt.getTime() + count * 60_000);
  const id = newId();
  const turns = answers.flatMap((answer, at) => {
    const { text, private: hidden } = typeof answer === 'string' ? { text: answer, private: false } : answer;
    return [
      { role: 'assistant' as const, text: 'What comes to mind?', private: false, createdAt: minutes(2 * at) },
      { role: 'user' as const, text, private: hidden, createdAt: minutes(2 * at + 1) },
    ];
  });
  const messages = turns.map((turn, at) => ({
    ...turn,
    id: newId(),
    subjectId,
    conversationId: id,
    seq: at + 1,
  }));
  await db.conversation.create({
    data: {
      id,
      subjectId,
      channel: 'WEB',
      status: 'COMPLETED',
      writing: 'WRITING',
      startedAt,
      endedAt: minutes(2 * answers.length),
      lastSeq: messages.length,
    },
  });
  await db.message.createMany({ data: messages });
  return { id, said: messages.filter(({ role }) => role === 'user').map((message) => message.id) };
}

/** Queues the writing of a conversation, as its end does. */
export async function queueWriting(conversationId: string) {
  await transaction((tx) => enqueue(tx, biographyWrite, { conversationId }));
}

/** A finished conversation whose stories have been written. */
export async function told(subjectId: string, answers: Parameters<typeof aTelling>[1]): Promise<Telling> {
  const telling = await aTelling(subjectId, answers);
  await queueWriting(telling.id);
  await until(async () => (await writingOf(telling.id)) !== 'WRITING');
  return telling;
}

export async function writingOf(conversationId: string): Promise<string | null> {
  return (await db.conversation.findUniqueOrThrow({ where: { id: conversationId } })).writing;
}

/** The cards of the book as a person reads them, in the order of its chapters. */
export async function cardsOf(reader: Person, subjectId: string): Promise<Answer[]> {
  const { subject } = await reader.gql('Biography', { subjectId });
  return subject.chapters.flatMap((chapter: Answer) => chapter.cards);
}

/** The people of a book, each with name and relationship. */
export async function peopleOf(reader: Person, subjectId: string): Promise<(string | null)[][]> {
  const { people } = (await reader.gql('FamilyFriends', { subjectId })).subject;
  return people.edges.map(({ node }: { node: { name: string; relationship: string | null } }) => [
    node.name,
    node.relationship,
  ]);
}

/** Resolves once the queue has no job left that is due, so that all earlier work is done. */
export function workDone(): Promise<void> {
  return until(async () => {
    const { rows } = await pool.query(
      `select from jobs.job where state < 'completed' and start_after <= now()
        and name not like '\\_\\_%' and name <> $1 limit 1`,
      [deadLetters],
    );
    return rows.length === 0;
  }, 60_000);
}

/** Resolves once a condition holds. It is checked at growing intervals, because each check takes time from the server. */
export async function until(fact: () => Promise<boolean>, withinMs = 20_000): Promise<void> {
  let pauseMs = 10;
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await after(pauseMs)) {
    if (await fact()) return;
    pauseMs = Math.min(75, pauseMs * 1.3);
  }
  throw new Error(`The condition did not hold within ${withinMs} ms`);
}
