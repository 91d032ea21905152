import type { Prisma } from '#api/generated/prisma/client.ts';
import type { NoticeData } from '#api/notices/kinds.ts';
import { notify } from '#api/notices/service.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import type { Viewer } from '#api/platform/viewer.ts';

/** The security events shown to a user, by their audit log names. */
export const kinds = {
  'security.signed-in': 'SIGNED_IN',
  'security.password-changed': 'PASSWORD_CHANGED',
  'security.email-changed': 'EMAIL_CHANGED',
  'security.phone-changed': 'PHONE_CHANGED',
  'security.linked': 'LINKED',
  'security.unlinked': 'UNLINKED',
  'partners.key-made': 'KEY_MADE',
  'partners.key-revoked': 'KEY_REVOKED',
  'partners.webhook-made': 'WEBHOOK_MADE',
  'partners.webhook-deleted': 'WEBHOOK_DELETED',
  'accounts.impersonate-user': 'SUPPORT_ACTED',
  'accounts.set-role': 'SUPPORT_CHANGED',
  'accounts.ban-user': 'SUPPORT_CHANGED',
  'accounts.unban-user': 'SUPPORT_CHANGED',
  'accounts.update-user': 'SUPPORT_CHANGED',
  'accounts.set-user-password': 'SUPPORT_CHANGED',
  'accounts.revoke-user-session': 'SUPPORT_CHANGED',
  'accounts.revoke-user-sessions': 'SUPPORT_CHANGED',
} as const;
export type Kind = (typeof kinds)[keyof typeof kinds];

/** The security events of the caller's account, the newest first. */
export function securityEventsOf({ userId }: Viewer) {
  return {
    where: { targetId: userId, action: { in: Object.keys(kinds) } } satisfies Prisma.AuditEventWhereInput,
    orderBy: [{ at: 'desc' as const }, { id: 'desc' as const }],
  };
}

/**
 * Writes to the account's holder about a security change, with the link to undo it all. A thief of a session can't read
 * the letter.
 */
export async function tellHolder(
  tx: Tx,
  userId: string,
  done: Pick<NoticeData<'account-changed'>, 'what' | 'about'>,
): Promise<void> {
  const { name, email } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  await notify(tx, {
    kind: 'account-changed',
    channel: 'mail',
    recipient: email,
    data: { ...done, name, url: `${publicUrl()}/settings/` },
    dedupeKey: `account-changed:${newId()}`,
  });
}
