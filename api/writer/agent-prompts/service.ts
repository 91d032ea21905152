import { z } from 'zod';
import { voiceNamed } from '#api/calls/service/voices.ts';
import { allowsFirstMessage } from '#api/conversations/interviewer/first-message.ts';
import { templateNames } from '#api/conversations/interviewer/template-variables.ts';
import { templateProblem } from '#api/language/fill-template.ts';
import { isLanguage, languages } from '#api/language/languages.ts';
import { audit } from '#api/platform/audit.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { clearable, line, parse, words } from '#api/platform/domain-values/input.ts';
import { InvalidInput, LimitReached, NotFound } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { ChangedMeanwhile } from '../errors.ts';
import { mustBeTeam } from '../policy.ts';
import { requireReasonIfWorse } from '../replay/gate.ts';

export const agentPromptLimit = 100;
export const instructionsLimit = 8_000;

/** A text with only known {{names}}. */
function template(max: number) {
  return words(max).superRefine((value, ctx) => {
    const problem = templateProblem(value, templateNames);
    if (problem) ctx.addIssue({ code: 'custom', message: problem });
  });
}

/** Of an agent prompt that there is, what is left out stays as in its newest version, and null clears it. */
export const SaveAgentPrompt = z.object({
  id: z.string().nullish(),
  /** The newest version that the caller has seen; without it, a new version is always made. */
  basedOn: z.int().nullish(),
  /** Required for a new one. */
  name: line(80).nullish(),
  description: clearable(line(300)).optional(),
  instructions: template(instructionsLimit),
  firstMessage: template(400).superRefine((value, ctx) => {
    const problem = allowsFirstMessage(value);
    if (problem) ctx.addIssue({ code: 'custom', message: problem });
  }),
  voice: clearable(
    line(80).refine((value) => /^[\w.:-]+$/.test(value), 'must be a voice’s name, without spaces'),
  ).optional(),
  language: z
    .string()
    .refine(isLanguage, `must be one of ${languages.join(', ')}`)
    .nullish(),
  modelId: z.string().nullish(),
  note: clearable(line(300)).optional(),
});

/**
 * Creates an agent prompt, or a new version of one; earlier versions stay. Refuses, without changes, when someone else
 * has saved a version that the caller hasn't seen.
 */
export async function saveAgentPrompt(
  viewer: Viewer,
  input: z.input<typeof SaveAgentPrompt>,
): Promise<string> {
  mustBeTeam(viewer);
  const { id, basedOn, name, description, ...given } = parse(SaveAgentPrompt, input);
  return transaction(async (tx) => {
    await lockAgentPrompts(tx);
    const prompt = id ? await tx.agentPrompt.findUnique({ where: { id } }) : null;
    if (id && !prompt) throw new NotFound('Agent prompt', ['id']);
    const kept = name ?? prompt?.name;
    if (kept === undefined) throw new InvalidInput([{ path: 'name', message: 'is required' }]);
    const namesake = await tx.agentPrompt.findUnique({ where: { name: kept } });
    if (namesake && namesake.id !== id)
      throw new InvalidInput([{ path: 'name', message: 'is the name of another agent prompt' }]);
    await mustBeModel(tx, given.modelId);
    const newest = prompt
      ? await tx.agentPromptVersion.findFirst({
          where: { agentPromptId: prompt.id },
          orderBy: { number: 'desc' },
          include: { author: { select: { name: true } } },
        })
      : null;
    if (newest && basedOn != null && newest.number !== basedOn)
      throw new ChangedMeanwhile(newest.number, newest.author?.name ?? null);
    if (!prompt && (await tx.agentPrompt.count()) >= agentPromptLimit)
      throw new LimitReached(`There are ${agentPromptLimit} agent prompts already`, agentPromptLimit);
    const facts = { name: kept, ...(description !== undefined && { description: description ?? '' }) };
    const { id: agentPromptId } = prompt
      ? await tx.agentPrompt.update({ where: { id: prompt.id }, data: facts })
      : await tx.agentPrompt.create({ data: facts });
    const { instructions, firstMessage, language, note = null } = given;
    const { voice = newest?.voice ?? null, modelId = newest?.modelId ?? null } = given;
    const version = {
      instructions,
      firstMessage,
      voice,
      language: language ?? newest?.language ?? 'en',
      modelId,
    };
    mustSpeak(version);
    const same = newest && Object.entries(version).every(([key, value]) => newest[key as 'voice'] === value);
    const number = same ? newest.number : (newest?.number ?? 0) + 1;
    if (!same)
      await tx.agentPromptVersion.create({
        data: { ...version, agentPromptId, number, note, authorId: viewer.userId },
      });
    await audit(tx, viewer, 'agent-prompt.saved', {
      targetId: agentPromptId,
      detail: { name: kept, number },
    });
    return agentPromptId;
  });
}

