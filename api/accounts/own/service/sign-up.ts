import { transaction } from '#api/platform/database/transaction.ts';
import { endMailedLinks } from './mailed-links.ts';

type SignUp = { id: string; name: string; email: string; image: string | null };

/**
 * Puts a sign-up in the place of an account with its address that nobody ever verified, and so never used: nothing of
 * the one before is left, neither its password nor what a provider linked to it. False where there is no such account:
 * it was verified, is in use with an address that it changed to, or is more than an account of its own making.
 */
export async function takeOver({ id, name, email, image }: SignUp, password: string): Promise<boolean> {
  return transaction(async (tx) => {
    // Of several at once, each takes over from the one before it.
    await tx.$queryRaw`select 1 from pg_advisory_xact_lock(hashtextextended(${`sign-up:${email}`}, 0))`;
    const before = await tx.user.findFirst({
      where: {
        ...{ email, emailVerified: false, confirmedEmail: null, role: 'user', phoneNumber: null },
        banned: { not: true },
        ...{ emailChanges: { none: {} }, sessions: { none: {} }, memberships: { none: {} } },
        ...{ apiKeys: { none: {} }, onboarding: null },
      },
      select: { id: true },
    });
    if (!before) return false;
    await endMailedLinks(tx, before.id);
    await tx.user.delete({ where: { id: before.id } });
    const credential = { providerId: 'credential', accountId: id, password };
    await tx.user.create({
      data: { id, name, email, image, banned: false, role: 'user', accounts: { create: credential } },
    });
    return true;
  });
}
