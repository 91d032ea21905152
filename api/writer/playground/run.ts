import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Conversation, Model } from '#api/generated/prisma/client.ts';
import { audit } from '#api/platform/audit.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { nobody } from '#api/platform/domain-values/ids.ts';
import { parse, words } from '#api/platform/domain-values/input.ts';
import { InvalidInput, LimitReached, NotFound, WrongState } from '#api/platform/errors.ts';
import { bus } from '#api/platform/events/bus.ts';
import { topics } from '#api/platform/events/topics.ts';
import { log } from '#api/platform/log.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { subjectAccessAt } from '#api/subjects/policy.ts';
import { costOf } from '../models/stream.ts';
import { mustBeTeam } from '../policy.ts';
import { builtInTexts } from '../prompts/tasks.ts';
import { type Answered, longestAnswerMs, prepareStories, prepareTurn, type RequestAnswer } from './answer.ts';
import { privateTurns, readableConversation } from './readable.ts';

/** The maximum of concurrent runs per admin. */
export const runsAtOnce = 8;

/** The interval of heartbeats, and of text updates. */
const beatMs = 250;
/** A run without a heartbeat for so long has ended with its process. */
export const silentMs = 20_000;

export const PlaygroundRunInput = z.object({
  runId: z.string().refine((id) => id !== nobody, 'must be a UUID'),
  promptVersionId: z.string().nullish(),
  agentPromptVersionId: z.string().nullish(),
  modelId: z.string().nullish(),
  text: words(20_000).nullish(),
  conversationId: z.string().nullish(),
  /** For a recorded conversation: the seq of the person's turn to answer; by default the last one. */
  turn: z.int().min(1).nullish(),
});

type Input = z.output<typeof PlaygroundRunInput>;

