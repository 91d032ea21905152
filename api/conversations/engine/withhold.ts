import { hidePrivateSentences } from '#api/biography/privacy.ts';
import { messagesChanged } from '#api/conversations/events.ts';
import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { confideThemes } from './named-themes.ts';

/**
 * Makes messages private because the person asks for it, so that the family can no longer undo it. Hides every
 * sentence based on them or on the messages of `alsoHidden`.
 */
export async function withholdMessages(
  tx: Tx,
  wake: Wake,
  subjectId: string,
  messageIds: readonly string[],
  alsoHidden: readonly string[] = [],
) {
  await tx.privateByHand.deleteMany({ where: { messageId: { in: [...messageIds] } } });
  await tx.saidAudience.deleteMany({ where: { messageId: { in: [...messageIds] } } });
  const changing = await tx.message.findMany({
    where: { id: { in: [...messageIds] }, private: false },
    select: { id: true },
  });
  const ids = changing.map((turn) => turn.id);
  await tx.message.updateMany({ where: { id: { in: ids } }, data: { private: true } });
  await hidePrivateSentences(tx, wake, [...ids, ...alsoHidden]);
  await confideThemes(tx, subjectId, ids);
  await messagesChanged(tx, wake, subjectId, ids);
}
