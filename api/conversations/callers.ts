import type { Prisma } from '#api/generated/prisma/client.ts';
import type { Tx } from '#api/platform/database/database.ts';

/** A call to us of which nobody has confirmed yet who told the words. */
export const unconfirmedCall = { inbound: true, confirmedAt: null } satisfies Prisma.CallWhereInput;

/** Conversations whose words are the subject's as far as anybody knows. */
export const ofSubjectThemself = {
  OR: [{ call: { is: null } }, { call: { isNot: unconfirmedCall } }],
} satisfies Prisma.ConversationWhereInput;

/** Whether somebody called us for this conversation, and it is not confirmed who it was. */
export async function isUnconfirmed(tx: Tx, conversationId: string): Promise<boolean> {
  return (await tx.call.count({ where: { conversationId, ...unconfirmedCall } })) > 0;
}
