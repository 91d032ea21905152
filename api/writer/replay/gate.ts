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

/**
 * A set in which a version is worse than the live one with a model; without measures, the live one was not run on its
 * turns with that model.
 */
export type WorseSet = { set: string; model: string; worse: WorseMeasure[] };

type Candidate = { agentPromptVersionId: string } | { promptVersionId: string };

/** The live versions that a run is compared with, and whether the candidate takes the place of one of them. */
export type Live = { versionIds: readonly string[]; isReplaced: boolean };

/**
 * Checks a version before it goes live: in each set and with each model, its latest finished run must not be worse than
 * the latest run of the live version with that model, and the live version must have been run on the same turns, unless
 * a reason is given. The built-in interviewer follows no instructions, so that its runs tell nothing about a version.
 * Returns the reason with these sets, or null when there are none.
 */
export async function requireReasonIfWorse(
  tx: Tx,
  candidate: Candidate,
  { versionIds, isReplaced }: Live,
  given: string | null | undefined,
): Promise<{ reason: string; sets: WorseSet[] } | null> {
  const { reason } = parse(Reason, { reason: given });
  const sets: WorseSet[] = [];
  for (const { setId, set, modelId, model } of await whereItWasRun(tx, candidate)) {
    const run = await latestRunOf(tx, setId, { ...candidate, modelId });
    const live = await latestRunOf(tx, setId, { versionIds: { equals: [...versionIds].sort() }, modelId });
    if (!run || live?.id === run.id) continue;
    const worse = live ? worseThan(run.results, live.results) : [];
    const isCompared = answeredByBoth(run.results, live?.results ?? []).length > 0;
    const mustCompare = isReplaced && run.results.some(({ measured }) => measured);
    if (worse.length || (mustCompare && !isCompared)) sets.push({ set, model, worse });
  }
  if (!sets.length) return null;
  if (!reason) throw new WorseThanLive(sets);
  return { reason, sets };
}

/** The sets and models of a version's finished runs. */
async function whereItWasRun(tx: Tx, candidate: Candidate) {
  const runs = await tx.replayRun.findMany({
    where: { ...candidate, status: 'DONE', modelId: { not: null } },
    distinct: ['setId', 'modelId'],
    select: { setId: true, set: { select: { name: true } }, model: { select: { id: true, name: true } } },
    orderBy: [{ set: { name: 'asc' } }, { model: { name: 'asc' } }],
  });
  return runs.flatMap(({ setId, set, model }) =>
    model ? [{ setId, set: set.name, modelId: model.id, model: model.name }] : [],
  );
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
