import type { Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { followedVersion, versionInForce } from '#api/writer/agent-prompts/in-force.ts';
import { giveTicket } from '../tickets.ts';
import { connectTo } from '../twiml.ts';
import { voiceOf } from './voices.ts';

/** Tells the phone service to open the call's socket, with a new ticket. */
export async function connect(conversationId: string, socketNumber = 1): Promise<string> {
  return transaction(async (tx) =>
    connectTo({ conversationId, socketNumber, ...(await lineOf(tx, conversationId)) }),
  );
}

async function lineOf(tx: Tx, conversationId: string) {
  const ticket = await giveTicket(tx, conversationId);
  const { subject, conversation } = await tx.call.findUniqueOrThrow({
    where: { conversationId },
    select: {
      conversation: { select: { heldById: true, lastSeq: true, agentVersionId: true } },
      subject: {
        select: {
          ...{ patienceMs: true, language: true, voice: true, preferredName: true, selfUserId: true },
          people: { take: 40, select: { name: true }, orderBy: { id: 'asc' } },
        },
      },
    },
  });
  const names = [subject.preferredName, ...subject.people.map(({ name }) => name)];
  // A resumed call follows the version with which it began.
  const version = conversation.lastSeq
    ? conversation.agentVersionId && (await followedVersion(conversation.agentVersionId, tx))
    : await versionInForce({ ...subject, ...conversation }, tx);
  const usual = version ? version.voice : null;
  // The family's choice precedes the team's.
  const voice = voiceOf(subject) ?? (usual ? { name: usual } : null);
  return { ticket, patienceMs: subject.patienceMs, language: subject.language, voice, names };
}
