import type { ConsentKind, ConsentStatus } from '#api/generated/prisma/enums.ts';
import { notify } from '#api/notices/service.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import type { LockedSubject } from './ledger.ts';

/**
 * Mails the subject and the owners one letter each about the consents that were given or withdrawn together, in the
 * transaction of the change. `entered` has at least one entry.
 */
export async function tellOfConsent(
  tx: Tx,
  subject: LockedSubject,
  status: ConsentStatus,
  entered: readonly { kind: ConsentKind; entryId: string }[],
) {
  const readers = await tx.user.findMany({
    where: {
      OR: [
        { memberships: { some: { subjectId: subject.id, role: 'OWNER' } } },
        ...(subject.selfUserId ? [{ id: subject.selfUserId }] : []),
      ],
    },
    select: { id: true, email: true },
  });
  // One kind may have been given for several phones.
  const kinds = [...new Set(entered.map(({ kind }) => kind))];
  for (const { id, email } of readers) {
    await notify(tx, {
      kind: 'consent-changed',
      channel: 'mail',
      recipient: email,
      data: {
        subjectName: subject.preferredName,
        kinds,
        status,
        url: `${publicUrl()}/dashboard/${subject.id}/settings/`,
      },
      dedupeKey: `consent-changed:${entered[0]?.entryId}:${id}`,
      subjectId: subject.id,
    });
  }
}
