import { forgetThemes } from '#api/conversations/engine/named-themes.ts';
import { withholdMessages } from '#api/conversations/engine/withhold.ts';
import { conversationChanged } from '#api/conversations/events.ts';
import { eraseWords } from '#api/conversations/service/erase-deleted.ts';
import { eraseSentFiles } from '#api/keepsakes/service/erase-sent.ts';
import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { WrongState } from '#api/platform/errors.ts';
import { enqueue } from '#api/platform/jobs.ts';
import { messageIdOf } from './hear-words.ts';
import { tellText } from './tell.ts';

type Texts = { subjectId: string; textIds: readonly string[] };

/**
 * Gives texts of a phone that nobody has to a subject, as the team decided: a job adds them to a conversation of their
 * own. The caller has locked the phone and the subject.
 */
export async function assignTexts(tx: Tx, { subjectId, textIds }: Texts) {
  const [textId] = textIds;
  if (!textId) return;
  await tx.inboundText.updateMany({
    where: { id: { in: [...textIds] }, subjectId: null },
    data: { subjectId, tells: true, assigned: true },
  });
  await enqueue(tx, tellText, { textId }, { subjectId });
}

/**
 * Takes assigned texts back: erases their conversation, the stories and pictures made of them, and everything else that
 * follows from them, at once. Texts that are not erased yet are nobody's again. The caller has locked the subject.
 * Throws `WrongState` while they are being added.
 */
export async function takeTextsBack(tx: Tx, wake: Wake, { subjectId, textIds }: Texts) {
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
  for (const id of messageIds) await eraseWords(tx, id);
  await tx.conversation.deleteMany({ where: { id: { in: conversationIds } } });
  for (const id of conversationIds) await conversationChanged(tx, wake, subjectId, id);
  await eraseSentFiles(
    tx,
    texts.flatMap(({ media }) => media.map(({ id }) => id)),
  );
  await tx.inboundMedia.updateMany({ where: { textId: { in: [...textIds] } }, data: { settledAt: null } });
  await tx.inboundText.updateMany({
    where: { id: { in: [...textIds] }, subjectId, assigned: true },
    data: { subjectId: null, tells: false, assigned: false, toldAt: null },
  });
}
