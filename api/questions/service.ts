import { z } from 'zod';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction, type Wake } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { parse, words } from '#api/platform/domain-values/input.ts';
import { Forbidden, InvalidInput, NotFound, WrongState } from '#api/platform/errors.ts';
import { append } from '#api/platform/events/events.ts';
import { topics } from '#api/platform/events/topics.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { mustStill } from '#api/subjects/policy.ts';
import { askingOrder, keptQuestions } from './policy.ts';

const AskQuestion = z.object({ subjectId: z.string(), text: words(500) });

/** A question of the family: it waits, behind all others, until the interviewer finds the moment for it. */
export async function askQuestion(viewer: Viewer, input: z.input<typeof AskQuestion>) {
  const { subjectId, text } = parse(AskQuestion, input);
  return transaction(async (tx, wake) => {
    await refuseUnlessAskable(tx, subjectId);
    const question = await tx.questionRequest.create({
      data: { subjectId, text, askedById: viewer.userId, position: await lastPlace(tx, subjectId) },
      select: { id: true },
    });
    await noteAsked(tx, wake, viewer, { id: question.id, subjectId });
    return question;
  });
}

/** A question of Evertold's own, about what doesn't fit together: it waits in the same line. Returns its id. */
export async function askForTeam(
  tx: Tx,
  wake: Wake,
  { subjectId, text }: { subjectId: string; text: string },
): Promise<string> {
  await refuseUnlessAskable(tx, subjectId);
  const { id } = await tx.questionRequest.create({
    data: { subjectId, text, position: await lastPlace(tx, subjectId) },
    select: { id: true },
  });
  await append(tx, topics.subject(subjectId), 'question-asked', { questionId: id }, subjectId);
  wake(topics.subject(subjectId));
  return id;
}

/**
 * Puts a question back in line that was answered, or was not answered in two conversations; what was removed is back
 * as it was. What waits or is being asked stays as it is. Refused for what the person declined, but to the person.
 */
export async function askQuestionAgain(viewer: Viewer, id: string): Promise<void> {
  await transaction(async (tx, wake) => {
    const question = await lockQuestion(tx, id);
    const { subjectId, status, declined, removedAt } = question;
    const { self } = await mustStill(tx, viewer, 'ASK', subjectId);
    if (removedAt) {
      await mustChange(tx, viewer, question);
      await tx.questionRequest.update({ where: { id }, data: { removedAt: null } });
      return;
    }
    await refuseUnlessAskable(tx, subjectId);
    if (status === 'QUEUED' || status === 'ASKED') return;
    if (declined && !self) throw new WrongState('They would rather not answer this');
    await tx.questionRequest.update({
      where: { id },
      data: {
        status: 'QUEUED',
        tries: 0,
        position: await lastPlace(tx, subjectId),
        declined: false,
        answerMessageId: null,
      },
    });
    await noteAsked(tx, wake, viewer, question);
  });
}

/** A list far beyond what a family has waiting. */
const mostInOrder = 200;

const OrderQuestions = z.object({
  subjectId: z.string(),
  ids: z.array(z.string()).max(mostInOrder, `must be at most ${mostInOrder}`),
});

/**
 * Puts the waiting questions in this order; those that are not named come after them, as they were. A question that
 * was asked meanwhile stays as it is. `NotFound` for an id that is none of this subject's questions.
 */
