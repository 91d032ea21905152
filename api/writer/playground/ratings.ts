import { z } from 'zod';
import type { PlaygroundRun } from '#api/generated/prisma/client.ts';
import { audit } from '#api/platform/audit.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clearable, line, parse } from '#api/platform/domain-values/input.ts';
import { NotFound, WrongState } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { mustBeTeam } from '../policy.ts';

const RatePlaygroundRun = z.object({
  runId: z.string(),
  up: z.boolean(),
  note: clearable(line(300)).optional(),
});

/** Rates the viewer's own finished run of a version; rating it again replaces the rating. Returns the run. */
export async function ratePlaygroundRun(
  viewer: Viewer,
  input: z.input<typeof RatePlaygroundRun>,
): Promise<PlaygroundRun> {
  mustBeTeam(viewer);
  const { runId, up, note = null } = parse(RatePlaygroundRun, input);
  return transaction(async (tx) => {
    const run = await tx.playgroundRun.findUnique({ where: { id: runId } });
    if (run?.runById !== viewer.userId) throw new NotFound('Run', ['runId']);
    if (run.status !== 'DONE') throw new WrongState('Only a complete answer can be rated', ['runId']);
    const { agentPromptVersionId, promptVersionId, subjectId } = run;
    if (!agentPromptVersionId && !promptVersionId)
      throw new WrongState('The built-in instructions are not a version, so they can’t be rated', ['runId']);
    await tx.versionRating.upsert({
      where: { runId_ratedById: { runId, ratedById: viewer.userId } },
      create: { runId, ratedById: viewer.userId, agentPromptVersionId, promptVersionId, subjectId, up, note },
      update: { up, note },
    });
    await audit(tx, viewer, 'playground.rated', {
      targetId: agentPromptVersionId ?? promptVersionId ?? runId,
      ...(subjectId && { subjectId }),
      detail: { up },
    });
    return run;
  });
}

export type RatingCounts = { up: number; down: number };

/** The ratings of each version, in the order of the ids. */
export async function countRatings(versionIds: readonly string[]): Promise<RatingCounts[]> {
  const within = { in: [...versionIds] };
  const ratings = await db.versionRating.groupBy({
    by: ['agentPromptVersionId', 'promptVersionId', 'up'],
    where: { OR: [{ agentPromptVersionId: within }, { promptVersionId: within }] },
    _count: { _all: true },
  });
  return versionIds.map((id) => {
    const own = ratings.filter((each) => id === (each.agentPromptVersionId ?? each.promptVersionId));
    const count = (up: boolean) => own.find((each) => each.up === up)?._count._all ?? 0;
    return { up: count(true), down: count(false) };
  });
}
