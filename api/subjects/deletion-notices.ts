import type { SubjectStatus } from '#api/generated/prisma/enums.ts';
import { notify } from '#api/notices/service.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';

export type Deletable = {
  id: string;
  preferredName: string;
  timeZone: string;
  status: SubjectStatus;
  selfUserId: string | null;
  phone: string | null;
  deletedAt: Date | null;
  statusBeforeDeletion: SubjectStatus | null;
};

/** Tells the owners and the person that a subject was deleted, by whom, and until when it can be restored. */
export async function tellOfDeletion(
  tx: Tx,
  { id, preferredName, timeZone, selfUserId }: Deletable,
  { byName, until, but = null }: { byName: string; until: Date; but?: string | null },
) {
  const readers = await tx.user.findMany({
    where: {
      OR: [
        { memberships: { some: { subjectId: id, role: 'OWNER' } } },
        ...(selfUserId ? [{ id: selfUserId }] : []),
      ],
      ...(but && { NOT: { id: but } }),
    },
    select: { id: true, email: true },
  });
  for (const reader of readers) {
    await notify(tx, {
      kind: 'book-deleted',
      channel: 'mail',
      recipient: reader.email,
      data: {
        subjectName: preferredName,
        byName,
        until: until.toISOString(),
        timeZone,
        url: `${publicUrl()}/dashboard/${id}/`,
      },
      dedupeKey: `book-deleted:${id}:${clock.now().getTime()}:${reader.id}`,
      subjectId: id,
    });
  }
}
