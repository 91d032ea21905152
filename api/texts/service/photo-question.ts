import { textSubject } from '#api/consent/texting.ts';
import { takeTurn } from '#api/conversations/engine/turn-lock.ts';
import { messageAdded } from '#api/conversations/events.ts';
import { lockConversation } from '#api/conversations/service/end.ts';
import { type Language, languageOf } from '#api/language/languages.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { settleQuestions } from '#api/questions/service.ts';

type Sent = { mediaId: string; subjectId: string };

/** The question about a photo in the next conversation, and the thanks for one that came without words. */
const photoWords: Record<Language, { question: string; thanks: string }> = {
  en: {
    question: 'Tell me about the photo you sent.',
    thanks: 'Thank you for the photo. Who or what is in it?',
  },
  es: {
    question: 'Cuénteme de la foto que me envió.',
    thanks: 'Gracias por la foto. ¿Quién o qué aparece en ella?',
  },
};

async function photoWordsFor(tx: Tx, subjectId: string) {
  const { language } = await tx.subject.findUniqueOrThrow({
    where: { id: subjectId },
    select: { language: true },
  });
  return photoWords[languageOf(language)];
}

/** Queues a question about a photo that the person sent, ahead of all waiting ones; repeating it adds nothing. */
export async function queuePhotoQuestion({ mediaId, subjectId }: Sent) {
  const { question } = await photoWordsFor(db, subjectId);
  const { _min } = await db.questionRequest.aggregate({
    where: { subjectId, status: 'QUEUED', removedAt: null },
    _min: { position: true },
  });
  await db.questionRequest.createMany({
    data: [
      {
        ...{ subjectId, mediaId, text: question },
        position: (_min.position ?? 1) - 1,
      },
    ],
    skipDuplicates: true,
  });
}

/** Asks about a photo that came without words, if nobody has said anything since. */
export async function askAboutPhoto({ mediaId, subjectId, since }: Sent & { since: Date }) {
  const live = await db.conversation.findFirst({
    where: { subjectId, channel: 'SMS', status: 'IN_PROGRESS' },
    select: { id: true },
  });
  if (!live) return;
  await transaction(async (tx, wake) => {
    await takeTurn(tx, live.id);
    const conversation = await lockConversation(tx, live.id);
    if (conversation?.status !== 'IN_PROGRESS' || conversation.awaitingSeq !== null) return;
    const { id: conversationId, phone, lastSeq } = conversation;
    if (await tx.message.count({ where: { conversationId, createdAt: { gte: since } } })) return;
    const question = await tx.questionRequest.findFirst({ where: { mediaId, status: 'QUEUED' } });
    if (!question) return;
    const messageId = newId();
    const { thanks } = await photoWordsFor(tx, subjectId);
    const isTexted = await textSubject(tx, subjectId, {
      ...{ kind: 'said-in-answer', data: { messageId }, dedupeKey: `said:${messageId}`, phone },
    });
    if (!isTexted) return;
    await tx.message.create({
      data: {
        ...{ id: messageId, subjectId, conversationId, seq: lastSeq + 1, role: 'assistant' },
        ...{ text: thanks, phone, turnKind: 'ASK', requestId: question.id, madeBy: 'built-in' },
      },
    });
    await tx.conversation.update({
      where: { id: conversationId },
      data: { lastSeq: lastSeq + 1, questionsAsked: { increment: 1 } },
    });
    await settleQuestions(tx, [{ requestId: question.id, status: 'ASKED' }], {
      conversationId,
      messageId: null,
    });
    messageAdded(wake, subjectId);
  });
}