export async function orderQuestions(viewer: Viewer, input: z.input<typeof OrderQuestions>): Promise<void> {
  const { subjectId, ids } = parse(OrderQuestions, input);
  if (new Set(ids).size < ids.length) {
    throw new InvalidInput([{ path: 'ids', message: 'must name each question once' }]);
  }
  await transaction(async (tx) => {
    // Two orders at once are one after the other.
    await tx.$queryRaw`select 1 from subject where id = ${subjectId}::uuid for no key update`;
    await mustStill(tx, viewer, 'WRITE', subjectId);
    const named = await tx.questionRequest.count({
      where: { ...keptQuestions, subjectId, id: { in: ids } },
    });
    if (named < ids.length) throw new NotFound('QuestionRequest', ['ids']);
    const waiting = await tx.questionRequest.findMany({
      where: { ...keptQuestions, subjectId, status: 'QUEUED' },
      orderBy: askingOrder,
      select: { id: true },
    });
    const place = new Map(ids.map((id, at) => [id, at]));
    const inOrder = waiting.toSorted(
      (a, b) => (place.get(a.id) ?? ids.length) - (place.get(b.id) ?? ids.length),
    );
    for (const [at, { id }] of inOrder.entries()) {
      await tx.questionRequest.update({ where: { id }, data: { position: at + 1 } });
    }
  });
}

/** Takes a question out: it is shown to nobody, and not asked. For who asked it, and for whoever writes the book. */
export async function removeQuestion(viewer: Viewer, id: string): Promise<void> {
  await transaction(async (tx) => {
    const question = await lockQuestion(tx, id);
    await mustChange(tx, viewer, question);
    if (question.removedAt) return;
    await tx.questionRequest.update({ where: { id }, data: { removedAt: clock.now() } });
  });
}

/** How many of the family’s questions are looked at in a turn: of those that wait, and of those that were put. */
const mostLookedAt = 20;

/** What a question about a keepsake says of it: a photo; two girls on a pier; your daughter Ana. */
export type KeepsakeAskedAbout = { id: string; thing: string; words: string; addedBy: string };

export type UnansweredQuestion = {
  id: string;
  text: string;
  askedBy: string;
  isAgain: boolean;
  keepsake?: KeepsakeAskedAbout;
};

/**
 * What the family asked and nobody answered: what waits, in the order of asking, and what was put and not declined,
 * the latest first.
 */
export async function unansweredQuestions(
  subjectId: string,
  tx: Tx = db,
): Promise<{ waiting: UnansweredQuestion[]; asked: UnansweredQuestion[] }> {
  const select = {
    ...{ id: true, text: true, askedAt: true, askedBy: { select: { name: true } } },
    keepsake: { select: describedKeepsake },
  } as const;
  const [waiting, asked] = await Promise.all([
    tx.questionRequest.findMany({
      where: { ...keptQuestions, subjectId, status: 'QUEUED' },
      orderBy: askingOrder,
      take: mostLookedAt,
      select,
    }),
    tx.questionRequest.findMany({
      where: { ...keptQuestions, subjectId, status: { in: ['ASKED', 'SKIPPED'] }, declined: false },
      orderBy: [{ askedAt: 'desc' }, { id: 'desc' }],
      take: mostLookedAt,
      select,
    }),
  ]);
  const relationships = await relationshipsOf(subjectId, [...waiting, ...asked], tx);
  const known = ({ id, text, askedAt, askedBy, keepsake }: (typeof waiting)[number]) => {
    const about = keepsake && describeKeepsake(keepsake, relationships);
    return {
      ...{ id, text, askedBy: askedBy?.name ?? '', isAgain: askedAt !== null },
      ...(about && { keepsake: about }),
    };
  };
  return { waiting: waiting.map(known), asked: asked.map(known) };
}

/** What became of a question in a conversation. */
export type Settled = { requestId: string; status: 'ASKED' | 'ANSWERED' | 'SKIPPED' };

/** Notes what became of questions: a question that was answered or declined stays so. */
export async function settleQuestions(
  tx: Tx,
  settled: readonly Settled[],
  { conversationId, messageId }: { conversationId: string; messageId: string | null },
): Promise<void> {
  for (const { requestId: id, status } of settled) {
    const open = { ...keptQuestions, id };
    if (status === 'ANSWERED') {
      await tx.questionRequest.updateMany({
        where: { ...open, status: { not: 'ANSWERED' }, declined: false },
        data: { status, conversationId, answerMessageId: messageId },
      });
    } else {
      await tx.questionRequest.updateMany({
        where: { ...open, status: { in: ['QUEUED', 'ASKED'] } },
        data:
          status === 'SKIPPED'
            ? { status, conversationId, declined: true }
            : { status, conversationId, askedAt: clock.now(), tries: { increment: 1 } },
      });
    }
  }
}

