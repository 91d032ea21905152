import type { User } from '#api/generated/prisma/client.ts';
import type { NoticeData } from '#api/notices/kinds.ts';
import { notify } from '#api/notices/service.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import { bus } from '#api/platform/events/bus.ts';
import { topics } from '#api/platform/events/topics.ts';
import { enqueue } from '#api/platform/jobs.ts';
import { makeCode, takeCode, tryCode } from './codes.ts';
import { CodeRefused } from './errors.ts';
import { textSignInCode } from './jobs.ts';
import { proven, textAccountCode } from './texting.ts';

const hasNow = (phone: string) => ({ ...proven(phone), phoneSince: clock.now() });

/** The columns of an account without a phone. */
export const hasNoPhone = { phoneNumber: null, phoneNumberVerified: false, phoneSince: null };

/**
 * Creates a sign-in code, also for an unknown phone, so that the answer is the same: the job decides whether it is
 * sent.
 */
export async function codeToSignIn(phone: string) {
  await makeCode({ purpose: 'SIGN_IN', phone }, (tx, codeId) => enqueue(tx, textSignInCode, { codeId }));
}

/** The account that the digits open. Of two concurrent sign-ins, one succeeds; an unknown phone opens nothing. */
export async function signInWithCode(phone: string, digits: string): Promise<User> {
  const tried = await tryCode({ purpose: 'SIGN_IN', phone }, digits);
  const user = await db.user.findFirst({ where: proven(phone) });
  if (tried.outcome !== 'RIGHT') throw new CodeRefused(tried.outcome);
  if (!user) throw new CodeRefused('WRONG');
  if (!(await transaction((tx) => takeCode(tx, tried.codeId)))) throw new CodeRefused('EXPIRED');
  return user;
}

/** Texts a code to a phone that an account wants to add. Only its holder learns whether another account has it. */
export async function codeToChange(userId: string, phone: string) {
  await makeCode({ purpose: 'CHANGE', phone, userId }, (tx, codeId) =>
    textAccountCode(tx, phone, { codeId, purpose: 'CHANGE', userId }),
  );
}

/** Adds a phone to an account by the digits texted to it. False when another account has it. */
export async function changePhone(userId: string, phone: string, digits: string): Promise<boolean> {
  const tried = await tryCode({ purpose: 'CHANGE', phone, userId }, digits);
  if (tried.outcome !== 'RIGHT') throw new CodeRefused(tried.outcome);
  try {
    await transaction(async (tx) => {
      if (!(await takeCode(tx, tried.codeId))) throw new CodeRefused('EXPIRED');
      const { phoneNumber: before } = await held(tx, userId);
      const { name, email } = await tx.user.update({ where: { id: userId }, data: hasNow(phone) });
      if (before !== phone) await tellOfPhone(tx, { name, email }, before ? 'CHANGED' : 'ADDED', phone);
    });
  } catch (error) {
    // Unique: a phone belongs to one account only.
    if ((error as { code?: string }).code === 'P2002') return false;
    throw error;
  }
  bus.publish(topics.access(userId));
  return true;
}

/** Removes an account's phone: no code opens the account any more. */
export async function removePhone(userId: string) {
  await transaction(async (tx) => {
    const { phoneNumber: before, ...holder } = await held(tx, userId);
    if (!before) return;
    await tx.user.update({ where: { id: userId }, data: hasNoPhone });
    await tellOfPhone(tx, holder, 'REMOVED', before);
  });
  bus.publish(topics.access(userId));
}

/** Locks the account until the transaction ends: of two concurrent changes, the later sees the earlier. */
async function held(tx: Tx, userId: string) {
  await tx.$queryRaw`select 1 from "user" where id = ${userId}::uuid for no key update`;
  const select = { name: true, email: true, phoneNumber: true };
  return tx.user.findUniqueOrThrow({ where: { id: userId }, select });
}

/** Reports the change by mail, which a thief of a session can't read. */
export async function tellOfPhone(
  tx: Tx,
  { name, email }: { name: string; email: string },
  change: NoticeData<'phone-changed'>['change'],
  phone: string,
) {
  await notify(tx, {
    kind: 'phone-changed',
    channel: 'mail',
    recipient: email,
    data: { name, change, ending: phone.slice(-2), url: `${publicUrl()}/settings/` },
    dedupeKey: `phone-changed:${newId()}`,
  });
}
