import { notify } from '#api/notices/service.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';

/** The owners of a book, without the subject. */
export async function ownersToTell(tx: Tx, subjectId: string) {
  const owners = await tx.membership.findMany({
    where: { subjectId, role: 'OWNER', NOT: { user: { selfSubject: { id: subjectId } } } },
    select: { user: { select: { id: true, email: true } } },
  });
  return owners.map(({ user }) => user);
}

/** Notifies the owners that an unconfirmed caller told something and that they can say who it was. */
export async function tellOfCaller(
  tx: Tx,
  { conversationId, subjectId }: { conversationId: string; subjectId: string },
) {
  const { preferredName } = await tx.subject.findUniqueOrThrow({
    where: { id: subjectId },
    select: { preferredName: true },
  });
  for (const { id, email } of await ownersToTell(tx, subjectId)) {
    await notify(tx, {
      kind: 'caller-unconfirmed',
      channel: 'mail',
      recipient: email,
      data: {
        subjectName: preferredName,
        url: `${publicUrl()}/dashboard/${subjectId}/call-log/${conversationId}/`,
      },
      dedupeKey: `caller-unconfirmed:${conversationId}:${id}`,
      subjectId,
    });
  }
}

/** Notifies the owners that the subject deleted a story by phone. */
export async function tellOfDeletedStory(
  tx: Tx,
  { messageId, subjectId, byHand }: { messageId: string; subjectId: string; byHand: boolean },
) {
  const { preferredName } = await tx.subject.findUniqueOrThrow({
    where: { id: subjectId },
    select: { preferredName: true },
  });
  for (const { id, email } of await ownersToTell(tx, subjectId)) {
    await notify(tx, {
      kind: 'story-deleted-by-phone',
      channel: 'mail',
      recipient: email,
      data: { subjectName: preferredName, byHand, url: `${publicUrl()}/dashboard/${subjectId}/biography/` },
      dedupeKey: `story-deleted-by-phone:${messageId}:${id}`,
      subjectId,
    });
  }
}
