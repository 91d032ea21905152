import type { Tx } from '#api/platform/database/database.ts';
import { statusNow } from '../policy.ts';

/**
 * The invitation with which this address may enter a book as a reader: an open one that isn't for another address, or
 * one by which its account became a member.
 */
export async function invitationForLetter(tx: Tx, id: string, email: string) {
  const invitation = await tx.invitation.findFirst({
    where: { id, role: 'VIEWER', subject: { deletedAt: null } },
    select: {
      subjectId: true,
      email: true,
      status: true,
      expiresAt: true,
      subject: { select: { preferredName: true, language: true } },
    },
  });
  if (!invitation) return null;
  const isOpen =
    statusNow(invitation) === 'PENDING' && (invitation.email === null || invitation.email === email);
  const came = { email, invitationUses: { some: { invitationId: id } } };
  const mayEnter =
    isOpen || (await tx.membership.count({ where: { subjectId: invitation.subjectId, user: came } })) > 0;
  return mayEnter ? invitation : null;
}
