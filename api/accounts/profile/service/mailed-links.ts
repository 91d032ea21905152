import type { Tx } from '#api/platform/database/database.ts';
import { askedBy } from '../../mail/asked.ts';

/**
 * Ends a user's unused and not yet written mailed links: to reset a password, to delete the account, or to enter a book.
 * Call it when the password or the address changes.
 */
export async function endMailedLinks(tx: Pick<Tx, 'user' | 'verification' | '$executeRaw'>, userId: string) {
  const holder = await tx.user.findUnique({ where: { id: userId }, select: { email: true } });
  // The end of such a row: it is read as text, because other rows are no JSON. Quotes within a name are escaped.
  const ofEntry = holder && JSON.stringify({ email: holder.email }).slice(1);
  // Pending requests first: a link that is being written right now exists once its request is gone.
  await tx.verification.deleteMany({ where: { identifier: askedBy(userId) } });
  if (ofEntry) {
    await tx.$executeRaw`
      delete from verification where identifier = 'asked-sign-up'
        and position('"what":"ENTRY"' in value) > 0 and position(${ofEntry} in value) > 0`;
    await tx.$executeRaw`
      delete from verification where starts_with(value, '{"invitationId":') and position(${ofEntry} in value) > 0`;
  }
  await tx.verification.deleteMany({ where: { value: userId } });
}
