import { cardsForEveryone } from '#api/audiences/policy.ts';
import { openSentence } from '#api/biography/policy.ts';
import { keepsakeKey } from '#api/conversations/interviewer/family-question.ts';
import { hearingOf } from '#api/conversations/interviewer/hearing-of.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { type Language, languageOf } from '#api/language/languages.ts';
import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { keptMedia } from '../policy.ts';
import { tellOfKeepsakes } from './tell-of-keepsakes.ts';
import { mayTellOf } from './telling.ts';

type Told = { subjectId: string; cardIds: readonly string[]; conversationId?: string | null };

/**
 * Ties each keepsake that belongs to no story to the one of these published cards that tells the answer to its question
 * first. Cards that are not for everyone are left out, because a keepsake is shown only to readers of its story. With
 * `conversationId` only what was answered in that conversation is tied, so that a picture that the family took out of a
 * story stays out.
 */
export async function tieToldKeepsakes(
  tx: Tx,
  wake: Wake,
  { subjectId, cardIds, conversationId }: Told,
): Promise<void> {
  const told: Prisma.QuestionRequestWhereInput = {
    ...{ subjectId, status: 'ANSWERED' },
    ...(conversationId && { conversationId }),
    keepsake: { is: { ...keptMedia, cardId: null, photoOf: { is: null } } },
  };
  const questions = await tx.questionRequest.findMany({
    where: told,
    select: {
      ...{ mediaId: true, answerMessageId: true, subject: { select: { language: true } } },
      keepsake: {
        select: {
          title: true,
          caption: true,
          people: { select: { person: { select: { name: true } } } },
        },
      },
    },
  });
  for (const { mediaId, answerMessageId, subject, keepsake } of questions) {
    if (!mediaId || !answerMessageId) continue;
    const language = languageOf(subject.language);
    const shown = [
      keepsake?.title ?? '',
      keepsake?.caption ?? '',
      ...(keepsake?.people ?? []).map(({ person }) => person.name),
    ];
    for (const { id, words } of await messagesOfAnswer(tx, { mediaId, answerMessageId, language })) {
      // From here on the person tells something else.
      if (!mayTellOf(words, { language, shown })) break;
      const cardId = await cardTelling(tx, id, { subjectId, cardIds });
      if (!cardId) continue;
      await tx.media.update({ where: { id: mediaId }, data: { cardId, afterParagraph: null } });
      await tellOfKeepsakes(tx, wake, subjectId, [mediaId]);
      break;
    }
  }
}

type Answered = { mediaId: string; answerMessageId: string; language: Language };

/** Turns of ours that ask something. */
const asking = ['OPEN', 'ASK', 'FOLLOW_UP'];

/**
 * The messages of the answer to a question about a keepsake, in order: those said together with the one that answered
 * it, and those after it until we asked about something else. None where the person doesn't know the keepsake.
 */
async function messagesOfAnswer(
  tx: Tx,
  { mediaId, answerMessageId, language }: Answered,
): Promise<{ id: string; words: string }[]> {
  const answer = await tx.message.findUnique({ where: { id: answerMessageId } });
  if (!answer || hearingOf(language).knowsNothingOfIt(answer.correctedText ?? answer.text)) return [];
  const turns = await tx.message.findMany({
    where: { conversationId: answer.conversationId },
    orderBy: { seq: 'asc' },
    select: {
      ...{ id: true, seq: true, role: true, turnKind: true, questionKey: true },
      ...{ text: true, correctedText: true },
    },
  });
  const before = turns.findLast(({ seq, role }) => role === 'assistant' && seq < answer.seq);
  const after = turns.find(
    ({ seq, turnKind, questionKey }) =>
      seq > answer.seq && asking.includes(turnKind ?? '') && questionKey !== `${keepsakeKey}${mediaId}`,
  );
  return turns
    .filter(({ seq }) => seq > (before?.seq ?? 0) && seq < (after?.seq ?? Number.POSITIVE_INFINITY))
    .flatMap(({ id, role, text, correctedText }) =>
      role === 'user' ? { id, words: correctedText ?? text } : [],
    );
}

/** The card that tells most of a message. */
async function cardTelling(
  tx: Tx,
  messageId: string,
  { subjectId, cardIds }: Omit<Told, 'conversationId'>,
): Promise<string | null> {
  const sentences = await tx.sentence.findMany({
    where: {
      AND: [
        openSentence,
        { sources: { some: { messageId } } },
        {
          card: { is: { id: { in: [...cardIds] }, subjectId, status: 'PUBLISHED', ...cardsForEveryone() } },
        },
      ],
    },
    select: { cardId: true, revision: true, card: { select: { revision: true } } },
    orderBy: { id: 'asc' },
  });
  const current = sentences.filter(({ revision, card }) => revision === card.revision);
  const byCard = Map.groupBy(current, ({ cardId }) => cardId);
  const [most] = [...byCard].toSorted(([, one], [, other]) => other.length - one.length);
  return most?.[0] ?? null;
}