/** A question is put in so many conversations before it is left unanswered. */
const mostTries = 2;

/** What was put in a conversation that ends, and not answered: it comes first in the next one, or is left. */
export async function requeueUnanswered(tx: Tx, { id, subjectId }: { id: string; subjectId: string }) {
  const unanswered = { conversationId: id, status: 'ASKED' } as const;
  await tx.questionRequest.updateMany({
    // About a keepsake nobody is asked twice.
    where: { ...unanswered, OR: [{ tries: { gte: mostTries } }, { mediaId: { not: null } }] },
    data: { status: 'SKIPPED' },
  });
  const { _min } = await tx.questionRequest.aggregate({
    where: { subjectId, status: 'QUEUED' },
    _min: { position: true },
  });
  await tx.questionRequest.updateMany({
    where: unanswered,
    data: { status: 'QUEUED', position: (_min.position ?? 1) - 1 },
  });
}

const ofQuestion = {
  id: true,
  subjectId: true,
  askedById: true,
  status: true,
  declined: true,
  removedAt: true,
} satisfies Prisma.QuestionRequestSelect;

type Question = Prisma.QuestionRequestGetPayload<{ select: typeof ofQuestion }>;

/** The question, held until the transaction ends: an interviewer that puts it meanwhile waits, or is waited for. */
async function lockQuestion(tx: Tx, id: string): Promise<Question> {
  await tx.$queryRaw`select 1 from question_request where id = ${id}::uuid for update`;
  const question = await tx.questionRequest.findUnique({ where: { id }, select: ofQuestion });
  if (!question) throw new NotFound('QuestionRequest', ['id']);
  return question;
}

/** Refuses whoever neither asked the question nor writes the book. */
async function mustChange(tx: Tx, viewer: Viewer, { subjectId, askedById }: Question): Promise<void> {
  const { can } = await mustStill(tx, viewer, 'ASK', subjectId);
  if (!can('WRITE') && askedById !== viewer.userId) throw new Forbidden();
}

async function refuseUnlessAskable(tx: Tx, subjectId: string): Promise<void> {
  const subject = await tx.subject.findUnique({ where: { id: subjectId }, select: { status: true } });
  if (!subject || subject.status === 'DELETED') throw new NotFound('Subject', ['subjectId']);
  if (subject.status === 'MEMORIAL') throw new WrongState('They can not be asked any more');
}

/** The place behind all that wait. */
async function lastPlace(tx: Tx, subjectId: string): Promise<number> {
  const { _max } = await tx.questionRequest.aggregate({
    where: { ...keptQuestions, subjectId, status: 'QUEUED' },
    _max: { position: true },
  });
  return (_max.position ?? 0) + 1;
}

async function noteAsked(
  tx: Tx,
  wake: Wake,
  viewer: Viewer,
  { id, subjectId }: Pick<Question, 'id' | 'subjectId'>,
) {
  await tx.activity.create({ data: { subjectId, actorId: viewer.userId, kind: 'question-asked' } });
  await append(tx, topics.subject(subjectId), 'question-asked', { questionId: id }, subjectId);
  wake(topics.subject(subjectId));
}

const describedKeepsake = {
  ...{ id: true, kind: true, title: true, caption: true },
  addedBy: { select: { id: true, name: true } },
} satisfies Prisma.MediaSelect;

type DescribedKeepsake = Prisma.MediaGetPayload<{ select: typeof describedKeepsake }>;

