import { z } from 'zod';
import type { Prisma, ReplayResult, ReplayRun } from '#api/generated/prisma/client.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { db } from '#api/platform/database/database.ts';
import { clearable, line, parse } from '#api/platform/domain-values/input.ts';
import { WorseThanLive } from '../errors.ts';
import { answeredByBoth, type WorseMeasure, worseThan } from './measures.ts';
import { liveWritersVersions } from './runs.ts';

/** The description of the argument in the API. */
export const whyWorse =
  'Why it is made live although its replays are worse than those of the live version, or were not compared with them, at most 300 characters.';

const Reason = z.object({ reason: clearable(line(300)).optional() });

/** A set in which a version is worse than the live one; without measures, the live one was not run on its turns. */
export type WorseSet = { set: string; worse: WorseMeasure[] };

type Candidate = { agentPromptVersionId: string } | { promptVersionId: string };

/** The live versions that a run is compared with, and whether the candidate takes the place of one of them. */
export type Live = { versionIds: readonly string[]; isReplaced: boolean };

/**
 * Checks a version before it goes live: in each set, its latest finished run must not be worse than the latest run of
 * the live version, and the live version must have been run on the same turns, unless a reason is given. Returns the
 * reason with these sets, or null when there are none.
 */
export async function requireReasonIfWorse(
  tx: Tx,
  candidate: Candidate,
  { versionIds, isReplaced }: Live,
  given: string | null | undefined,
): Promise<{ reason: string; sets: WorseSet[] } | null> {
  const { reason } = parse(Reason, { reason: given });
  const runs = await latestRuns(tx, candidate);
  const sets: WorseSet[] = [];
  for (const { run, set } of runs) {
    const live = await latestRunOf(tx, run.setId, { versionIds: { equals: [...versionIds].sort() } });
    if (live?.id === run.id) continue;
    const worse = live ? worseThan(run.results, live.results) : [];
    const isCompared = answeredByBoth(run.results, live?.results ?? []).length > 0;
    const mustCompare = isReplaced && run.results.some(({ measured }) => measured);
    if (worse.length || (mustCompare && !isCompared)) sets.push({ set, worse });
  }
  if (!sets.length) return null;
  if (!reason) throw new WorseThanLive(sets);
  return { reason, sets };
}

async function latestRuns(tx: Tx, candidate: Candidate) {
  const sets = await tx.replaySet.findMany({
    where: { runs: { some: { ...candidate, status: 'DONE' } } },
    orderBy: { name: 'asc' },
  });
  const runs = await Promise.all(sets.map(({ id }) => latestRunOf(tx, id, candidate)));
  return runs.flatMap((run, at) => (run ? [{ run, set: sets[at]?.name ?? '' }] : []));
}

type RunWithResults = ReplayRun & { results: ReplayResult[] };

/** The latest finished run of a set that matches `where`. */
export function latestRunOf(
  tx: Tx,
  setId: string,
  where: Prisma.ReplayRunWhereInput,
): Promise<RunWithResults | null> {
  return tx.replayRun.findFirst({
    where: { ...where, setId, status: 'DONE' },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    include: { results: { orderBy: { position: 'asc' } } },
  });
}

/** The live versions that a run is compared with: all of the writer's, or the interviewer's in a language. */
export async function liveVersions(kind: string, language = 'en'): Promise<string[]> {
  if (kind === 'WRITE') return [...(await liveWritersVersions(db)).values()].sort();
  const live = await db.agentPrompt.findFirst({
    where: { liveVersion: { is: { language } } },
    select: { liveVersionId: true },
  });
  return live?.liveVersionId ? [live.liveVersionId] : [];
}
