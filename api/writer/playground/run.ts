import { createHash } from 'node:crypto';
import { z } from 'zod';
import { turnOf } from '#api/biography/built-in-writer.ts';
import { loadWork } from '#api/biography/pipeline/load.ts';
import { checkModelAnswer, printForModel } from '#api/biography/text-tasks.ts';
import { ModelOutput } from '#api/biography/writing/model/output.ts';
import { writerInstructions } from '#api/biography/writing/model/prompt.ts';
import { fillInstructions, readJson } from '#api/biography/writing/model-writer.ts';
import type { WriteRequest } from '#api/biography/writing/writer.ts';
import { hasConsent } from '#api/consent/policy.ts';
import { recordedRequest, typedRequest } from '#api/conversations/engine/imagined-request.ts';
import { findTurn } from '#api/conversations/engine/reading.ts';
import { WORDED } from '#api/conversations/interviewer/model.ts';
import { dialogue, systemPrompt } from '#api/conversations/interviewer/system-prompt.ts';
import { allowTurn } from '#api/conversations/interviewer/turn.ts';
import type { Conversation, Model } from '#api/generated/prisma/client.ts';
import { audit } from '#api/platform/audit.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { nobody } from '#api/platform/domain-values/ids.ts';
import { parse, words } from '#api/platform/domain-values/input.ts';
import { InvalidInput, LimitReached, NotFound, WrongState } from '#api/platform/errors.ts';
import { bus } from '#api/platform/events/bus.ts';
import { topics } from '#api/platform/events/topics.ts';
import { log } from '#api/platform/log.ts';
import { runInWorker } from '#api/platform/text-workers/pool.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { subjectAccessAt } from '#api/subjects/policy.ts';
import { costOf, type Streamed, streamModel } from '../models/stream.ts';
import { mustBeTeam } from '../policy.ts';
import { builtInTexts } from '../prompts/tasks.ts';

/** The maximum of concurrent runs per admin. */
export const runsAtOnce = 8;

const timeouts = { interview: 60_000, write: 180_000 };
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
      throw new LimitReached(`${runsAtOnce} runs are going on: wait for one`, runsAtOnce);
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
  if (run.askedHash !== askedHash) throw new WrongState('This run was begun with something else', ['runId']);
  return run.id;
}

type Work = {
  conversation: Conversation | null;
  privateMark: string;
  model: Model | null;
  run: (
    signal: AbortSignal,
    onText: (text: string) => void,
  ) => Promise<Streamed & { verdict: string | null }>;
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
  const conversation = conversationId ? await readableConversation(viewer, conversationId) : null;
  const privateMark = conversation ? await privateTurns(conversation.id) : '';
  const base = { conversation, privateMark, model };
  if (promptVersionId) {
    if (!model)
      throw new InvalidInput([
        { path: 'modelId', message: 'must be given: the built-in writer follows no instructions' },
      ]);
    return { ...base, run: await writing(promptVersionId, model, conversation, text ?? '') };
  }
  return { ...base, run: await interviewing(asked, model, conversation) };
}

/** A conversation that the viewer may read and show to a model; else it is not found, or refused with the reason. */
async function readableConversation(viewer: Viewer, id: string): Promise<Conversation> {
  const conversation = await db.conversation.findUnique({ where: { id } });
  if (!conversation || !(await subjectAccessAt(viewer, conversation.subjectId)).can('READ_TRANSCRIPTS'))
    throw new NotFound('Conversation', ['conversationId']);
  if (!(await hasConsent(db, conversation.subjectId, 'AI_WRITING')))
    throw new WrongState('They have not agreed that a language model sees their words', ['conversationId']);
  return conversation;
}

/** The private turns of a conversation: a run is hidden once they change. */
async function privateTurns(conversationId: string): Promise<string> {
  const turns = await db.message.findMany({
    where: { conversationId, private: true },
    orderBy: { seq: 'asc' },
    select: { seq: true },
  });
  return turns.map(({ seq }) => seq).join();
}

/** Whether the viewer may still see the words that a run is based on. */
export async function isStillReadable(
  viewer: Viewer,
  run: { conversationId: string | null; privateMark: string },
): Promise<boolean> {
  if (run.conversationId === null) return true;
  const readable = await readableConversation(viewer, run.conversationId).catch(() => null);
  return readable !== null && (await privateTurns(readable.id)) === run.privateMark;
}