/**
 * Makes a version live, also an earlier one. It replaces the live agent prompt of its language, because only one is
 * used. Running conversations keep their version. When its replays are worse than those of the live version, or the live
 * version was not run on the same turns, it needs a reason, which is stored.
 */
export async function makeAgentPromptLive(
  viewer: Viewer,
  { versionId, reason }: { versionId: string; reason?: string | null },
): Promise<string> {
  mustBeTeam(viewer);
  return transaction(async (tx) => {
    await lockAgentPrompts(tx);
    const version = await versionAt(tx, versionId);
    const { agentPromptId, language, number } = version;
    const live = await tx.agentPrompt.findMany({ where: { liveVersion: { is: { language } } } });
    const liveIds = live.flatMap(({ liveVersionId }) => liveVersionId ?? []);
    const worse = liveIds.includes(versionId)
      ? null
      : await requireReasonIfWorse(
          tx,
          { agentPromptVersionId: versionId },
          { versionIds: liveIds, isReplaced: liveIds.length > 0 },
          reason,
        );
    await tx.agentPrompt.updateMany({
      where: { id: { not: agentPromptId }, liveVersion: { is: { language } } },
      data: { liveVersionId: null },
    });
    await tx.agentPrompt.update({ where: { id: agentPromptId }, data: { liveVersionId: versionId } });
    const since = { liveAt: clock.now(), liveReason: worse?.reason ?? null };
    if (!liveIds.includes(versionId))
      await tx.agentPromptVersion.update({ where: { id: versionId }, data: since });
    await audit(tx, viewer, 'agent-prompt.live', {
      targetId: agentPromptId,
      detail: { number, language, name: version.agentPrompt.name, ...worse },
    });
    return agentPromptId;
  });
}

/** Makes a version the trial one of its language. */
export async function tryAgentPrompt(viewer: Viewer, versionId: string): Promise<string> {
  mustBeTeam(viewer);
  return transaction(async (tx) => {
    await lockAgentPrompts(tx);
    const { agentPromptId, language, number } = await versionAt(tx, versionId);
    await tx.agentPrompt.updateMany({
      where: { id: { not: agentPromptId }, trialVersion: { is: { language } } },
      data: { trialVersionId: null },
    });
    await tx.agentPrompt.update({ where: { id: agentPromptId }, data: { trialVersionId: versionId } });
    await audit(tx, viewer, 'agent-prompt.trial', { targetId: agentPromptId, detail: { number } });
    return agentPromptId;
  });
}

/** Removes a label: new conversations then use the live version or the built-in instructions. */
export async function clearAgentPromptLabel(
  viewer: Viewer,
  id: string,
  label: 'LIVE' | 'TRIAL',
): Promise<string> {
  mustBeTeam(viewer);
  return transaction(async (tx) => {
    await lockAgentPrompts(tx);
    if (!(await tx.agentPrompt.findUnique({ where: { id } }))) throw new NotFound('Agent prompt', ['id']);
    const data = label === 'LIVE' ? { liveVersionId: null } : { trialVersionId: null };
    await tx.agentPrompt.update({ where: { id }, data });
    await audit(tx, viewer, 'agent-prompt.label-cleared', { targetId: id, detail: { label } });
    return id;
  });
}

async function versionAt(tx: Tx, versionId: string) {
  const version = await tx.agentPromptVersion.findUnique({
    where: { id: versionId },
    include: { agentPrompt: { select: { name: true } } },
  });
  if (!version) throw new NotFound('Version', ['versionId']);
  return version;
}

/** Only one change of labels at a time, because one agent prompt per language is live. */
function lockAgentPrompts(tx: Tx) {
  return tx.$executeRaw`select pg_advisory_xact_lock(hashtext('writer.agent-prompts'))`;
}

/** Refuses a voice that speaks another language. */
function mustSpeak({ voice, language }: { voice: string | null; language: string }) {
  const spoken = voice && voiceNamed(voice)?.language;
  if (spoken && spoken !== language)
    throw new InvalidInput([{ path: 'voice', message: `must be a voice that speaks ${language}` }]);
}

/** Refuses an unknown model. */
export async function mustBeModel(tx: Tx, modelId: string | null | undefined): Promise<void> {
  if (modelId && !(await tx.model.findUnique({ where: { id: modelId }, select: { id: true } })))
    throw new InvalidInput([{ path: 'modelId', message: 'must be one of the models' }]);
}
