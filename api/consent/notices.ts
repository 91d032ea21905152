import type { ConsentKind, ConsentStatus } from '#api/generated/prisma/enums.ts';
import { notify } from '#api/notices/service.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import type { LockedSubject } from './ledger.ts';

/**
 * Tells the subject and the owners by mail what was agreed to or taken back at one time, all of it in one letter each,
 * in the transaction of the change itself. `entered` holds at least one entry of the ledger.
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