async function interviewing(asked: Input, model: Model | null, conversation: Conversation | null) {
  const { agentPromptVersionId: id, text, turn = null } = asked;
  const version = id ? await db.agentPromptVersion.findUnique({ where: { id } }) : null;
  if (id && !version) throw new NotFound('Version', ['agentPromptVersionId']);
  const request = conversation
    ? await recordedRequest(conversation, turn, version)
    : await typedRequest(text ?? '', version);
  if (!request) throw new WrongState('There is no turn of theirs to be answered, or it is private', ['turn']);
  return async (signal: AbortSignal, onText: (text: string) => void) => {
    const started = performance.now();
    const draft = await findTurn(request, conversation?.subjectId ?? nobody, signal);
    if (!model || !WORDED.has(draft.plan.kind)) {
      const latencyMs = Math.round(performance.now() - started);
      const verdict = model
        ? 'A turn like this is never left to a model: these are the built-in words'
        : null;
      const none = { error: null, inputTokens: null, outputTokens: null, firstTokenMs: latencyMs };
      return { ...none, text: draft.text, latencyMs, verdict };
    }
    const streamed = await streamModel(
      model,
      {
        instructions: systemPrompt(draft.plan, request),
        messages: dialogue(request.history),
        ...{ maxOutputTokens: 200, timeoutMs: Math.min(timeouts.interview, model.timeoutMs ?? 12_000) },
      },
      signal,
      onText,
    );
    const spoken = streamed.error ? null : allowTurn(streamed.text, request, draft.plan.kind !== 'COMFORT');
    const verdict = streamed.error
      ? null
      : spoken === null
        ? 'It would not be said: the built-in interviewer would speak instead'
        : spoken === streamed.text.trim()
          ? 'It would be said as it is'
          : `It would be said as: ${spoken}`;
    return { ...streamed, verdict };
  };
}

async function writing(id: string, model: Model, conversation: Conversation | null, text: string) {
  const version = await db.promptVersion.findUnique({ where: { id }, include: { prompt: true } });
  if (!version) throw new NotFound('Version', ['promptVersionId']);
  const live = await db.prompt.findMany({ include: { liveVersion: true } });
  const texts = { ...builtInTexts };
  for (const { task, liveVersion } of live)
    if (liveVersion && task in texts) texts[task as keyof typeof texts] = liveVersion.text;
  texts[version.prompt.task as keyof typeof texts] = version.text;
  const request = conversation ? await writeRequest(conversation.id) : typedWriting(text);
  return async (signal: AbortSignal, onText: (text: string) => void) => {
    const printed = await runInWorker(printForModel, request, turnOf(request, signal));
    const streamed = await streamModel(
      model,
      {
        instructions: fillInstructions(writerInstructions(texts), request),
        messages: [{ role: 'user', content: printed }],
        maxOutputTokens: model.maxOutputTokens ?? 8_000,
        timeoutMs: Math.min(timeouts.write, model.timeoutMs ?? timeouts.write),
      },
      signal,
      onText,
    );
    if (streamed.error) return { ...streamed, verdict: null };
    const output = ModelOutput.safeParse(readJson(streamed.text));
    if (!output.success) return { ...streamed, verdict: 'It is not JSON of the shape that is asked for' };
    const { held, refusals } = await runInWorker(
      checkModelAnswer,
      { request, output: output.data },
      turnOf(request, signal),
    );
    return {
      ...streamed,
      verdict: `${held} sentences hold, ${refusals.length} rest on nothing that was said`,
    };
  };
}

async function writeRequest(conversationId: string): Promise<WriteRequest> {
  const work = await loadWork(db, conversationId);
  if (work === 'NOTHING' || work === 'CONSENT')
    throw new WrongState('Stories are written of a conversation that has ended', ['conversationId']);
  // Without the existing cards, because a story that has a card would be left out.
  return { ...work.request, cards: [] };
}

function typedWriting(text: string): WriteRequest {
  return {
    subject: { preferredName: 'Ann', fullName: 'Ann Example', birthDate: null, birthPlace: null, people: [] },
    conversation: { id: nobody, startedAt: clock.now() },
    messages: [{ id: nobody, role: 'user', text, private: false }],
    cards: [],
    chapters: [{ key: 'childhood-home', title: 'Childhood' }],
  };
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
  const signal = AbortSignal.timeout(timeouts.write + 10_000);
  const ended = await run(signal, (sofar) => {
    text = sofar;
  }).catch((error: Error) => {
    log.error({ error }, 'a run of the playground failed');
    return { text, error: 'It broke off; the log says why' };
  });
  clearInterval(beat);
  const { error, ...rest } = ended;
  const costUsd = model && 'inputTokens' in ended ? costOf(model, ended) : null;
  await keep({ ...rest, error, costUsd, status: error ? 'FAILED' : 'DONE' });
}