const things: Record<DescribedKeepsake['kind'], string> = {
  PHOTO: 'photo',
  LETTER: 'letter',
  RECIPE: 'recipe',
  RECORDING: 'recording',
  VIDEO: 'film',
  DOCUMENT: 'document',
  OBJECT: 'keepsake',
};

/** What those who added keepsakes are to the subject, by their account. */
async function relationshipsOf(
  subjectId: string,
  questions: readonly { keepsake: DescribedKeepsake | null }[],
  tx: Tx,
): Promise<Map<string, string>> {
  const userIds = questions.flatMap(({ keepsake }) => keepsake?.addedBy?.id ?? []);
  if (!userIds.length) return new Map();
  const members = await tx.membership.findMany({
    where: { subjectId, userId: { in: userIds } },
    select: { userId: true, relationship: true },
  });
  return new Map(
    members.flatMap(({ userId, relationship }) => (relationship ? [[userId, relationship]] : [])),
  );
}

/** One word or two that say what somebody is to another: daughter, mother-in-law. */
const relationshipWords = /^\p{L}[\p{L}'’-]*(?: \p{L}[\p{L}'’-]*)?$/u;

function describeKeepsake(
  { id, kind, title, caption, addedBy }: DescribedKeepsake,
  relationships: ReadonlyMap<string, string>,
): KeepsakeAskedAbout | null {
  const words = wordsOfKeepsake({ title, caption });
  if (!words || !addedBy) return null;
  const relationship = relationships.get(addedBy.id) ?? '';
  const [firstName] = addedBy.name.split(' ');
  return {
    ...{ id, thing: things[kind], words },
    addedBy: relationshipWords.test(relationship)
      ? `your ${relationship.toLowerCase()} ${firstName}`
      : addedBy.name,
  };
}

/** What is said of a keepsake in a question: its title, else the first sentence of its description. */
function wordsOfKeepsake({ title, caption }: Pick<DescribedKeepsake, 'title' | 'caption'>): string {
  const [first = ''] = (title ?? caption ?? '').split(/(?<=[.!?])\s|\n/u);
  return first.replace(/[\s.!?,;:]+$/u, '').replace(/\s+/g, ' ');
}

/**
 * Puts a question about a keepsake in line once a family member has said what it is, and keeps its words up to date
 * until it is asked. There is none about what the person added themself, what isn't for everyone, nor in memory of
 * somebody.
 */
export async function keepKeepsakeQuestion(tx: Tx, mediaId: string): Promise<void> {
  const keepsake = await tx.media.findUniqueOrThrow({
    where: { id: mediaId },
    select: {
      ...describedKeepsake,
      subjectId: true,
      subject: { select: { selfUserId: true, status: true } },
      question: { select: { id: true } },
      audience: { select: { id: true } },
      card: { select: { audience: { select: { id: true } }, chapter: { select: { audience: true } } } },
    },
  });
  const { subjectId, subject, addedBy, question, audience, card } = keepsake;
  // The question is shown to everybody in the family.
  const isForEveryone = !audience && !card?.audience && !card?.chapter?.audience;
  const words = wordsOfKeepsake(keepsake);
  const isAskable =
    isForEveryone && subject.status !== 'MEMORIAL' && addedBy && addedBy.id !== subject.selfUserId;
  if (!words || !isAskable) return dropKeepsakeQuestion(tx, mediaId);
  const text = `Tell me about this ${things[keepsake.kind]}: ${words}.`;
  if (question) {
    await tx.questionRequest.updateMany({ where: { id: question.id, status: 'QUEUED' }, data: { text } });
    return;
  }
  await tx.questionRequest.create({
    data: { subjectId, mediaId, text, askedById: addedBy.id, position: await lastPlace(tx, subjectId) },
  });
}

/** Takes a question about a keepsake out of the line; what was asked stays. */
export async function dropKeepsakeQuestion(tx: Tx, mediaId: string): Promise<void> {
  await tx.questionRequest.deleteMany({ where: { mediaId, status: 'QUEUED', removedAt: null } });
}
