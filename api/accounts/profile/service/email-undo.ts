import { createHash, randomBytes } from 'node:crypto';
import { notify } from '#api/notices/service.ts';
import { switchOff } from '#api/partners/webhooks/switching.ts';
import { audit } from '#api/platform/audit.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import { NotFound, WrongState } from '#api/platform/errors.ts';
import { topics } from '#api/platform/events/topics.ts';
import { hasNoPhone } from '../../phones/service.ts';
import { endMailedLinks } from './mailed-links.ts';

/** How long whoever holds the old address can have the account back. */
const undoHours = 72;

type Holder = {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  confirmedEmail: string | null;
};

/**
 * Tells the address that an account had of the one that it has now, with the way to undo it. An address that nobody
 * ever confirmed may be a stranger's: it gets no letter.
 */
export async function tellOldAddress(tx: Tx, before: Holder, newEmail: string) {
  const { id: userId, name, email: oldEmail } = before;
  if (newEmail === oldEmail || !before.emailVerified) return;
  const token = randomBytes(32).toString('base64url');
  const changedAt = clock.now();
  const expiresAt = new Date(changedAt.getTime() + undoHours * 3_600_000);
  const { id } = await tx.emailChange.create({
    data: { userId, oldEmail, newEmail, tokenHash: hashOf(token), changedAt, expiresAt },
    select: { id: true },
  });
  await notify(tx, {
    kind: 'email-changed',
    channel: 'mail',
    recipient: oldEmail,
    data: {
      name,
      newEmail,
      until: expiresAt.toISOString(),
      url: `${publicUrl()}/undo-email-change?token=${token}`,
    },
    dedupeKey: `email-changed:${id}`,
  });
}

/**
 * Gives an account back to the address that it had, by the link in the letter to it, once and within 72 hours. Nobody
 * needs to be signed in; everybody who is, is signed out, and what was changed since with the new address is void.
 */
export async function undoEmailChange({ token }: { token: string }): Promise<{ email: string }> {
  return transaction(async (tx, wake) => {
    const tokenHash = hashOf(token);
    const found = await tx.emailChange.findUnique({ where: { tokenHash }, select: { userId: true } });
    if (!found) throw new NotFound('Link', ['token']);
    const { userId } = found;
    await tx.$queryRaw`select 1 from "user" where id = ${userId}::uuid for update`;
    // Looked at once the account is held: of two clicks at once, the later finds it done.
    const change = await tx.emailChange.findUnique({ where: { tokenHash } });
    if (!change) throw new NotFound('Link', ['token']);
    if (change.undoneAt) throw new WrongState('This was undone already', ['token']);
    if (change.expiresAt <= clock.now()) throw new WrongState('The 72 hours are over', ['token']);
    const { oldEmail, changedAt } = change;
    const taken = await tx.user.count({ where: { email: oldEmail, id: { not: userId } } });
    if (taken) throw new WrongState('Another account has this address now', ['token']);

    const { name, email: newEmail, phoneSince } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    await tx.user.update({
      where: { id: userId },
      // The letter came to it, and was opened there.
      data: {
        ...{ email: oldEmail, emailVerified: true, confirmedEmail: oldEmail },
        ...(phoneSince && phoneSince >= changedAt && hasNoPhone),
      },
    });
    // What came after goes with it: nobody comes back by the link of a later change, by what they linked,
    // or by a password, a phone or a key since: a new password is chosen by a letter to the old address.
    await tx.emailChange.updateMany({
      where: { userId, changedAt: { gte: changedAt } },
      data: { undoneAt: clock.now() },
    });
    await tx.session.deleteMany({ where: { userId } });
    await endMailedLinks(tx, userId);
    const since = { gte: changedAt };
    await tx.account.deleteMany({
      where: { userId, OR: [{ createdAt: since }, { providerId: 'credential', updatedAt: since }] },
    });
    await tx.apiKey.updateMany({
      where: { userId, createdAt: since, revokedAt: null },
      data: { revokedAt: clock.now() },
    });
    await switchOff(tx, { userId, createdAt: since }, 'SECURED');
    await audit(tx, null, 'account.email-change-undone', { targetId: userId });
    if (newEmail !== oldEmail) {
      await notify(tx, {
        kind: 'email-change-undone',
        channel: 'mail',
        recipient: newEmail,
        data: { name, url: `${publicUrl()}/` },
        dedupeKey: `email-change-undone:${change.id}`,
      });
    }
    wake(topics.access(userId));
    return { email: oldEmail };
  });
}

function hashOf(token: string): string {
  return createHash('sha256').update(token.slice(0, 200)).digest('hex');
}
