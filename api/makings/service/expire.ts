import { ports } from '#api/adapters/ports.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { storageKeyOf } from './work.ts';

const dayMs = 24 * 3_600_000;
/** A file that nobody finished in this time is not being made any more. */
const longestMs = dayMs;
/** How long it is told what was made. */
const historyDays = 90;
/** So many are ended in one run: the next takes the others. */
const atATime = 500;

/** Removes the files whose links have ended, or that belong to nobody any more; forgets what is long past. */
export async function expireMakings(): Promise<void> {
  const now = clock.now();
  const over = await db.making.findMany({
    where: {
      OR: [
        { status: 'DONE', expiresAt: { lte: now } },
        { status: 'EXPIRED', storageKey: { not: null } },
        { requestedById: null, storageKey: { not: null } },
      ],
    },
    take: atATime,
    select: { id: true, subjectId: true },
  });
  for (const making of over) {
    await ports.storage.remove(storageKeyOf(making));
    await db.making.update({ where: { id: making.id }, data: { status: 'EXPIRED', storageKey: null } });
  }
  await db.making.updateMany({
    where: {
      status: { in: ['QUEUED', 'WORKING'] },
      createdAt: { lt: new Date(now.getTime() - longestMs) },
    },
    data: { status: 'FAILED', problem: 'It could not be made. Try again.', finishedAt: now },
  });
  await db.making.deleteMany({
    where: { storageKey: null, createdAt: { lt: new Date(now.getTime() - historyDays * dayMs) } },
  });
}

/**
 * Ends every file of a subject, made or in hand, in the transaction that makes words private: what was made may hold
 * them. Whoever wants one has it made anew.
 */
export async function endMakings(tx: Tx, subjectId: string): Promise<void> {
  const problem = 'Something was made private since. Have it made again.';
  await tx.making.updateMany({
    where: { subjectId, status: 'DONE' },
    data: { status: 'EXPIRED', problem },
  });
  await tx.making.updateMany({
    where: { subjectId, status: 'WORKING' },
    data: { status: 'CANCELLED', problem },
  });
}

/**
 * Ends the files, made or in hand, of everybody but the owners and the person themself, in the transaction that narrows
 * who may read something: what was made may hold more than they may read by now.
 */
export async function endMakingsOfOthers(tx: Tx, subjectId: string): Promise<void> {
  const subject = await tx.subject.findUniqueOrThrow({
    where: { id: subjectId },
    select: { selfUserId: true, members: { where: { role: 'OWNER' }, select: { userId: true } } },
  });
  const readsAll = [
    ...subject.members.map(({ userId }) => userId),
    ...(subject.selfUserId ? [subject.selfUserId] : []),
  ];
  const others = { subjectId, requestedById: { notIn: readsAll } };
  const problem = 'Who may read a story has changed since. Have it made again.';
  await tx.making.updateMany({ where: { ...others, status: 'DONE' }, data: { status: 'EXPIRED', problem } });
  await tx.making.updateMany({
    where: { ...others, status: 'WORKING' },
    data: { status: 'CANCELLED', problem },
  });
}

/** Removes the files of a subject that is erased; their rows go with it. */
export async function removeMakings(subjectId: string): Promise<void> {
  const makings = await db.making.findMany({ where: { subjectId }, select: { id: true, subjectId: true } });
  for (const making of makings) await ports.storage.remove(storageKeyOf(making));
}
