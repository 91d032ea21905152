import { switchOff } from '#api/partners/webhooks/switching.ts';
import { audit } from '#api/platform/audit.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction, type Wake } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { topics } from '#api/platform/events/topics.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { removeCodeWordsOf } from '#api/subjects/code-word.ts';
import { hasNoPhone, tellOfPhone } from '../../phones/service.ts';
import { tellHolder } from '../../security/service.ts';
import { endMailedLinks } from './mailed-links.ts';

/** A phone or a code word that is newer than this may be a thief's, and is removed. */
const newForMs = 30 * 24 * 3_600_000;

/**
 * After a password reset, revokes API keys, switches webhooks off, and removes a phone and code words of the last 30
 * days, so that a thief can't come back. The library ends the sessions.
 */
export async function securedByReset(userId: string): Promise<void> {
  await transaction(async (tx, wake) => {
    await closeWaysIn(tx, wake, userId);
    await tellHolder(tx, userId, { what: 'PASSWORD_CHANGED' });
  });
}

/**
 * Secures the caller's account at once: ends all other sessions, keys, webhooks and mailed links, and removes what is
 * newer than 30 days: the phone, code words that the account chose, and provider accounts if another method remains.
 */
export async function secureAccount(viewer: Viewer): Promise<void> {
  const { userId, sessionId } = viewer;
  await transaction(async (tx, wake) => {
    await closeWaysIn(tx, wake, userId);
    await tx.session.deleteMany({ where: { userId, id: { not: sessionId } } });
    const accounts = await tx.account.findMany({ where: { userId }, select: { id: true, createdAt: true } });
    const fresh = accounts.filter(({ createdAt }) => isNew(createdAt)).map(({ id }) => id);
    const older = accounts.length > fresh.length;
    if (older) {
      await tx.account.deleteMany({ where: { id: { in: fresh }, providerId: { not: 'credential' } } });
    }
    await audit(tx, viewer, 'security.secured', { targetId: userId });
    await tellHolder(tx, userId, { what: 'SECURED' });
  });
}

async function closeWaysIn(tx: Tx, wake: Wake, userId: string): Promise<void> {
  await tx.$queryRaw`select 1 from "user" where id = ${userId}::uuid for no key update`;
  await endMailedLinks(tx, userId);
  const revokedAt = clock.now();
  await tx.apiKey.updateMany({ where: { userId, revokedAt: null }, data: { revokedAt } });
  await switchOff(tx, { userId }, 'SECURED');
  const { phoneNumber, phoneSince, name, email } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  if (phoneNumber && phoneSince && isNew(phoneSince)) {
    await tx.user.update({ where: { id: userId }, data: hasNoPhone });
    await tellOfPhone(tx, { name, email }, 'REMOVED', phoneNumber);
  }
  await removeCodeWordsOf(tx, userId, new Date(clock.now().getTime() - newForMs));
  wake(topics.access(userId));
}

function isNew(since: Date): boolean {
  return clock.now().getTime() - since.getTime() < newForMs;
}
