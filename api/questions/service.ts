import { z } from 'zod';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { hasDied } from '#api/people/policy.ts';
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

/** Adds a question of the family at the end of the queue, for the interviewer to ask at a suitable moment. */
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

/** Adds the team's question about a contradiction to the same queue. Returns its id. */
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
 * Queues a question again that was answered, or left unanswered in two conversations; a removed one gets its old
 * status. A waiting or asked question stays unchanged. Refused for a question that the person declined, except to the
 * person.
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

/** Far more than a family has waiting. */
const mostInOrder = 200;

const OrderQuestions = z.object({
  subjectId: z.string(),
  ids: z.array(z.string()).max(mostInOrder, `must be at most ${mostInOrder}`),
});

/**
 * Orders the waiting questions; unnamed ones follow in their old order. A question that was asked meanwhile stays
 * unchanged. `NotFound` for an id of another subject.
 */
export async function orderQuestions(viewer: Viewer, input: z.input<typeof OrderQuestions>): Promise<void> {
  const { subjectId, ids } = parse(OrderQuestions, input);
  if (new Set(ids).size < ids.length) {
    throw new InvalidInput([{ path: 'ids', message: 'must name each question once' }]);
  }
  await transaction(async (tx) => {
    // Concurrent reorderings run one after the other.
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

/** Removes a question: it is no longer shown or asked. Allowed to its asker and to writers. */
export async function removeQuestion(viewer: Viewer, id: string): Promise<void> {
  await transaction(async (tx) => {
    const question = await lockQuestion(tx, id);
    await mustChange(tx, viewer, question);
    if (question.removedAt) return;
    await tx.questionRequest.update({ where: { id }, data: { removedAt: clock.now() } });
  });
}

/** The maximum of questions read per turn: of the waiting ones, and of the asked ones. */
const mostLookedAt = 20;

/**
 * The keepsake of a question in words: a photo; two girls on a pier; your daughter Ana. Without `words` it is
 * described by the people in it.
 */
export type KeepsakeAskedAbout = {
  id: string;
  thing: string;
  words: string;
  people: string[];
  addedBy: string;
};

export type UnansweredQuestion = {
  id: string;
  text: string;
  askedBy: string;
  isAgain: boolean;
  keepsake?: KeepsakeAskedAbout;
};

/**
 * The family's unanswered questions: waiting ones in asking order, and asked ones that were not declined, the latest
 * first.
 */
export async function unansweredQuestions(
  subjectId: string,
  tx: Tx = db,
): Promise<{ waiting: UnansweredQuestion[]; asked: UnansweredQuestion[] }> {
  const select = {
    ...{ id: true, text: true, askedAt: true, askedByName: true, askedBy: { select: { name: true } } },
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
  const known = ({ id, text, askedAt, askedBy, askedByName, keepsake }: (typeof waiting)[number]) => {
    const about = keepsake && describeKeepsake(keepsake, relationships);
    return {
      ...{ id, text, askedBy: askedBy?.name ?? askedByName ?? '', isAgain: askedAt !== null },
      ...(about && { keepsake: about }),
    };
  };
  return { waiting: waiting.map(known), asked: asked.map(known) };
}

/** The outcome of a question in a conversation. */
export type Settled = { requestId: string; status: 'ASKED' | 'ANSWERED' | 'SKIPPED' };

/** Saves the outcomes of questions; an answered or declined question stays so. */
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

/** A question is asked in at most this many conversations. */
const mostTries = 2;

/** Requeues the unanswered questions of an ending conversation: they come first in the next one, or are skipped. */
export async function requeueUnanswered(tx: Tx, { id, subjectId }: { id: string; subjectId: string }) {
  const unanswered = { conversationId: id, status: 'ASKED' } as const;
  await tx.questionRequest.updateMany({
    // A question about a keepsake is asked only once.
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

/** Locks a question until the transaction ends, so that an interviewer can't ask it meanwhile. */
async function lockQuestion(tx: Tx, id: string): Promise<Question> {
  await tx.$queryRaw`select 1 from question_request where id = ${id}::uuid for update`;
  const question = await tx.questionRequest.findUnique({ where: { id }, select: ofQuestion });
  if (!question) throw new NotFound('QuestionRequest', ['id']);
  return question;
}

/** Refuses a viewer who neither asked the question nor has write access. */
async function mustChange(tx: Tx, viewer: Viewer, { subjectId, askedById }: Question): Promise<void> {
  const { can } = await mustStill(tx, viewer, 'ASK', subjectId);
  if (!can('WRITE') && askedById !== viewer.userId) throw new Forbidden();
}

async function refuseUnlessAskable(tx: Tx, subjectId: string): Promise<void> {
  const subject = await tx.subject.findUnique({ where: { id: subjectId }, select: { status: true } });
  if (!subject || subject.status === 'DELETED') throw new NotFound('Subject', ['subjectId']);
  if (subject.status === 'MEMORIAL') throw new WrongState('They can not be asked any more');
}

/** The position after all waiting questions. */
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
  people: {
    select: { person: { select: { name: true, found: true, living: true, died: true } } },
    orderBy: { personId: 'asc' },
  },
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

/** The relationship to the subject of those who added keepsakes, by account. */
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

/** One or two words for a relationship: daughter, mother-in-law. */
const relationshipWords = /^\p{L}[\p{L}'’-]*(?: \p{L}[\p{L}'’-]*)?$/u;

function describeKeepsake(
  { id, kind, title, caption, people, addedBy }: DescribedKeepsake,
  relationships: ReadonlyMap<string, string>,
): KeepsakeAskedAbout | null {
  const words = wordsOfKeepsake({ title, caption });
  if (!addedBy || (!words && !people.length)) return null;
  const relationship = relationships.get(addedBy.id) ?? '';
  const [firstName] = addedBy.name.split(' ');
  return {
    ...{ id, thing: things[kind], words, people: people.map(({ person }) => person.name) },
    addedBy: relationshipWords.test(relationship)
      ? `your ${relationship.toLowerCase()} ${firstName}`
      : addedBy.name,
  };
}

/** The words for a keepsake in a question: its title, else the first sentence of its description. */
function wordsOfKeepsake({ title, caption }: Pick<DescribedKeepsake, 'title' | 'caption'>): string {
  const [first = ''] = (title ?? caption ?? '').split(/(?<=[.!?])\s|\n/u);
  return first.replace(/[\s.!?,;:]+$/u, '').replace(/\s+/g, ' ');
}

/**
 * Queues a question about a keepsake once a family member has described it or named the people in it, and updates its
 * words until it is asked.
 * There is none for keepsakes that the person added, that not everyone may see, or for a memorial subject.
 */
export async function keepKeepsakeQuestion(tx: Tx, mediaId: string): Promise<void> {
  const keepsake = await tx.media.findUniqueOrThrow({
    where: { id: mediaId },
    select: {
      ...describedKeepsake,
      subjectId: true,
      subject: { select: { selfUserId: true, status: true, viewersSeeLiving: true } },
      question: { select: { id: true } },
      audience: { select: { id: true } },
      card: {
        select: {
          audience: { select: { id: true } },
          chapter: { select: { hidden: true, audience: { select: { id: true } } } },
        },
      },
    },
  });
  const { subjectId, subject, addedBy, question, audience, card } = keepsake;
  // The question is visible to the whole family.
  const isForEveryone = !audience && !card?.audience && !card?.chapter.audience && !card?.chapter.hidden;
  const words = wordsOfKeepsake(keepsake);
  const isAskable =
    isForEveryone && subject.status !== 'MEMORIAL' && addedBy && addedBy.id !== subject.selfUserId;
  const tellMe = `Tell me about this ${things[keepsake.kind]}`;
  // An asked question stays, without the keepsake's title, which only its readers may see.
  if (!isForEveryone) {
    await tx.questionRequest.updateMany({ where: { mediaId }, data: { text: `${tellMe}.` } });
  }
  if (!isAskable || (!words && !keepsake.people.length)) return dropKeepsakeQuestion(tx, mediaId);
  // Not every reader of the question may see the people who were found in transcripts, or who are living.
  const named = keepsake.people.flatMap(({ person }) =>
    !person.found && (subject.viewersSeeLiving || hasDied(person)) ? person.name : [],
  );
  const about = words || new Intl.ListFormat('en-GB').format(named);
  const text = about ? `${tellMe}: ${about}.` : `${tellMe}.`;
  if (question) {
    await tx.questionRequest.updateMany({ where: { id: question.id, status: 'QUEUED' }, data: { text } });
    return;
  }
  await tx.questionRequest.create({
    data: { subjectId, mediaId, text, askedById: addedBy.id, position: await lastPlace(tx, subjectId) },
  });
}

/** Updates the questions about the keepsakes of a card whose chapter has changed. */
export async function updateKeepsakeQuestions(tx: Tx, cardId: string): Promise<void> {
  const keepsakes = await tx.media.findMany({
    where: { cardId, deletedAt: null, photoOf: { is: null } },
    select: { id: true },
  });
  for (const { id } of keepsakes) await keepKeepsakeQuestion(tx, id);
}

/** Updates the questions about the keepsakes that show a person whose name has changed. */
export async function updateQuestionsOfPerson(tx: Tx, personId: string): Promise<void> {
  const keepsakes = await tx.media.findMany({
    where: { deletedAt: null, question: { is: { status: 'QUEUED' } }, people: { some: { personId } } },
    select: { id: true },
  });
  for (const { id } of keepsakes) await keepKeepsakeQuestion(tx, id);
}

/** Updates the questions about keepsakes that show people, when it has changed whom readers see. */
export async function updateQuestionsWithPeople(tx: Tx, subjectId: string): Promise<void> {
  const keepsakes = await tx.media.findMany({
    where: { subjectId, deletedAt: null, question: { is: { status: 'QUEUED' } }, people: { some: {} } },
    select: { id: true },
  });
  for (const { id } of keepsakes) await keepKeepsakeQuestion(tx, id);
}

/** Removes a waiting question about a keepsake; an asked one stays. */
export async function dropKeepsakeQuestion(tx: Tx, mediaId: string): Promise<void> {
  await tx.questionRequest.deleteMany({ where: { mediaId, status: 'QUEUED', removedAt: null } });
}
