import { createHash, randomBytes } from 'node:crypto';
import { languageOfAccount } from '#api/accounts/language.ts';
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

/** How long the old address can undo the change. */
const undoHours = 72;

type Holder = {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  confirmedEmail: string | null;
};

/**
 * Writes to the old address about the new one, with the link to undo it. An address that was never verified may be a
 * stranger's and gets no letter.
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
    language: await languageOfAccount(tx, { id: userId }),
  });
}

/**
 * Restores an account's old address by the link in the letter to it, once and within 72 hours. No sign-in is needed;
 * all sessions end, and later changes made with the new address are void.
 */
export async function undoEmailChange({ token }: { token: string }): Promise<{ email: string }> {
  return transaction(async (tx, wake) => {
    const tokenHash = hashOf(token);
    const found = await tx.emailChange.findUnique({ where: { tokenHash }, select: { userId: true } });
    if (!found) throw new NotFound('Link', ['token']);
    const { userId } = found;
    await tx.$queryRaw`select 1 from "user" where id = ${userId}::uuid for update`;
    // Read after the lock: of two concurrent clicks, the later finds it done.
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
      // The letter was opened at that address, so it is verified.
      data: {
        ...{ email: oldEmail, emailVerified: true, confirmedEmail: oldEmail },
        ...(phoneSince && phoneSince >= changedAt && hasNoPhone),
      },
    });
    // Later changes are undone too: the links of later changes, linked accounts, and passwords, phones or keys set
    // since are void; a new password is chosen by a letter to the old address.
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
        language: await languageOfAccount(tx, { id: userId }),
      });
    }
    wake(topics.access(userId));
    return { email: oldEmail };
  });
}

function hashOf(token: string): string {
  return createHash('sha256').update(token.slice(0, 200)).digest('hex');
}
