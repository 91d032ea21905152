import type { Prisma } from '#api/generated/prisma/client.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { Forbidden, NotFound, WrongState } from '#api/platform/errors.ts';
import { isAdmin } from '../../admins/roles.ts';
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
 * How somebody enters a book who was invited at an address: by a letter that signs them in, or by signing in as usual.
 * A letter alone opens only an account that has no password and no book of its own, and is no admin's. `UNCONFIRMED` is
 * an address that Evertold itself has not verified for its account, and a banned account does not enter.
 */
type WayIn = 'LETTER' | 'AS_USUAL' | 'UNCONFIRMED' | 'BANNED';

/** How an address enters, with or without an account. The answer may change until the account's row is locked. */
export async function wayInAt(tx: Tx, email: string): Promise<WayIn> {
  if (await tx.user.count({ where: neverUsed(email) })) return 'LETTER';
  const known = await tx.user.findUnique({
    where: { email },
    select: {
      ...{ id: true, role: true, email: true, emailVerified: true, confirmedEmail: true, banned: true },
      selfSubject: { select: { id: true } },
      accounts: { where: { providerId: 'credential' }, select: { id: true } },
      memberships: { where: { role: 'OWNER' }, select: { id: true }, take: 1 },
    },
  });
  if (!known) return 'LETTER';
  if (known.banned) return 'BANNED';
  if (!known.emailVerified || known.confirmedEmail !== email) return 'UNCONFIRMED';
  const opensMore = isAdmin(known) || known.selfSubject || known.accounts.length || known.memberships.length;
  return opensMore ? 'AS_USUAL' : 'LETTER';
}

/**
 * The account of a person who has opened a letter to this address: an existing one, or a new one without a password.
 * A never verified account is replaced, because somebody else may know its password. Throws `WrongState` when Evertold
 * itself has not verified the address for its account, `Forbidden` when that is banned, and `NotFound` when it is to be
 * opened as usual.
 */
export async function accountOfMailbox(
  tx: Tx,
  { name, email }: { name: string; email: string },
): Promise<{ id: string }> {
  const before = await replaceable(tx, email);
  if (before) {
    await endMailedLinks(tx, before.id);
    await tx.user.delete({ where: { id: before.id } });
  }
  const wayIn = await wayInAt(tx, email);
  if (wayIn === 'BANNED') throw new Forbidden();
  if (wayIn === 'UNCONFIRMED') throw new WrongState('The address of this account is not confirmed yet');
  if (wayIn === 'AS_USUAL') throw new NotFound('Link', ['token']);
  const known = await tx.user.findUnique({ where: { email }, select: { id: true } });
  if (known) return known;
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
  return tx.user.findFirst({ where: neverUsed(email), select: { id: true } });
}

function neverUsed(email: string): Prisma.UserWhereInput {
  return {
    ...{ email, emailVerified: false, confirmedEmail: null, role: 'user', phoneNumber: null },
    banned: { not: true },
    ...{ emailChanges: { none: {} }, sessions: { none: {} }, memberships: { none: {} } },
    ...{ apiKeys: { none: {} }, onboarding: null },
  };
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
