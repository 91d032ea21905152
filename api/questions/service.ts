import { z } from 'zod';
import { transaction } from '#api/platform/database/transaction.ts';
import { NotFound, WrongState } from '#api/platform/errors.ts';
import { append } from '#api/platform/events/events.ts';
import { topics } from '#api/platform/events/topics.ts';
import { parse, words } from '#api/platform/values/input.ts';
import type { Viewer } from '#api/platform/viewer.ts';

const AskQuestion = z.object({ subjectId: z.string(), text: words(500) });

/** A question of the family: it waits until the interviewer finds the moment for it. */
export async function askQuestion(viewer: Viewer, input: z.input<typeof AskQuestion>) {
  const { subjectId, text } = parse(AskQuestion, input);
  return transaction(async (tx, wake) => {
    const subject = await tx.subject.findUnique({ where: { id: subjectId }, select: { status: true } });
    if (!subject || subject.status === 'DELETED') throw new NotFound('Subject', ['subjectId']);
    if (subject.status === 'MEMORIAL') throw new WrongState('They can not be asked any more');
    const question = await tx.questionRequest.create({
      data: { subjectId, text, askedById: viewer.userId },
      select: { id: true },
    });
    await tx.activity.create({ data: { subjectId, actorId: viewer.userId, kind: 'question-asked' } });
    await append(tx, topics.subject(subjectId), 'question-asked', { questionId: question.id }, subjectId);
    wake(topics.subject(subjectId));
    return question;
  });
}
