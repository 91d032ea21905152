import type { Tx } from '#api/platform/database/database.ts';
import { askedBy } from '../../mail/asked.ts';

/**
 * Ends what was mailed to somebody and not yet used, or is yet to be: links to reset a password or to delete the account.
 * To be called when their password or their address becomes another.
 */
export async function endMailedLinks(tx: Pick<Tx, 'verification'>, userId: string) {
  // First what is yet to be: where it is being written just now, the link is there to be ended once this is gone.
  await tx.verification.deleteMany({ where: { identifier: askedBy(userId) } });
  await tx.verification.deleteMany({ where: { value: userId } });
}
