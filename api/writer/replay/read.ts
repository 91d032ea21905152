import { wordsKeptFrom } from '#api/audiences/policy.ts';
import { hasConsent } from '#api/consent/policy.ts';
import { noteReadings } from '#api/conversations/service/note-reading.ts';
import type { ReplayResult, ReplayRun } from '#api/generated/prisma/client.ts';
import { db } from '#api/platform/database/database.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { teamAt } from '../reconcile/policy.ts';
import { latestRunOf, liveVersions } from './gate.ts';
import {
  answeredByBoth,
  placeOf,
  type ReplayMeasures,
  sumUp,
  type WorseMeasure,
  worseThan,
} from './measures.ts';

/** A result as it may be shown: without its words where they may no longer be read. */
export type ShownResult = ReplayResult & { isWithheld: boolean; live: ShownResult | null };

/** A run and the latest run of the live version with the same model, over the turns that both have answered. */
export type ReplayComparison = {
  liveRun: ReplayRun;
  common: number;
  version: ReplayMeasures;
  live: ReplayMeasures;
  worse: WorseMeasure[];
};

/** The measures of each run, in the order of the ids. */
export async function measuresOf(runIds: readonly string[]): Promise<ReplayMeasures[]> {
  const results = await db.replayResult.findMany({
    where: { runId: { in: [...runIds] }, doneAt: { not: null } },
    omit: { text: true, verdict: true, privateMark: true },
  });
  const byRun = Map.groupBy(results, ({ runId }) => runId);
  return runIds.map((id) => sumUp(byRun.get(id) ?? []));
}

/** How many turns each run has, and how many of them are done, in the order of the ids. */
export async function progressOf(runIds: readonly string[]): Promise<{ total: number; done: number }[]> {
  const counts = await db.replayResult.groupBy({
    by: ['runId'],
    where: { runId: { in: [...runIds] } },
    _count: { _all: true, doneAt: true },
  });
  const byRun = new Map(counts.map(({ runId, _count }) => [runId, _count]));
  return runIds.map((id) => ({ total: byRun.get(id)?._all ?? 0, done: byRun.get(id)?.doneAt ?? 0 }));
}

async function liveRunFor(run: ReplayRun) {
  const [set, version] = await Promise.all([
    db.replaySet.findUniqueOrThrow({ where: { id: run.setId }, select: { kind: true } }),
    run.agentPromptVersionId
      ? db.agentPromptVersion.findUnique({
          where: { id: run.agentPromptVersionId },
          select: { language: true },
        })
      : null,
  ]);
  const liveIds = await liveVersions(set.kind, version?.language);
  const { modelId } = run;
  const live = await latestRunOf(db, run.setId, { versionIds: { equals: liveIds }, modelId });
  return live?.id === run.id ? null : live;
}

/** Compares a finished run with the latest of the live version and the same model; null without common turns. */
export async function compareWithLive(run: ReplayRun): Promise<ReplayComparison | null> {
  if (run.status !== 'DONE') return null;
  const liveRun = await liveRunFor(run);
  if (!liveRun) return null;
  const results = await db.replayResult.findMany({ where: { runId: run.id } });
  const pairs = answeredByBoth(results, liveRun.results);
  if (!pairs.length) return null;
  return {
    liveRun,
    common: pairs.length,
    version: sumUp(pairs.map(([each]) => each)),
    live: sumUp(pairs.map(([, each]) => each)),
    worse: worseThan(results, liveRun.results),
  };
}

/** The answers of a run, each with the live version's. Records in the audit log whose words were read. */
export async function resultsOf(viewer: Viewer, run: ReplayRun): Promise<ShownResult[]> {
  const [results, liveRun] = await Promise.all([
    db.replayResult.findMany({
      where: { runId: run.id, doneAt: { not: null } },
      orderBy: { position: 'asc' },
    }),
    liveRunFor(run),
  ]);
  const accesses = await readableSubjects(results);
  const kept = await wordsKeptFrom(
    [...accesses.values()],
    results.map(({ conversationId }) => conversationId),
  );
  const marks = await privateMarks(results.map(({ conversationId }) => conversationId));
  const show = (result: ReplayResult, live: ShownResult | null): ShownResult => {
    const isReadable =
      accesses.has(result.subjectId) &&
      !kept.conversationIds.has(result.conversationId) &&
      (marks.get(result.conversationId) ?? '') === result.privateMark;
    if (isReadable) return { ...result, isWithheld: false, live };
    return { ...result, text: '', verdict: null, isWithheld: result.measured, live };
  };
  const ofLive = new Map((liveRun?.results ?? []).map((each) => [placeOf(each), each]));
  await noteReadings(viewer, 'replay.read', [...accesses.values()]);
  return results.map((result) => {
    const live = ofLive.get(placeOf(result));
    return show(result, live?.doneAt ? show(live, null) : null);
  });
}

async function readableSubjects(results: readonly ReplayResult[]) {
  const ids = [...new Set(results.map(({ subjectId }) => subjectId))];
  const found = await Promise.all(
    ids.map(async (id) => {
      const access = await teamAt(id);
      if (!access?.can('READ_TRANSCRIPTS') || !(await hasConsent(db, id, 'AI_WRITING'))) return [];
      return [[id, access] as const];
    }),
  );
  return new Map(found.flat());
}

/** The private turns of each conversation, in the format of `privateTurns`. */
async function privateMarks(conversationIds: readonly string[]): Promise<Map<string, string>> {
  const turns = await db.message.findMany({
    where: { conversationId: { in: [...new Set(conversationIds)] }, private: true },
    orderBy: { seq: 'asc' },
    select: { conversationId: true, seq: true },
  });
  const byConversation = Map.groupBy(turns, ({ conversationId }) => conversationId);
  return new Map([...byConversation].map(([id, all]) => [id, all.map(({ seq }) => seq).join()]));
}
