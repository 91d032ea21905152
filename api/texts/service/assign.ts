import { queueWritingAgain } from '#api/biography/privacy.ts';
import { forgetThemes } from '#api/conversations/engine/named-themes.ts';
import { withholdMessages } from '#api/conversations/engine/withhold.ts';
import { conversationChanged } from '#api/conversations/events.ts';
import { eraseWords } from '#api/conversations/service/erase-deleted.ts';
import { eraseSentFiles } from '#api/keepsakes/service/erase-sent.ts';
import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { WrongState } from '#api/platform/errors.ts';
import { enqueue } from '#api/platform/jobs.ts';
import { messageIdOf } from './hear-words.ts';
import { tellText } from './tell.ts';

type Texts = { subjectId: string; textIds: readonly string[] };

/**
 * Gives texts whose writer is unknown to a subject, as the team decided: a job adds them to a conversation of their
 * own. Returns the ids of their files, which become keepsakes with the same ids. The caller has locked the phone and the
 * subject.
 */
export async function assignTexts(tx: Tx, { subjectId, textIds }: Texts): Promise<string[]> {
  const [textId] = textIds;
  if (!textId) return [];
  await tx.inboundText.updateMany({
    where: { id: { in: [...textIds] }, subjectId: null },
    data: { subjectId, tells: true, assigned: true },
  });
  await enqueue(tx, tellText, { textId }, { subjectId });
  const files = await tx.inboundMedia.findMany({
    where: { textId: { in: [...textIds] } },
    select: { id: true },
  });
  return files.map(({ id }) => id);
}

/** Texts of a shared phone no longer wait for their writer: they are told to nobody. The caller has locked the phone. */
export async function setTextsAside(tx: Tx, textIds: readonly string[]) {
  await tx.inboundText.updateMany({
    where: { id: { in: [...textIds] }, subjectId: null, toldAt: null },
    data: { tells: false },
  });
}

/** Undoes `setTextsAside`. */
export async function letTextsWait(tx: Tx, textIds: readonly string[]) {
  await tx.inboundText.updateMany({
    where: { id: { in: [...textIds] }, subjectId: null, toldAt: null },
    data: { tells: true },
  });
}

/**
 * Takes assigned texts back: erases their messages, the stories and pictures made of them, and everything else that
 * follows from them, at once. Texts that are not erased yet are nobody's again. `fileIds` are those that `assignTexts`
 * returned, because texts are erased after 30 days. With `wait`, as on a shared phone, the texts wait for their
 * writer again. The caller has locked the subject. Throws `WrongState` while they are being added.
 */
export async function takeTextsBack(
  tx: Tx,
  wake: Wake,
  { subjectId, textIds, fileIds, wait }: Texts & { fileIds: readonly string[]; wait: boolean },
) {
  const texts = await tx.inboundText.findMany({
    where: { id: { in: [...textIds] }, subjectId, assigned: true },
    select: { phone: true, media: { select: { id: true } } },
  });
  const messages = await tx.message.findMany({
    where: { subjectId, clientMessageId: { in: textIds.map(messageIdOf) }, conversation: { silent: true } },
    select: { id: true, conversationId: true },
  });
  const conversationIds = [...new Set(messages.map(({ conversationId }) => conversationId))];
  const phones = [...new Set(texts.map(({ phone }) => phone))];
  const going = await tx.conversation.count({
    where: {
      ...{ subjectId, silent: true, status: 'IN_PROGRESS' },
      OR: [{ id: { in: conversationIds } }, { phone: { in: phones } }],
    },
  });
  if (going) throw new WrongState('The texts are still being added. Try again in a moment', ['id']);
  const messageIds = messages.map(({ id }) => id);
  await withholdMessages(tx, wake, subjectId, messageIds);
  await forgetThemes(tx, subjectId, messageIds);
  const alsoTelling = await alsoTellingOf(tx, messageIds, conversationIds);
  for (const id of messageIds) await eraseWords(tx, wake, id);
  await tx.message.deleteMany({ where: { id: { in: messageIds } } });
  // Texts that were assigned by another decision may be in the same conversation.
  await tx.conversation.deleteMany({ where: { id: { in: conversationIds }, messages: { none: {} } } });
  for (const id of conversationIds) await conversationChanged(tx, wake, subjectId, id);
  await queueWritingAgain(tx, wake, subjectId, alsoTelling);
  const living = texts.flatMap(({ media }) => media.map(({ id }) => id));
  await eraseSentFiles(tx, wake, [...new Set([...fileIds, ...living])]);
  await tx.inboundMedia.updateMany({ where: { textId: { in: [...textIds] } }, data: { settledAt: null } });
  await tx.inboundText.updateMany({
    where: { id: { in: [...textIds] }, subjectId, assigned: true },
    data: { subjectId: null, tells: wait, assigned: false, toldAt: null },
  });
}

/**
 * The conversations that tell some of the same: other messages of theirs are sources of sentences that rest on these, or
 * they came later and are sources of the same stories, where what was told already was left out.
 */
async function alsoTellingOf(
  tx: Tx,
  messageIds: readonly string[],
  conversationIds: readonly string[],
): Promise<string[]> {
  if (!messageIds.length) return [];
  const resting = { sources: { some: { messageId: { in: [...messageIds] } } } };
  const { _min } = await tx.conversation.aggregate({
    where: { id: { in: [...conversationIds] } },
    _min: { createdAt: true },
  });
  const later = { conversation: { createdAt: { gte: _min.createdAt ?? clock.now() } } };
  const others = await tx.message.findMany({
    where: {
      id: { notIn: [...messageIds] },
      OR: [
        { sources: { some: { sentence: { is: resting } } } },
        {
          ...later,
          sources: { some: { sentence: { is: { card: { is: { sentences: { some: resting } } } } } } },
        },
      ],
    },
    distinct: ['conversationId'],
    select: { conversationId: true },
  });
  return others.map(({ conversationId }) => conversationId);
}
