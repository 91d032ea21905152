import { endText } from '#api/conversations/service/end.ts';
import { db } from '#api/platform/database/database.ts';

/** Ends the conversations by text of a phone that said stop. */
export async function endTextsOf(phone: string) {
  const live = await db.conversation.findMany({
    where: { phone, channel: 'SMS', status: 'IN_PROGRESS' },
    select: { id: true },
  });
  for (const { id } of live) await endText(id, 'CONSENT_WITHDRAWN');
}
