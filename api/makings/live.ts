import type { Making } from '#api/generated/prisma/client.ts';
import { db } from '#api/platform/database/database.ts';
import { atEachWake } from '#api/platform/events/each-wake.ts';
import type { Open } from '#api/platform/events/subscription.ts';
import { topics } from '#api/platform/events/topics.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { type Guarded, guarded } from '#api/subjects/live/guarded.ts';
import { abilityFor, mayHave } from './policy.ts';

const inHand = new Set(['QUEUED', 'WORKING']);

/** Follows a making as it is now and at each change, until it is finished. */
export function followMaking(viewer: Viewer, making: Making): Open<Guarded<Making>> {
  return guarded(
    viewer,
    {
      subjectId: making.subjectId,
      mayFollow: (subjectAccess) => subjectAccess.can(abilityFor(making.kind)),
      subjectOf: () => making.subjectId,
      isFor: (item, subjectAccess) => mayHave(viewer, subjectAccess, item),
    },
    readUntilFinished(making.id),
  );
}

function readUntilFinished(id: string): Open<Making> {
  return async (signal, take) => {
    let shown = '';
    await atEachWake(topics.making(id), signal, async () => {
      const making = await db.making.findUnique({ where: { id } });
      if (!making) return false;
      const state = `${making.status} ${making.progress}`;
      if (state !== shown) await take(making);
      shown = state;
      return inHand.has(making.status);
    });
  };
}
