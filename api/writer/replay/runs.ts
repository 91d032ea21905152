import { z } from 'zod';
import type { ReplayRun } from '#api/generated/prisma/client.ts';
import { audit } from '#api/platform/audit.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { nobody } from '#api/platform/domain-values/ids.ts';
import { parse } from '#api/platform/domain-values/input.ts';
import { InvalidInput, LimitReached, NotFound, WrongState } from '#api/platform/errors.ts';
import { enqueue } from '#api/platform/jobs.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { mustBeTeam } from '../policy.ts';
import { replayWork } from './jobs.ts';
import { setAt } from './sets.ts';

/** The maximum number of queued and running runs. */
export const runLimit = 10;

const StartReplay = z.object({
  runId: z.uuid().refine((id) => id !== nobody, 'must be a UUID'),
  setId: z.string(),
  agentPromptVersionId: z.string().nullish(),
  promptVersionId: z.string().nullish(),
  modelId: z.string().nullish(),
});

type Input = z.output<typeof StartReplay>;

/**
 * Queues a run of a version and a model over a set, or returns the run with the same id. Without a version, it follows
 * the interviewer's built-in instructions, or the writer's live texts.
 */
export async function startReplay(viewer: Viewer, input: z.input<typeof StartReplay>): Promise<string> {
  mustBeTeam(viewer);
  const asked = parse(StartReplay, input);
  return transaction(async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtext('writer.replay-runs'))`;
    const before = await tx.replayRun.findUnique({ where: { id: asked.runId } });
    if (before) return joined(viewer, before, asked);
    const set = await setAt(tx, asked.setId, ['setId']);
    const model = asked.modelId ? await tx.model.findUnique({ where: { id: asked.modelId } }) : null;
    if (asked.modelId && !model) throw new NotFound('Model', ['modelId']);
    const versionIds =
      set.kind === 'WRITE' ? await writersVersions(tx, asked) : await interviewersVersions(tx, asked);
    const turns = await tx.replayTurn.findMany({ where: { setId: set.id }, orderBy: { createdAt: 'asc' } });
    if (!turns.length) throw new WrongState('The set is empty: add a conversation first', ['setId']);
    const going = await tx.replayRun.count({ where: { status: { in: ['QUEUED', 'RUNNING'] } } });
    if (going >= runLimit)
      throw new LimitReached(`${runLimit} runs are in progress: wait until one ends`, runLimit);
    const { runId: id, agentPromptVersionId, promptVersionId } = asked;
    await tx.replayRun.create({
      data: {
        ...{ id, setId: set.id, runById: viewer.userId, agentPromptVersionId, promptVersionId, versionIds },
        ...{ modelId: model?.id, modelName: model?.name },
      },
    });
    await tx.replayResult.createMany({
      data: turns.map(({ conversationId, subjectId, seq }, position) => ({
        ...{ runId: id, conversationId, subjectId, seq, position },
      })),
    });
    await audit(tx, viewer, 'replay.started', {
      targetId: id,
      detail: { set: set.name, model: model?.name ?? 'built-in', turns: turns.length },
    });
    await enqueue(tx, replayWork, { runId: id });
    return id;
  });
}

function joined(viewer: Viewer, run: ReplayRun, asked: Input): string {
  if (run.runById !== viewer.userId) throw new NotFound('Run', ['runId']);
  const isSame =
    run.setId === asked.setId &&
    run.agentPromptVersionId === (asked.agentPromptVersionId ?? null) &&
    run.promptVersionId === (asked.promptVersionId ?? null) &&
    run.modelId === (asked.modelId ?? null);
  if (!isSame) throw new WrongState('Another run was started with this id', ['runId']);
  return run.id;
}

async function interviewersVersions(tx: Tx, asked: Input): Promise<string[]> {
  const { agentPromptVersionId: id, promptVersionId } = asked;
  if (promptVersionId)
    throw new InvalidInput([{ path: 'promptVersionId', message: 'belongs to the writer' }]);
  if (!id) return [];
  if (!(await tx.agentPromptVersion.findUnique({ where: { id }, select: { id: true } })))
    throw new NotFound('Version', ['agentPromptVersionId']);
  return [id];
}

async function writersVersions(tx: Tx, asked: Input): Promise<string[]> {
  const { promptVersionId: id, agentPromptVersionId, modelId } = asked;
  if (agentPromptVersionId)
    throw new InvalidInput([{ path: 'agentPromptVersionId', message: 'belongs to the interviewer' }]);
  if (!modelId)
    throw new InvalidInput([
      { path: 'modelId', message: 'must be given: the built-in writer follows no instructions' },
    ]);
  const live = await liveWritersVersions(tx);
  if (!id) return [...live.values()].sort();
  const version = await tx.promptVersion.findUnique({
    where: { id },
    select: { prompt: { select: { task: true } } },
  });
  if (!version) throw new NotFound('Version', ['promptVersionId']);
  return [...new Map(live).set(version.prompt.task, id).values()].sort();
}

/** The live version of each writing task that has one. */
export async function liveWritersVersions(tx: Tx): Promise<Map<string, string>> {
  const prompts = await tx.prompt.findMany({ where: { liveVersionId: { not: null } } });
  return new Map(prompts.map(({ task, liveVersionId }) => [task, liveVersionId as string]));
}

/** Cancels a queued or running run; its results so far stay. */
export async function cancelReplay(viewer: Viewer, id: string): Promise<string> {
  mustBeTeam(viewer);
  return transaction(async (tx) => {
    const run = await tx.replayRun.findUnique({ where: { id } });
    if (!run) throw new NotFound('Run', ['id']);
    const { count } = await tx.replayRun.updateMany({
      where: { id, status: { in: ['QUEUED', 'RUNNING'] } },
      data: { status: 'CANCELLED', finishedAt: clock.now() },
    });
    if (!count && run.status !== 'CANCELLED') throw new WrongState('It has ended already', ['id']);
    if (count) await audit(tx, viewer, 'replay.cancelled', { targetId: id });
    return id;
  });
}
