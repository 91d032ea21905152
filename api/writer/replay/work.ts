import type { Model, ReplayResult, ReplayRun } from '#api/generated/prisma/client.ts';
import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { DomainError } from '#api/platform/errors.ts';
import { costOf } from '../models/stream.ts';
import {
  countPrivateSentences,
  longestAnswerMs,
  prepareStories,
  prepareTurn,
  type RequestAnswer,
} from '../playground/answer.ts';
import { privateTurns, readableConversation } from '../playground/readable.ts';
import { builtInTexts } from '../prompts/tasks.ts';
import { teamAt } from '../reconcile/policy.ts';

/** After this time, the rest of a run is queued again. */
const shiftMs = 600_000;
/** How often a run checks whether it was cancelled. */
const lookMs = 500;
/** How long the texts of answers are kept. */
const keptDays = 30;
/** A run that hasn't ended after this time counts as failed. */
const longestDays = 1;

/**
 * Answers the remaining turns of a run, stores each answer with its measures, and ends the run. Returns false when its
 * time is up and turns remain.
 */
export async function runReplay(runId: string, signal: AbortSignal): Promise<boolean> {
  await db.replayRun.updateMany({ where: { id: runId, status: 'QUEUED' }, data: { status: 'RUNNING' } });
  const until = Date.now() + shiftMs;
  for (;;) {
    signal.throwIfAborted();
    const run = await db.replayRun.findUnique({ where: { id: runId }, include: { model: true } });
    if (run?.status !== 'RUNNING') return true;
    if (run.modelName !== null && !run.model)
      return endRun(runId, 'FAILED', 'The model was deleted meanwhile');
    const next = await db.replayResult.findFirst({
      where: { runId, doneAt: null },
      orderBy: { position: 'asc' },
    });
    if (!next) return endRun(runId, 'DONE');
    if (Date.now() > until) return false;
    const data = await whileRunning(runId, signal, (stop) => answer(run, run.model, next, stop));
    if (!data) continue;
    const { conversationId, seq } = next;
    await db.replayResult.updateMany({
      where: { runId, conversationId, seq, doneAt: null },
      data: { ...data, doneAt: clock.now() },
    });
  }
}

async function endRun(id: string, status: 'DONE' | 'FAILED', problem: string | null = null) {
  const data = { status, problem, finishedAt: clock.now() };
  await db.replayRun.updateMany({ where: { id, status: 'RUNNING' }, data });
  return true;
}

/** Runs `work` and aborts it when the run is cancelled; the result is then null. */
async function whileRunning<T>(
  id: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const cancelled = new AbortController();
  const look = setInterval(() => {
    db.replayRun
      .findUnique({ where: { id }, select: { status: true } })
      .then((run) => run?.status !== 'RUNNING' && cancelled.abort())
      .catch(() => {});
  }, lookMs);
  look.unref();
  try {
    const limit = AbortSignal.timeout(longestAnswerMs);
    const result = await work(AbortSignal.any([signal, cancelled.signal, limit]));
    signal.throwIfAborted();
    return cancelled.signal.aborted ? null : result;
  } catch (error) {
    if (cancelled.signal.aborted && !signal.aborted) return null;
    throw error;
  } finally {
    clearInterval(look);
  }
}

type Measured = Partial<Omit<ReplayResult, 'runId' | 'conversationId' | 'subjectId' | 'seq' | 'position'>>;

async function answer(
  run: ReplayRun,
  model: Model | null,
  { conversationId, seq }: ReplayResult,
  signal: AbortSignal,
): Promise<Measured> {
  let ask: RequestAnswer;
  const conversation = await readableConversation(teamAt, conversationId).catch(refusal);
  if (typeof conversation === 'string') return { error: conversation };
  const privateMark = await privateTurns(conversationId);
  try {
    ask = await prepare(run, model, { conversation, turn: seq });
  } catch (error) {
    return { error: refusal(error) };
  }
  const { printed, measures, text, verdict, error, ...met } = await ask(signal, () => {});
  const isMeasured = !error;
  return {
    ...{ measured: true, privateMark, text, verdict, error, ...measures },
    ...{ inputTokens: met.inputTokens, outputTokens: met.outputTokens },
    ...{ firstTokenMs: met.firstTokenMs, latencyMs: met.latencyMs },
    costUsd: model && costOf(model, met),
    privateSentences: isMeasured ? await countPrivateSentences(conversation, printed, signal) : null,
  };
}

/** Returns the reason why a conversation can't be answered; throws other errors. */
function refusal(error: unknown): string {
  if (error instanceof DomainError) return error.message;
  throw error;
}

async function prepare(
  run: ReplayRun,
  model: Model | null,
  input: Parameters<typeof prepareTurn>[0],
): Promise<RequestAnswer> {
  const isWriting = input.turn === 0;
  if (!isWriting) {
    const id = run.agentPromptVersionId;
    return prepareTurn(input, id ? await db.agentPromptVersion.findUnique({ where: { id } }) : null, model);
  }
  if (!model) throw new Error('A replay of the writer has no model');
  const texts = { ...builtInTexts };
  const versions = await db.promptVersion.findMany({
    where: { id: { in: run.versionIds } },
    include: { prompt: { select: { task: true } } },
  });
  for (const { text, prompt } of versions)
    if (prompt.task in texts) texts[prompt.task as keyof typeof texts] = text;
  return prepareStories(input, texts, model);
}

/** Erases the texts of answers after thirty days, and ends runs that have not ended for a day. */
export async function eraseReplayTexts(): Promise<void> {
  const ago = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);
  await db.replayResult.updateMany({
    where: { doneAt: { lt: ago(keptDays) }, OR: [{ text: { not: '' } }, { verdict: { not: null } }] },
    data: { text: '', verdict: null },
  });
  await db.replayRun.updateMany({
    where: { status: { in: ['QUEUED', 'RUNNING'] }, createdAt: { lt: ago(longestDays) } },
    data: { status: 'FAILED', problem: 'It did not end within a day', finishedAt: clock.now() },
  });
}
