import type { ConsentKind, ConsentStatus } from '#api/generated/prisma/enums.ts';
import { notify } from '#api/notices/service.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { publicUrl } from '#api/platform/public-url.ts';
import type { LockedSubject } from './ledger.ts';

/** Tells the subject and the owners of a change, by mail, in the transaction of the change itself. */
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
  for (const { id, email } of readers) {
    for (const { kind, entryId } of entered) {
      await notify(tx, {
        kind: 'consent-changed',
        channel: 'mail',
        recipient: email,
        data: {
          subjectName: subject.preferredName,
          kind,
          status,
          url: `${publicUrl()}/dashboard/${subject.id}/settings/`,
        },
        dedupeKey: `consent-changed:${entryId}:${id}`,
        subjectId: subject.id,
      });
    }
  }
}
