import { RemarksToTell } from '#api/notices/remarks.ts';
import { notify } from '#api/notices/service.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { keptRemarks } from './policy.ts';

/** Remarks that follow within this time are told in the same letter. */
const gatheredMs = 3_600_000;

type Told = {
  /** Names the remark, or the member's heart on a story. One letter is sent for each key. */
  key: string;
  subjectId: string;
  authorId: string;
  createdAt: Date;
};

/**
 * Notifies the members who chose to hear of remarks and hearts at once, except the author. A letter is sent an hour
 * after the first of them and contains all of that hour; what its reader may read is decided then. The book is locked,
 * so that of two the later one finds the letter of the earlier.
 */
export async function tellOfRemarkOrHeart(tx: Tx, { key, subjectId, authorId, createdAt }: Told) {
  const members = await tx.membership.findMany({
    where: {
      subjectId,
      userId: { not: authorId },
      remarkNotices: true,
      remarksWeekly: false,
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
      dedupeKey: `${key}:${userId}`,
      subjectId,
      notBefore: until,
    });
  }
}

/**
 * Notifies the members who chose to hear of remarks and hearts weekly about a finished week. The letter is decided when
 * it is sent, as those at once are. Running it twice notifies once.
 */
export async function tellOfRemarksWeekly({ from, until }: { from: Date; until: Date }) {
  const createdAt = { gte: from, lt: until };
  const members = await db.membership.findMany({
    where: {
      remarkNotices: true,
      remarksWeekly: true,
      user: { emailVerified: true, banned: { not: true } },
      subject: {
        deletedAt: null,
        OR: [
          { remarks: { some: { ...keptRemarks, authorName: null, createdAt } } },
          { hearts: { some: { createdAt } } },
        ],
      },
    },
    select: { subjectId: true, userId: true, user: { select: { email: true } } },
  });
  for (const [subjectId, readers] of Map.groupBy(members, (each) => each.subjectId)) {
    await transaction(async (tx) => {
      for (const { userId, user } of readers) {
        await notify(tx, {
          kind: 'remark',
          channel: 'mail',
          recipient: user.email,
          data: { subjectId, userId, from: from.toISOString(), until: until.toISOString() },
          dedupeKey: `remarks-of-a-week:${until.toISOString()}:${subjectId}:${userId}`,
          subjectId,
        });
      }
    });
  }
}
