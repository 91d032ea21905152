import type { Tx } from '#api/platform/database/database.ts';
import { askedBy } from '../../mail/asked.ts';

/**
 * Ends a user's unused and not yet written mailed links, to reset a password or delete the account. Call it when the
 * password or the address changes.
 */
export async function endMailedLinks(tx: Pick<Tx, 'verification'>, userId: string) {
  // Pending requests first: a link that is being written right now exists once its request is gone.
  await tx.verification.deleteMany({ where: { identifier: askedBy(userId) } });
  await tx.verification.deleteMany({ where: { value: userId } });
}
