import type { PhoneCodePurpose, User } from '#api/generated/prisma/client.ts';
import { notifyByText } from '#api/notices/service.ts';
import { db } from '#api/platform/database/database.ts';
import { bus } from '#api/platform/events/bus.ts';
import { topics } from '#api/platform/topics.ts';
import { transaction } from '#api/platform/transaction.ts';
import { makeCode, tryCode, useUp } from './codes.ts';
import { CodeRefused } from './errors.ts';

/** A phone that an account proved to have, and may sign in with. */
const proven = (phone: string) => ({ phoneNumber: phone, phoneNumberVerified: true });

/**
 * Makes a code to sign in with. The answer is the same whether an account has this phone: `send` then writes the text,
 * if there is one, and is best called once the answer has gone.
 */
export async function codeToSignIn(phone: string): Promise<{ send: () => Promise<void> }> {
  const codeId = await makeCode({ purpose: 'SIGN_IN', phone });
  return {
    async send() {
      if (await db.user.count({ where: proven(phone) })) await textCode(phone, codeId, 'SIGN_IN');
    },
  };
}

/** Whose account the digits open. Of two who enter them at once one gets in; a phone that nobody has opens nothing. */
export async function signInWithCode(phone: string, digits: string): Promise<User> {
  const tried = await tryCode({ purpose: 'SIGN_IN', phone }, digits);
  const user = await db.user.findFirst({ where: proven(phone) });
  if (tried.outcome !== 'RIGHT') throw new CodeRefused(tried.outcome);
  if (!user) throw new CodeRefused('WRONG');
  if (!(await transaction((tx) => useUp(tx, tried.codeId)))) throw new CodeRefused('EXPIRED');
  return user;
}

/** Texts a code to a phone that is to become an account's. Whether another has it is told only to who holds the phone. */
export async function codeToChange(userId: string, phone: string) {
  await textCode(phone, await makeCode({ purpose: 'CHANGE', phone, userId }), 'CHANGE');
}

/** Makes a phone an account's own, by the digits that came to it. False when another account has it. */
export async function changePhone(userId: string, phone: string, digits: string): Promise<boolean> {
  const tried = await tryCode({ purpose: 'CHANGE', phone, userId }, digits);
  if (tried.outcome !== 'RIGHT') throw new CodeRefused(tried.outcome);
  try {
    await transaction(async (tx) => {
      if (!(await useUp(tx, tried.codeId))) throw new CodeRefused('EXPIRED');
      await tx.user.update({ where: { id: userId }, data: proven(phone) });
    });
  } catch (error) {
    // Unique: a phone opens one account.
    if ((error as { code?: string }).code === 'P2002') return false;
    throw error;
  }
  bus.publish(topics.access(userId));
  return true;
}

/** Takes the phone off an account: no code opens it any more. */
export async function removePhone(userId: string) {
  await db.user.update({ where: { id: userId }, data: { phoneNumber: null, phoneNumberVerified: false } });
  bus.publish(topics.access(userId));
}

/** Sends the digits of a code, at any hour: somebody waits for them. */
export async function textCode(phone: string, codeId: string, purpose: PhoneCodePurpose) {
  await transaction((tx) =>
    notifyByText(tx, {
      kind: 'phone-code',
      recipient: phone,
      data: { codeId, purpose },
      dedupeKey: `phone-code:${codeId}`,
    }),
  );
}
