import type { Prisma } from '#api/generated/prisma/client.ts';
import type { Tx } from '#api/platform/database/database.ts';

/** Matches an inbound call whose caller has not been confirmed yet. */
export const unconfirmedCall = { inbound: true, confirmedAt: null } satisfies Prisma.CallWhereInput;

/** Matches conversations in which the subject speaks, as far as is known: all but unconfirmed inbound calls. */
export const ofSubjectThemself = {
  OR: [{ call: { is: null } }, { call: { isNot: unconfirmedCall } }],
} satisfies Prisma.ConversationWhereInput;

/** Whether the conversation is an inbound call whose caller is not confirmed. */
export async function isUnconfirmed(tx: Tx, conversationId: string): Promise<boolean> {
  return (await tx.call.count({ where: { conversationId, ...unconfirmedCall } })) > 0;
}
