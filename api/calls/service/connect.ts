import type { Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { followedVersion, versionInForce } from '#api/writer/agent-prompts/in-force.ts';
import { giveTicket } from '../tickets.ts';
import { connectTo } from '../twiml.ts';

/** Tells the phone service to open the call's socket, with a new ticket. */
export async function connect(conversationId: string): Promise<string> {
  return transaction(async (tx) => connectTo({ conversationId, ...(await lineOf(tx, conversationId)) }));
}

async function lineOf(tx: Tx, conversationId: string) {
  const ticket = await giveTicket(tx, conversationId);
  const { subject, conversation } = await tx.call.findUniqueOrThrow({
    where: { conversationId },
    select: {
      conversation: { select: { heldById: true, lastSeq: true, agentVersionId: true } },
      subject: {
        select: {
          ...{ patienceMs: true, language: true, preferredName: true, selfUserId: true },
          people: { take: 40, select: { name: true }, orderBy: { id: 'asc' } },
        },
      },
    },
  });
  const names = [subject.preferredName, ...subject.people.map(({ name }) => name)];
  // A resumed call keeps the voice with which it began.
  const version = conversation.lastSeq
    ? conversation.agentVersionId && (await followedVersion(conversation.agentVersionId, tx))
    : await versionInForce({ ...subject, ...conversation }, tx);
  const voice = version ? version.voice : null;
  return { ticket, patienceMs: subject.patienceMs, language: subject.language, voice, names };
}
