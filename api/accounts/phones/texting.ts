import { languageOfReply } from '#api/consent/phone-language.ts';
import type { TextData } from '#api/notices/kinds.ts';
import { notifyByText } from '#api/notices/service.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { languageOfAccount } from '../language.ts';
import { lifeMs } from './codes.ts';

/** The condition for an account with this verified phone, which may sign in with it. */
export const proven = (phone: string) => ({ phoneNumber: phone, phoneNumberVerified: true });

/** Sends a code once and at any hour, because the user waits for it. */
export async function textCode(tx: Tx, phone: string, code: TextData<'phone-code'>) {
  const dedupeKey = `phone-code:${code.codeId}`;
  await notifyByText(tx, { kind: 'phone-code', recipient: phone, data: code, dedupeKey });
}

/** Texts a code about an account: in the language of its holder's own book, else in those of the phone. */
export async function textAccountCode(
  tx: Tx,
  phone: string,
  { userId, ...code }: { userId: string; codeId: string; purpose: 'SIGN_IN' | 'CHANGE' },
) {
  const language = (await languageOfAccount(tx, { id: userId })) ?? (await languageOfReply(tx, phone));
  await textCode(tx, phone, { ...code, language });
}

/** Sends a sign-in code if an account has its phone and the code is still valid. */
export async function textToSignIn(codeId: string) {
  await transaction(async (tx) => {
    const code = await tx.phoneCode.findUnique({ where: { id: codeId } });
    if (!code || code.createdAt.getTime() + lifeMs <= clock.now().getTime()) return;
    const holder = await tx.user.findFirst({ where: proven(code.phone), select: { id: true } });
    if (!holder) return;
    await textAccountCode(tx, code.phone, { codeId, purpose: 'SIGN_IN', userId: holder.id });
  });
}
