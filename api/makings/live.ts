import type { Making } from '#api/generated/prisma/client.ts';
import { db } from '#api/platform/database/database.ts';
import { atEachWake } from '#api/platform/events/each-wake.ts';
import type { Take } from '#api/platform/events/take.ts';
import { topics } from '#api/platform/events/topics.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { type Guarded, guarded } from '#api/subjects/live/guarded.ts';
import { abilityFor, mayHave } from './policy.ts';

const inHand = new Set(['QUEUED', 'WORKING']);

/** Passes a making to `take` now and at each change, until it is finished. */
export async function followMaking(
  viewer: Viewer,
  making: Making,
  signal: AbortSignal,
  take: Take<Guarded<Making>>,
): Promise<void> {
  await guarded<Making>(
    viewer,
    {
      subjectId: making.subjectId,
      mayFollow: (subjectAccess) => subjectAccess.can(abilityFor(making.kind)),
      subjectOf: () => making.subjectId,
      isFor: (item, subjectAccess) => mayHave(viewer, subjectAccess, item),
    },
    (until, hand) => readUntilFinished(making.id, until, hand),
    signal,
    take,
  );
}

async function readUntilFinished(id: string, signal: AbortSignal, hand: Take<Making>): Promise<void> {
  let shown = '';
  await atEachWake(topics.making(id), signal, async () => {
    const making = await db.making.findUnique({ where: { id } });
    if (!making) return false;
    const state = `${making.status} ${making.progress}`;
    if (state !== shown) await hand(making);
    shown = state;
    return inHand.has(making.status);
  });
}
