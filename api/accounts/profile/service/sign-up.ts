import type { Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { endMailedLinks } from './mailed-links.ts';

type SignUp = { id: string; name: string; email: string; image: string | null };

/** Whose of several passwords is in force is not known: it holds until the account is verified, whenever that is. */
const contestedFor = 100 * 365 * 86_400_000;
const contested = (userId: string) => `contested-${userId}`;

/**
 * Puts a sign-up in the place of an account with its address that nobody ever verified, and so never used: nothing of
 * the one before is left, neither its password nor what a provider linked to it. Nothing is done where there is no such account:
 * it was verified, is in use with an address that it changed to, or is more than an account of its own making. `from`
 * is the account that the same browser signed up for before: where it is another, two may be at odds over the address.
 */
export async function takeOver(
  tx: Tx,
  { id, name, email, image }: SignUp,
  password: string,
  from: string | undefined,
): Promise<void> {
  // Of several at once, each takes over from the one before it; and none of them from one that is just being verified.
  await tx.$queryRaw`select 1 from pg_advisory_xact_lock(hashtextextended(${`sign-up:${email}`}, 0))`;
  await tx.$queryRaw`select 1 from "user" where email = ${email} for update`;
  const before = await tx.user.findFirst({
    where: {
      ...{ email, emailVerified: false, confirmedEmail: null, role: 'user', phoneNumber: null },
      banned: { not: true },
      ...{ emailChanges: { none: {} }, sessions: { none: {} }, memberships: { none: {} } },
      ...{ apiKeys: { none: {} }, onboarding: null },
    },
    select: { id: true },
  });
  if (!before) return;
  const marked = await tx.verification.count({ where: { identifier: contested(before.id) } });
  // Ids are in the order of their making: an earlier sign-up that comes late changes nothing, but that there were two.
  if (before.id > id) {
    if (!marked) await contest(tx, before.id);
    return;
  }
  await endMailedLinks(tx, before.id);
  await tx.user.delete({ where: { id: before.id } });
  const credential = { providerId: 'credential', accountId: id, password };
  await tx.user.create({
    data: { id, name, email, image, banned: false, role: 'user', accounts: { create: credential } },
  });
  if (marked || before.id !== from) await contest(tx, id);
}

/** Like a mailed link it ends with the password: one that was chosen by a letter is its reader's. */
async function contest(tx: Tx, userId: string) {
  const expiresAt = new Date(clock.now().getTime() + contestedFor);
  await tx.verification.create({
    data: { id: newId(), identifier: contested(userId), value: userId, expiresAt },
  });
}

/**
 * Takes the password off an account that is about to be verified, where several signed up with its address: whoever
 * reads the letter may be another than whoever chose it. Gives whether there was anything to take off.
 */
export async function dropContestedPassword(userId: string): Promise<boolean> {
  return transaction(async (tx) => {
    const { count } = await tx.verification.deleteMany({ where: { identifier: contested(userId) } });
    if (!count) return false;
    await endMailedLinks(tx, userId);
    await tx.account.deleteMany({ where: { userId, providerId: 'credential' } });
    await tx.session.deleteMany({ where: { userId } });
    return true;
  });
}
