import { z } from 'zod';
import { templateProblem } from '#api/language/fill-template.ts';
import { audit } from '#api/platform/audit.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { clearable, line, parse, words } from '#api/platform/domain-values/input.ts';
import { InvalidInput, NotFound } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { mustBeModel } from '../agent-prompts/service.ts';
import { ChangedMeanwhile } from '../errors.ts';
import { mustBeTeam } from '../policy.ts';
import { requireReasonIfWorse } from '../replay/gate.ts';
import { liveWritersVersions } from '../replay/runs.ts';
import { type PromptTask, promptIds, promptTasks, promptVariables } from './tasks.ts';

export const promptLimit = 8_000;

const withoutModel = ['people', 'places', 'dates', 'reconcile'];

export const SavePrompt = z.object({
  task: z
    .string()
    .transform((value) => value.trim().toLowerCase())
    .superRefine((value, ctx) => {
      if (withoutModel.includes(value))
        ctx.addIssue({ code: 'custom', message: 'is done without a model: there is nothing to instruct' });
    })
    .pipe(z.enum(promptTasks, `must be one of ${promptTasks.join(', ')}`)),
  /** The newest version that the caller has seen; 0 for the built-in text. */
  basedOn: z.int().nullish(),
  text: words(promptLimit).superRefine((value, ctx) => {
    const problem = templateProblem(value, Object.keys(promptVariables));
    if (problem) ctx.addIssue({ code: 'custom', message: problem });
  }),
  modelId: z.string().nullish(),
  note: clearable(line(300)).optional(),
});

/**
 * Saves a new version of a task's prompt; earlier versions stay. Refuses, without changes, when someone else has saved
 * a version that the caller hasn't seen.
 */
export async function savePrompt(viewer: Viewer, input: z.input<typeof SavePrompt>): Promise<PromptTask> {
  mustBeTeam(viewer);
  const { task, basedOn, text, modelId: given, note = null } = parse(SavePrompt, input);
  if (given && task !== 'cards')
    throw new InvalidInput([
      { path: 'modelId', message: 'belongs to the task cards: one model writes all of an answer' },
    ]);
  return transaction(async (tx) => {
    await lockPrompts(tx);
    const id = promptIds[task];
    await tx.prompt.createMany({ data: [{ id, task }], skipDuplicates: true });
    const newest = await tx.promptVersion.findFirst({
      where: { promptId: id },
      orderBy: { number: 'desc' },
      include: { author: { select: { name: true } } },
    });
    if (basedOn != null && (newest?.number ?? 0) !== basedOn)
      throw new ChangedMeanwhile(newest?.number ?? 0, newest?.author?.name ?? null);
    const modelId = given === undefined ? (newest?.modelId ?? null) : given;
    await mustBeModel(tx, modelId);
    if (newest?.text === text && newest.modelId === modelId) return task;
    const number = (newest?.number ?? 0) + 1;
    await tx.promptVersion.create({
      data: { promptId: id, number, text, modelId, note, authorId: viewer.userId },
    });
    await audit(tx, viewer, 'prompt.saved', { targetId: id, detail: { task, number } });
    return task;
  });
}

/**
 * Makes a version the live one (LIVE), or the one tried in an admin's own subject (TRIAL). When its replays are worse
 * than those of the live version, or the live version was not run on the same turns, it needs a reason to go live,
 * which is stored.
 */
export async function labelPrompt(
  viewer: Viewer,
  { versionId, label, reason }: { versionId: string; label: 'LIVE' | 'TRIAL'; reason?: string | null },
): Promise<PromptTask> {
  mustBeTeam(viewer);
  return transaction(async (tx) => {
    await lockPrompts(tx);
    const version = await tx.promptVersion.findUnique({
      where: { id: versionId },
      include: { prompt: true },
    });
    if (!version) throw new NotFound('Version', ['versionId']);
    const { promptId, number, prompt } = version;
    const goesLive = label === 'LIVE' && prompt.liveVersionId !== versionId;
    const liveIds = [...(await liveWritersVersions(tx)).values()];
    const worse = goesLive
      ? await requireReasonIfWorse(
          tx,
          { promptVersionId: versionId },
          { versionIds: liveIds, isReplaced: prompt.liveVersionId !== null },
          reason,
        )
      : null;
    await tx.prompt.update({
      where: { id: promptId },
      data: label === 'LIVE' ? { liveVersionId: versionId } : { trialVersionId: versionId },
    });
    const since = { liveAt: clock.now(), liveReason: worse?.reason ?? null };
    if (goesLive) await tx.promptVersion.update({ where: { id: versionId }, data: since });
    await audit(tx, viewer, label === 'LIVE' ? 'prompt.live' : 'prompt.trial', {
      targetId: promptId,
      detail: { task: prompt.task, number, ...worse },
    });
    return prompt.task as PromptTask;
  });
}

/** Removes a label: the live version or the built-in text is then used. */
export async function clearPromptLabel(
  viewer: Viewer,
  task: string,
  label: 'LIVE' | 'TRIAL',
): Promise<PromptTask> {
  mustBeTeam(viewer);
  return transaction(async (tx) => {
    await lockPrompts(tx);
    const prompt = await tx.prompt.findUnique({ where: { task } });
    if (!prompt) throw new NotFound('Prompt', ['task']);
    const data = label === 'LIVE' ? { liveVersionId: null } : { trialVersionId: null };
    await tx.prompt.update({ where: { task }, data });
    await audit(tx, viewer, 'prompt.label-cleared', { targetId: prompt.id, detail: { task, label } });
    return task as PromptTask;
  });
}

function lockPrompts(tx: Tx) {
  return tx.$executeRaw`select pg_advisory_xact_lock(hashtext('writer.prompts'))`;
}