/** Begins a run, or returns the one with the same id. Resolves with its id once it is stored. */
export async function beginRun(viewer: Viewer, input: z.input<typeof PlaygroundRunInput>): Promise<string> {
  mustBeTeam(viewer);
  const asked = parse(PlaygroundRunInput, input);
  const askedHash = createHash('sha256')
    .update(JSON.stringify(Object.entries(asked).sort()))
    .digest('hex');
  const before = await db.playgroundRun.findUnique({ where: { id: asked.runId } });
  if (before) return joined(viewer, before, askedHash);
  const work = await prepare(viewer, asked);
  const begun = await transaction(async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtext(${`playground:${viewer.userId}`}))`;
    const going = await tx.playgroundRun.count({
      where: { runById: viewer.userId, status: 'RUNNING', beatAt: { gt: new Date(Date.now() - silentMs) } },
    });
    if (going >= runsAtOnce)
      throw new LimitReached(`${runsAtOnce} runs are in progress: wait until one ends`, runsAtOnce);
    const { count } = await tx.playgroundRun.createMany({
      data: [
        {
          ...{ id: asked.runId, runById: viewer.userId, askedHash, privateMark: work.privateMark },
          ...{ subjectId: work.conversation?.subjectId, conversationId: work.conversation?.id },
          ...{ promptVersionId: asked.promptVersionId, agentPromptVersionId: asked.agentPromptVersionId },
          ...{ modelId: asked.modelId, beatAt: new Date() },
        },
      ],
      skipDuplicates: true,
    });
    if (count)
      await audit(tx, viewer, 'playground.run', {
        targetId: asked.runId,
        ...(work.conversation && { subjectId: work.conversation.subjectId }),
        detail: { model: work.model?.name ?? 'built-in', conversationId: work.conversation?.id ?? null },
      });
    return count > 0;
  });
  if (begun) void carryOut(asked.runId, work);
  else joined(viewer, await db.playgroundRun.findUniqueOrThrow({ where: { id: asked.runId } }), askedHash);
  return asked.runId;
}

function joined(viewer: Viewer, run: { id: string; runById: string; askedHash: string }, askedHash: string) {
  if (run.runById !== viewer.userId) throw new NotFound('Run', ['runId']);
  if (run.askedHash !== askedHash) throw new WrongState('Another run was started with this id', ['runId']);
  return run.id;
}

type Work = {
  conversation: Conversation | null;
  privateMark: string;
  model: Model | null;
  run: RequestAnswer;
};

async function prepare(viewer: Viewer, asked: Input): Promise<Work> {
  const { promptVersionId, agentPromptVersionId, modelId, text, conversationId } = asked;
  if (promptVersionId && agentPromptVersionId)
    throw new InvalidInput([
      { path: 'promptVersionId', message: 'can’t be given with agentPromptVersionId' },
    ]);
  if (!text === !conversationId)
    throw new InvalidInput([{ path: 'text', message: 'must be given, or conversationId' }]);
  const model = modelId ? await db.model.findUnique({ where: { id: modelId } }) : null;
  if (modelId && !model) throw new NotFound('Model', ['modelId']);
  const conversation = conversationId
    ? await readableConversation((subjectId) => subjectAccessAt(viewer, subjectId), conversationId)
    : null;
  const privateMark = conversation ? await privateTurns(conversation.id) : '';
  const base = { conversation, privateMark, model };
  if (promptVersionId) {
    if (!model)
      throw new InvalidInput([
        { path: 'modelId', message: 'must be given: the built-in writer follows no instructions' },
      ]);
    const texts = await textsWith(promptVersionId);
    return { ...base, run: await prepareStories({ conversation, text }, texts, model) };
  }
  const version = agentPromptVersionId
    ? await db.agentPromptVersion.findUnique({ where: { id: agentPromptVersionId } })
    : null;
  if (agentPromptVersionId && !version) throw new NotFound('Version', ['agentPromptVersionId']);
  return { ...base, run: await prepareTurn({ conversation, text, turn: asked.turn }, version, model) };
}

/** The writer's current texts, with one version in place of its task's text. */
async function textsWith(versionId: string): Promise<typeof builtInTexts> {
  const version = await db.promptVersion.findUnique({ where: { id: versionId }, include: { prompt: true } });
  if (!version) throw new NotFound('Version', ['promptVersionId']);
  const live = await db.prompt.findMany({ include: { liveVersion: true } });
  const texts = { ...builtInTexts };
  for (const { task, liveVersion } of live)
    if (liveVersion && task in texts) texts[task as keyof typeof texts] = liveVersion.text;
  texts[version.prompt.task as keyof typeof texts] = version.text;
  return texts;
}

function outcomeOf(answered: Answered, model: Model | null) {
  const { verdict, inputTokens, outputTokens, firstTokenMs, latencyMs } = answered;
  const costUsd = model && costOf(model, answered);
  return { verdict, inputTokens, outputTokens, firstTokenMs, latencyMs, costUsd };
}

/** Completes the run, with or without followers; its text is stored as it grows. */
async function carryOut(id: string, { model, run }: Work): Promise<void> {
  let text = '';
  let writing = Promise.resolve();
  const keep = (data: object) => {
    writing = writing
      .then(async () => {
        await db.playgroundRun.updateMany({ where: { id }, data: { ...data, beatAt: new Date() } });
        bus.publish(topics.playgroundRun(id));
      })
      .catch((error: Error) => log.warn({ error }, 'a run of the playground was not kept'));
    return writing;
  };
  const beat = setInterval(() => void keep({ text }), beatMs);
  beat.unref();
  const signal = AbortSignal.timeout(longestAnswerMs);
  const ended = await run(signal, (sofar) => {
    text = sofar;
  }).catch((error: Error) => {
    log.error({ error }, 'a run of the playground failed');
    return { text, error: 'It broke off; the log says why' };
  });
  clearInterval(beat);
  const { error } = ended;
  const outcome = 'measures' in ended ? outcomeOf(ended, model) : {};
  await keep({ text: ended.text, error, ...outcome, status: error ? 'FAILED' : 'DONE' });
}
