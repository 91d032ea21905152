import type { Tx } from '#api/platform/database/database.ts';
import { askedBy } from '../../letters/asked.ts';

/**
 * Ends what was mailed to somebody and not yet used, or is yet to be: links to reset a password or to delete the account.
 * To be called when their password or their address becomes another.
 */
export async function endMailedLinks(tx: Pick<Tx, 'verification'>, userId: string) {
  await tx.verification.deleteMany({
    where: { OR: [{ value: userId }, { identifier: askedBy(userId) }] },
  });
}
