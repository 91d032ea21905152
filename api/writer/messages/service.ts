import { z } from 'zod';
import { mustBeProven } from '#api/accounts/policy.ts';
import { wordsKeptFrom } from '#api/audiences/policy.ts';
import { audit } from '#api/platform/audit.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { parse, words } from '#api/platform/domain-values/input.ts';
import { Forbidden, NotFound } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { subjectAccessAt } from '#api/subjects/policy.ts';

export const RevealMessage = z.object({
  id: z.string(),
  reason: words(500).refine((reason) => reason.length >= 10, 'must say why, in at least 10 characters'),
});

export type RevealedMessage = { id: string; text: string };

/**
 * Shows the words of a private message, or of one that an audience keeps, to an admin, not while impersonating. The
 * reader and the reason are written to the audit log first. Unshared or deleted words are not found. Throws `ProofNeeded`.
 */
export async function revealMessage(
  viewer: Viewer,
  input: z.input<typeof RevealMessage>,
): Promise<RevealedMessage> {
  const { id, reason } = parse(RevealMessage, input);
  if (viewer.impersonatorId !== null) throw new Forbidden();
  mustBeProven(viewer, 'BOOKS');
  return transaction(async (tx) => {
    const message = await tx.message.findUnique({
      where: { id },
      select: { subjectId: true, conversationId: true, private: true, text: true, correctedText: true },
    });
    if (!message) throw new NotFound('Message', ['id']);
    const subjectAccess = await subjectAccessAt(viewer, message.subjectId, tx);
    const isWithheld =
      message.private || (await wordsKeptFrom([subjectAccess], [message.conversationId])).messageIds.has(id);
    if (!isWithheld || !subjectAccess.can('REVEAL')) throw new NotFound('Message', ['id']);
    await audit(tx, viewer, 'message.revealed', {
      subjectId: message.subjectId,
      targetId: id,
      note: reason,
    });
    return { id, text: message.correctedText ?? message.text };
  });
}
