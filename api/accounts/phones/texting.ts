import type { TextData } from '#api/notices/kinds.ts';
import { notifyByText } from '#api/notices/service.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { lifeMs } from './codes.ts';

/** A phone that an account proved to have, and may sign in with. */
export const proven = (phone: string) => ({ phoneNumber: phone, phoneNumberVerified: true });

/** Sends the digits of a code, once and at any hour: somebody waits for them. */
export async function textCode(tx: Tx, phone: string, code: TextData<'phone-code'>) {
  const dedupeKey = `phone-code:${code.codeId}`;
  await notifyByText(tx, { kind: 'phone-code', recipient: phone, data: code, dedupeKey });
}

/** Sends a code to sign in with, if an account has the phone that it was made for, and the code still opens it. */
export async function textToSignIn(codeId: string) {
  await transaction(async (tx) => {
    const code = await tx.phoneCode.findUnique({ where: { id: codeId } });
    if (!code || code.createdAt.getTime() + lifeMs <= clock.now().getTime()) return;
    if (!(await tx.user.count({ where: proven(code.phone) }))) return;
    await textCode(tx, code.phone, { codeId, purpose: 'SIGN_IN' });
  });
}
