import { ports } from '#api/adapters/ports.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { storageKeyOf } from './work.ts';

const dayMs = 24 * 3_600_000;
/** A making that isn't finished after this time counts as failed. */
const longestMs = dayMs;
/** How long the history of makings is kept. */
const historyDays = 90;
/** The number handled in one run; the next one continues. */
const atATime = 500;

/** Removes files with expired links or without an owner, and erases old rows. */
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
 * Ends every finished or running file of a subject, in the transaction that makes words private: the files may contain
 * them. They can be requested again.
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
 * Ends the finished and running files of everyone except the owners and the person, in the transaction that narrows an
 * audience: the files may contain more than their requesters may now read.
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

/** Removes the files of a subject that is being erased; their rows are erased with it. */
export async function removeMakings(subjectId: string): Promise<void> {
  const makings = await db.making.findMany({ where: { subjectId }, select: { id: true, subjectId: true } });
  for (const making of makings) await ports.storage.remove(storageKeyOf(making));
}
