import type { Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { endMailedLinks } from './mailed-links.ts';

type SignUp = { id: string; name: string; email: string; image: string | null };

/** Lifetime of the "contested" mark: it must hold until the account is verified. */
const contestedFor = 100 * 365 * 86_400_000;
const contested = (userId: string) => `contested-${userId}`;

/**
 * Replaces a never verified account that has the same address by a new sign-up, with nothing left of the old password
 * or linked providers. Does nothing when that account was verified, uses the address after a change, or has other data.
 * `from` is the account that the same browser signed up for before: if it is another one, two people may claim the
 * address.
 */
export async function takeOver(
  tx: Tx,
  { id, name, email, image }: SignUp,
  password: string,
  from: string | undefined,
): Promise<void> {
  const before = await replaceable(tx, email);
  if (!before) return;
  const marked = await tx.verification.count({ where: { identifier: contested(before.id) } });
  // Ids are ordered by creation: an earlier sign-up that is processed late only marks the address as contested.
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

/**
 * The account of a person who has opened a letter to this address: an existing one, or a new one without a password.
 * A never verified account is replaced, because somebody else may know its password. Null for an account that uses
 * the address after a change and has not confirmed it.
 */
export async function accountOfMailbox(
  tx: Tx,
  { name, email }: { name: string; email: string },
): Promise<{ id: string } | null> {
  const before = await replaceable(tx, email);
  if (before) {
    await endMailedLinks(tx, before.id);
    await tx.user.delete({ where: { id: before.id } });
  }
  const known = await tx.user.findUnique({ where: { email }, select: { id: true, emailVerified: true } });
  if (known && !known.emailVerified) return null;
  if (known)
    return tx.user.update({ where: { email }, data: { confirmedEmail: email }, select: { id: true } });
  return tx.user.create({
    data: {
      id: newId(),
      name,
      email,
      emailVerified: true,
      confirmedEmail: email,
      banned: false,
      role: 'user',
    },
    select: { id: true },
  });
}

/** Locks an address until the transaction ends, and finds its account if that was never verified or used. */
async function replaceable(tx: Tx, email: string): Promise<{ id: string } | null> {
  // Concurrent sign-ups replace each other one by one, and none replaces an account that is being verified.
  await tx.$queryRaw`select 1 from pg_advisory_xact_lock(hashtextextended(${`sign-up:${email}`}, 0))`;
  await tx.$queryRaw`select 1 from "user" where email = ${email} for update`;
  return tx.user.findFirst({
    where: {
      ...{ email, emailVerified: false, confirmedEmail: null, role: 'user', phoneNumber: null },
      banned: { not: true },
      ...{ emailChanges: { none: {} }, sessions: { none: {} }, memberships: { none: {} } },
      ...{ apiKeys: { none: {} }, onboarding: null },
    },
    select: { id: true },
  });
}

/** Like a mailed link, the mark ends with the password: one chosen by a letter belongs to its reader. */
async function contest(tx: Tx, userId: string) {
  const expiresAt = new Date(clock.now().getTime() + contestedFor);
  await tx.verification.create({
    data: { id: newId(), identifier: contested(userId), value: userId, expiresAt },
  });
}

/**
 * Removes the password of an account that is about to be verified when several people signed up with its address,
 * because the reader of the letter may not be the one who chose it. Returns whether there was one.
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
