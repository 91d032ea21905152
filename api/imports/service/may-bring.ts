import type { Tx } from '#api/platform/database/database.ts';
import { Forbidden, WrongState } from '#api/platform/errors.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';
import { roomForOneMore } from '#api/subjects/service.ts';

/** The account itself, with a confirmed address, and with room for one more book. Locks the account. */
export async function mustMayBring(tx: Tx, viewer: Viewer): Promise<void> {
  if (actsForAnother(viewer)) throw new Forbidden();
  await roomForOneMore(tx, viewer.userId);
  const user = await tx.user.findUnique({
    where: { id: viewer.userId },
    select: { email: true, emailVerified: true, confirmedEmail: true },
  });
  if (!user?.emailVerified || user.confirmedEmail !== user.email) {
    throw new WrongState('Confirm your email address first');
  }
}

/** Refuses a second book about oneself. */
export async function mustHaveNoOwnBook(tx: Tx, userId: string): Promise<void> {
  if (await tx.subject.count({ where: { selfUserId: userId } })) {
    throw new WrongState('You have a book of your own already', ['isSelf']);
  }
}
