import type { Making } from '#api/generated/prisma/client.ts';
import { notify } from '#api/notices/service.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';

/** Tells the requester that an export is ready, in the transaction that completes it. */
export async function notifyReady(
  tx: Tx,
  { id, subjectId, requestedById, expiresAt }: Making,
): Promise<void> {
  if (!requestedById || !expiresAt) return;
  const { email } = await tx.user.findUniqueOrThrow({
    where: { id: requestedById },
    select: { email: true },
  });
  const { preferredName, timeZone } = await tx.subject.findUniqueOrThrow({
    where: { id: subjectId },
    select: { preferredName: true, timeZone: true },
  });
  await notify(tx, {
    kind: 'export-ready',
    channel: 'mail',
    recipient: email,
    data: {
      subjectName: preferredName,
      until: expiresAt.toISOString(),
      timeZone,
      url: `${publicUrl()}/dashboard/${subjectId}/settings/`,
    },
    dedupeKey: `export-ready:${id}`,
    subjectId,
  });
}
