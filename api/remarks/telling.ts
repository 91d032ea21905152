import { RemarksToTell } from '#api/notices/remarks.ts';
import { notify } from '#api/notices/service.ts';
import type { Tx } from '#api/platform/database/database.ts';

/** Remarks that follow within this time are told in the same letter. */
const gatheredMs = 3_600_000;

type Told = { id: string; subjectId: string; authorId: string; createdAt: Date };

/**
 * Notifies the members who chose to hear of remarks, except the author. A letter is sent an hour after the first remark
 * and contains all of that hour; what its reader may read is decided then. The book is locked, so that of two remarks
 * the later one finds the letter of the earlier.
 */
export async function tellOfRemark(tx: Tx, { id, subjectId, authorId, createdAt }: Told) {
  const members = await tx.membership.findMany({
    where: {
      subjectId,
      userId: { not: authorId },
      remarkNotices: true,
      user: { emailVerified: true, banned: { not: true } },
    },
    select: { userId: true, user: { select: { email: true } } },
  });
  const waiting = await tx.notice.findMany({
    where: { subjectId, kind: 'remark', status: 'WAITING' },
    select: { data: true },
  });
  const told = new Set(
    waiting
      .map(({ data }) => RemarksToTell.parse(data))
      .filter(({ until }) => new Date(until) > createdAt)
      .map(({ userId }) => userId),
  );
  const until = new Date(createdAt.getTime() + gatheredMs);
  for (const { userId, user } of members) {
    if (told.has(userId)) continue;
    await notify(tx, {
      kind: 'remark',
      channel: 'mail',
      recipient: user.email,
      data: { subjectId, userId, from: createdAt.toISOString(), until: until.toISOString() },
      dedupeKey: `remark:${id}:${userId}`,
      subjectId,
      notBefore: until,
    });
  }
}
