import type { Readable } from 'node:stream';
import { ports } from '#api/adapters/ports.ts';
import type { Making } from '#api/generated/prisma/client.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { bus } from '#api/platform/events/bus.ts';
import { topics } from '#api/platform/events/topics.ts';
import { Stopping } from '#api/platform/jobs.ts';
import { log } from '#api/platform/log.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { type SubjectAccess, subjectAccessAt } from '#api/subjects/policy.ts';
import { makingChanged } from '../events.ts';
import { abilityFor, memberAsViewer } from '../policy.ts';

/** How long a finished file can be downloaded. */
export const linkDays = 7;
const dayMs = 24 * 3_600_000;

/** The file is not made, with a reason to show to its requester. */
export class NothingMade extends Error {
  override name = 'NothingMade';
}

/** It could not be made in one piece. */
export class TooLarge extends NothingMade {
  override name = 'TooLarge';
}

/** It was cancelled while it was made. */
class Cancelled extends Error {
  override name = 'Cancelled';
}

export type MakingWork = {
  making: Making;
  viewer: Viewer;
  subjectAccess: SubjectAccess;
  /** Aborts at cancellation, at the timeout, and when the process ends. */
  signal: AbortSignal;
  /** Stores the progress, of 100. */
  report: (progress: number) => Promise<void>;
};

export type Produced = {
  content: Uint8Array | Readable;
  pages?: number | null;
  madeOfSaid: boolean;
  madeOf?: readonly string[];
  /** How many pictures of its stories are not in it. */
  picturesLeftOut?: number;
  /** The books that are not in an export, because they could not be made in one piece. */
  booksLeftOut?: readonly ('BOOK_PDF' | 'BOOK_EPUB')[];
};

/** The storage key of a making: known before the file exists, so that nothing is left behind. */
export function storageKeyOf({ subjectId, id }: Pick<Making, 'subjectId' | 'id'>): string {
  return `${subjectId}/makings/${id}`;
}

/**
 * Produces a file and stores it. Safe to run again after a crash: it starts over under the same key. A file that was
 * cancelled, or that the requester may no longer have, is not stored.
 */
export async function workOnMaking(
  makingId: string,
  signal: AbortSignal,
  {
    tries,
    produce,
    onDone,
  }: {
    tries: number;
    produce: (work: MakingWork) => Promise<Produced>;
    onDone?: (tx: Tx, making: Making) => Promise<void>;
  },
): Promise<void> {
  const making = await claimMaking(makingId);
  if (!making) return;
  const watch = watchForCancel(makingId, signal);
  try {
    const { viewer, subjectAccess } = await mustStillHave(making);
    const report = (progress: number) => reportProgress(makingId, progress);
    const {
      content,
      pages = null,
      madeOfSaid,
      madeOf = [],
      picturesLeftOut = 0,
      booksLeftOut = [],
    } = await produce({
      ...{ making, viewer, subjectAccess, report },
      signal: watch.signal,
    });
    const { bytes } = await ports.storage.put(storageKeyOf(making), content);
    watch.signal.throwIfAborted();
    await finishMaking(
      making,
      {
        ...{ bytes, pages, madeOfSaid, madeOf: [...madeOf] },
        ...{ picturesLeftOut, booksLeftOut: [...booksLeftOut] },
      },
      onDone,
    );
  } catch (error) {
    if (signal.aborted && signal.reason instanceof Stopping) throw error;
    if (watch.signal.reason instanceof Cancelled) return ports.storage.remove(storageKeyOf(making));
    if (error instanceof NothingMade) return failMaking(making, error.message);
    if (making.tries >= tries) {
      log.error({ error }, 'a file could not be made');
      return failMaking(making, 'It could not be made. Try again, or with fewer stories.');
    }
    throw error;
  } finally {
    watch.end();
  }
}

async function claimMaking(id: string): Promise<Making | null> {
  const { count } = await db.making.updateMany({
    where: { id, status: { in: ['QUEUED', 'WORKING'] } },
    data: { status: 'WORKING', progress: 0, tries: { increment: 1 } },
  });
  if (!count) return null;
  bus.publish(topics.making(id));
  return db.making.findUnique({ where: { id } });
}

async function mustStillHave(making: Making): Promise<{ viewer: Viewer; subjectAccess: SubjectAccess }> {
  const viewer = await memberAsViewer(making.requestedById);
  const subjectAccess = await subjectAccessAt(viewer, making.subjectId);
  if (!viewer || !subjectAccess.can(abilityFor(making.kind)))
    throw new NothingMade('Whoever asked for it may not have it any more');
  return { viewer, subjectAccess };
}

async function reportProgress(id: string, progress: number): Promise<void> {
  await db.making.updateMany({ where: { id, status: 'WORKING' }, data: { progress } });
  bus.publish(topics.making(id));
}

async function finishMaking(
  making: Making,
  made: Pick<Making, 'pages' | 'madeOfSaid' | 'madeOf' | 'picturesLeftOut' | 'booksLeftOut'> & {
    bytes: number;
  },
  onDone: ((tx: Tx, making: Making) => Promise<void>) | undefined,
): Promise<void> {
  const { id } = making;
  const now = clock.now();
  const isKept = await transaction(async (tx, wake) => {
    const { count } = await tx.making.updateMany({
      where: { id, status: 'WORKING' },
      data: {
        ...made,
        status: 'DONE',
        progress: 100,
        storageKey: storageKeyOf(making),
        finishedAt: now,
        expiresAt: new Date(now.getTime() + linkDays * dayMs),
      },
    });
    if (!count) return false;
    await onDone?.(tx, await tx.making.findUniqueOrThrow({ where: { id } }));
    makingChanged(wake, id);
    return true;
  });
  if (!isKept) await ports.storage.remove(storageKeyOf(making));
}

async function failMaking(making: Making, problem: string): Promise<void> {
  await db.making.updateMany({
    where: { id: making.id, status: 'WORKING' },
    data: { status: 'FAILED', problem, finishedAt: clock.now() },
  });
  await ports.storage.remove(storageKeyOf(making));
  bus.publish(topics.making(making.id));
}

/** Aborts once the making was cancelled, in whichever process. */
function watchForCancel(id: string, signal: AbortSignal) {
  const cancelled = new AbortController();
  const over = new AbortController();
  async function check() {
    const making = await db.making.findUnique({ where: { id }, select: { status: true } });
    if (making?.status !== 'WORKING') cancelled.abort(new Cancelled());
  }
  const look = () => void check().catch((error: Error) => log.warn({ error }, 'watching a making'));
  bus.listen(topics.making(id), over.signal, look);
  const timer = setInterval(look, bus.unwokenMs());
  return {
    signal: AbortSignal.any([signal, cancelled.signal]),
    end() {
      clearInterval(timer);
      over.abort();
    },
  };
}
