import { hashPassword } from 'better-auth/crypto';
import { z } from 'zod';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { parse } from '#api/platform/domain-values/input.ts';
import { WrongState } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { idTokenIn } from '../../library/id-tokens.ts';
import { mustBeProven } from '../../policy.ts';
import { tellHolder } from '../../security/service.ts';
import { endMailedLinks } from './mailed-links.ts';

const NewPassword = z.object({
  newPassword: z
    .string()
    .min(8, 'must be at least 8 characters')
    .max(128, 'must be at most 128 characters')
    .refine((value) => !value.includes('\0') && value.isWellFormed(), 'must not contain control characters'),
});

/** A sign-in method: a password or a provider's account. */
export type SignInWay = {
  id: string;
  /** "credential" for a password, else the provider's. */
  providerId: string;
  accountId: string;
  /** The address at the provider, if known. */
  email: string | null;
  changedAt: Date;
};

/** A user's sign-in methods, the password first. */
export async function signInWays(userId: string): Promise<SignInWay[]> {
  const accounts = await db.account.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } });
  return accounts
    .filter(({ providerId, password }) => providerId !== 'credential' || password)
    .map(({ id, providerId, accountId, idToken, updatedAt }) => ({
      id,
      providerId,
      accountId,
      email: emailIn(idTokenIn(idToken)),
      changedAt: updatedAt,
    }))
    .sort((a, b) => Number(b.providerId === 'credential') - Number(a.providerId === 'credential'));
}

/** Sets a password for an account without one; of two concurrent calls, one succeeds. Throws `ProofNeeded`. */
export async function setPassword(viewer: Viewer, input: { newPassword: string }) {
  mustBeProven(viewer, 'WAYS_IN');
  const { userId } = viewer;
  const { newPassword } = parse(NewPassword, input);
  const password = await hashPassword(newPassword);
  await transaction(async (tx) => {
    await tx.$queryRaw`select 1 from "user" where id = ${userId}::uuid for no key update`;
    const found = await tx.account.findFirst({ where: { userId, providerId: 'credential' } });
    if (found?.password) throw new WrongState('User already has a password set', ['newPassword']);
    if (found) await tx.account.update({ where: { id: found.id }, data: { password } });
    else {
      await tx.account.create({
        data: { userId, providerId: 'credential', accountId: userId, password },
      });
    }
    await endMailedLinks(tx, userId);
    await tellHolder(tx, userId, { what: 'PASSWORD_CHANGED' });
  });
}

/** The address in the provider's id token, which was verified when it arrived. */
function emailIn(idToken: string | null): string | null {
  try {
    const claims: unknown = JSON.parse(
      Buffer.from(idToken?.split('.')[1] ?? '', 'base64url').toString('utf8'),
    );
    return z.object({ email: z.email() }).parse(claims).email;
  } catch {
    return null;
  }
}
