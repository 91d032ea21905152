import { lockSubject } from '#api/consent/ledger.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { InvalidInput, NotFound, WrongState } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { nextCallAt } from '#api/subjects/calls.ts';
import { mustStill } from '#api/subjects/policy.ts';

const longestPauseMs = 366 * 24 * 3_600_000;

/** Skips the next scheduled call, or restores it. */
export async function skipNextCall(
  viewer: Viewer,
  { subjectId, skip }: { subjectId: string; skip: boolean },
) {
  await transaction(async (tx) => {
    const subject = await lockSubject(tx, subjectId);
    if (!subject || subject.status === 'DELETED') throw new NotFound('Subject', ['subjectId']);
    await mustStill(tx, viewer, 'CONVERSE', subjectId);
    const found = await tx.subject.findUniqueOrThrow({
      where: { id: subjectId },
      include: { callTimes: true },
    });
    const at = skip ? nextCallAt({ ...found, skippedCallAt: null, callsAgreed: true }, clock.now()) : null;
    if (skip && !at) throw new WrongState('No call is planned that could be skipped');
    await tx.subject.update({ where: { id: subjectId }, data: { skippedCallAt: at } });
  });
}

/** Pauses calls until a time, at most a year ahead; null ends the pause. */
export async function pauseCalls(
  viewer: Viewer,
  { subjectId, until }: { subjectId: string; until: Date | null },
) {
  const now = clock.now().getTime();
  if (until && (until.getTime() <= now || until.getTime() > now + longestPauseMs)) {
    throw new InvalidInput([{ path: 'until', message: 'must be within the next year' }]);
  }
  await transaction(async (tx) => {
    const subject = await lockSubject(tx, subjectId);
    if (!subject || subject.status === 'DELETED') throw new NotFound('Subject', ['subjectId']);
    await mustStill(tx, viewer, 'CONVERSE', subjectId);
    await tx.subject.update({ where: { id: subjectId }, data: { callsPausedUntil: until } });
  });
}
