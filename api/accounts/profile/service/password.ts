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

/** A way of signing in: a password, or an account elsewhere. */
export type SignInWay = {
  id: string;
  /** "credential" for a password, else the provider's. */
  providerId: string;
  accountId: string;
  /** The address that the provider knows them by, if it said so. */
  email: string | null;
  changedAt: Date;
};

/** How somebody can sign in, the password first. */
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

/** Gives a password to an account that has none; of two at once one is set. Throws `ProofNeeded`. */
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

/** What the provider's own token, which was verified when it came, says of the address. */
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
