import { batch } from '#api/graphql/batch.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { weighing } from '#api/graphql/limits/cost.ts';
import { db } from '#api/platform/database/database.ts';
import { LimitReached, WrongState } from '#api/platform/errors.ts';
import { WorseMeasureRef } from '../schema.ts';
import type { ReplayMeasures } from './measures.ts';
import {
  compareWithLive,
  measuresOf,
  progressOf,
  type ReplayComparison,
  resultsOf,
  type ShownResult,
} from './read.ts';
import { cancelReplay, startReplay } from './runs.ts';
import { addReplayTurn, deleteReplaySet, removeReplayTurn, saveReplaySet, turnLimit } from './sets.ts';

const ReplayKind = builder.enumType('ReplayKind', {
  description: 'INTERVIEW: a turn is answered. WRITE: the stories of a whole conversation are written.',
  values: ['INTERVIEW', 'WRITE'] as const,
});

const ReplayStatus = builder.enumType('ReplayStatus', {
  values: ['QUEUED', 'RUNNING', 'DONE', 'CANCELLED', 'FAILED'] as const,
});

const undecided = 'Null where no answer decides it.';

const Measures = builder.objectRef<ReplayMeasures>('ReplayMeasures').implement({
  description: 'What can be counted in the answers of a run.',
  fields: (t) => ({
    answers: t.exposeInt('answers', { description: 'How many turns were answered.' }),
    failed: t.exposeInt('failed', { description: 'How many of them without a whole answer.' }),
    unusable: t.exposeInt('unusable', {
      nullable: true,
      description: `Turns that would not be said, or stories that are not of the shape asked for. ${undecided}`,
    }),
    questions: t.exposeInt('questions', { nullable: true, description: undecided }),
    questionsRepeated: t.exposeInt('questionsRepeated', {
      nullable: true,
      description: `Questions that were asked before in the same conversation. ${undecided}`,
    }),
    wordsPerTurn: t.exposeFloat('wordsPerTurn', { nullable: true, description: undecided }),
    sentencesHeld: t.exposeInt('sentencesHeld', { nullable: true, description: undecided }),
    sentencesRefused: t.exposeInt('sentencesRefused', {
      nullable: true,
      description: `Sentences that rest on nothing that was said. ${undecided}`,
    }),
    privateSentences: t.exposeInt('privateSentences', {
      nullable: true,
      description: `Sentences that repeat private words of the conversation. ${undecided}`,
    }),
    costUsd: t.exposeFloat('costUsd', {
      nullable: true,
      description: 'Null unless the tokens and prices of all answers are known.',
    }),
    meanLatencyMs: t.exposeFloat('meanLatencyMs', { nullable: true, description: undecided }),
  }),
});

const Progress = builder.objectRef<{ total: number; done: number }>('ReplayProgress').implement({
  fields: (t) => ({ total: t.exposeInt('total'), done: t.exposeInt('done') }),
});

const Result = builder.objectRef<ShownResult>('ReplayResult');
Result.implement({
  description: 'The answer at one turn.',
  fields: (t) => ({
    conversationId: t.exposeID('conversationId'),
    subjectId: t.exposeID('subjectId'),
    turn: t.int({ nullable: true, description: 'Null for a whole conversation.', resolve: turnOf }),
    text: t.exposeString('text', { description: 'Empty once it is thirty days old, or withheld.' }),
    verdict: t.exposeString('verdict', { nullable: true }),
    error: t.exposeString('error', { nullable: true, description: 'Why there is no whole answer.' }),
    withheld: t.exposeBoolean('isWithheld', {
      description: 'Its words may no longer be read: something was made private, or a consent withdrawn.',
    }),
    words: t.exposeInt('words', { nullable: true }),
    repeated: t.exposeInt('repeated', { nullable: true, description: 'Repeated questions.' }),
    usable: t.exposeBoolean('usable', { nullable: true }),
    sentencesHeld: t.exposeInt('sentencesHeld', { nullable: true }),
    sentencesRefused: t.exposeInt('sentencesRefused', { nullable: true }),
    privateSentences: t.exposeInt('privateSentences', { nullable: true }),
    latencyMs: t.exposeInt('latencyMs', { nullable: true }),
    costUsd: t.exposeFloat('costUsd', { nullable: true }),
    live: t.field({
      type: Result,
      nullable: true,
      description: 'The answer at the same turn in the latest run of what is live.',
      resolve: ({ live }) => live,
    }),
  }),
});

function turnOf({ seq }: { seq: number }): number | null {
  return seq || null;
}

builder.prismaObject('ReplayTurn', {
  description: 'A recorded conversation in a set.',
  fields: (t) => ({
    id: t.exposeID('id'),
    conversation: t.relation('conversation'),
    turn: t.int({
      nullable: true,
      description: 'The seq of the person’s turn that is answered; null for a whole conversation.',
      resolve: turnOf,
    }),
  }),
});

const Comparison = builder.objectRef<ReplayComparison>('ReplayComparison').implement({
  description: 'A run beside the latest one of what is live, over the turns that both have answered.',
  fields: (t) => ({
    liveRunId: t.id({ resolve: ({ liveRun }) => liveRun.id }),
    liveModel: t.string({
      nullable: true,
      description: 'Null: the built-in interviewer.',
      resolve: ({ liveRun }) => liveRun.modelName,
    }),
    common: t.exposeInt('common', { description: 'How many turns both have answered.' }),
    version: t.field({ type: Measures, resolve: ({ version }) => version }),
    live: t.field({ type: Measures, resolve: ({ live }) => live }),
    worse: t.field({
      type: [WorseMeasureRef],
      description: 'By what the version is worse; empty when by nothing.',
      resolve: ({ worse }) => worse,
    }),
  }),
});

const whole = {
  ...{ id: true, setId: true, runById: true, agentPromptVersionId: true, promptVersionId: true },
  ...{ modelId: true, modelName: true, versionIds: true, status: true, problem: true },
  ...{ createdAt: true, finishedAt: true },
} as const;

const ReplayRunObject = builder.prismaObject('ReplayRun', {
  description: 'A version and a model over a set.',
  fields: (t) => ({
    id: t.exposeID('id'),
    setId: t.exposeID('setId'),
    status: t.field({
      type: ReplayStatus,
      select: { status: true },
      resolve: ({ status }) => status as 'DONE',
    }),
    problem: t.exposeString('problem', { nullable: true, description: 'Why it failed.' }),
    agentPromptVersion: t.relation('agentPromptVersion', { nullable: true }),
    promptVersion: t.relation('promptVersion', {
      nullable: true,
      description: 'Without either, the built-in instructions or what was live then.',
    }),
    modelName: t.exposeString('modelName', {
      nullable: true,
      description: 'Null: the built-in interviewer.',
    }),
    runBy: t.relation('runBy', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true }),
    progress: t.field({
      type: Progress,
      resolve: ({ id }, _args, ctx) => batch(ctx, 'replay progress', id, progressOf),
    }),
    measures: t.field({
      type: Measures,
      description: 'Of the turns answered so far.',
      resolve: ({ id }, _args, ctx) => batch(ctx, 'replay measures', id, measuresOf),
    }),
    comparison: t.field({
      type: Comparison,
      nullable: true,
      description: 'Null until it is done, and where nothing of what is live was run over the same turns.',
      complexity: weighing(50),
      select: whole,
      resolve: (run) => compareWithLive(run),
    }),
    results: t.field({
      type: [Result],
      description: 'Turn by turn. The audit log keeps whose words were read.',
      complexity: weighing(500),
      select: whole,
      resolve: (run, _args, ctx) => resultsOf(viewerOf(ctx), run),
    }),
  }),
});

const mostRuns = 20;

builder.prismaObject('ReplaySet', {
  description: 'Recorded conversations that versions and models answer again, to compare them.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    kind: t.field({ type: ReplayKind, select: { kind: true }, resolve: ({ kind }) => kind as 'WRITE' }),
    turnCount: t.relationCount('turns'),
    turns: t.relation('turns', {
      description: `At most ${turnLimit}.`,
      query: { orderBy: { createdAt: 'asc' } },
    }),
    runs: t.relation('runs', {
      description: `The latest ${mostRuns}, the newest first.`,
      query: { orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: mostRuns },
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

builder.queryField('replaySets', (t) =>
  t.prismaField({
    type: ['ReplaySet'],
    description: 'By name. For admins.',
    authScopes: { admin: true },
    resolve: (query) => db.replaySet.findMany({ ...query, orderBy: { name: 'asc' } }),
  }),
);

builder.queryField('replaySet', (t) =>
  t.prismaField({
    type: 'ReplaySet',
    nullable: true,
    description: 'For admins.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { admin: true },
    resolve: (query, _root, { id }) => db.replaySet.findUnique({ ...query, where: { id } }),
  }),
);

builder.queryField('replayRun', (t) =>
  t.prismaField({
    type: ReplayRunObject,
    nullable: true,
    description: 'For admins.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { admin: true },
    resolve: (query, _root, { id }) => db.replayRun.findUnique({ ...query, where: { id } }),
  }),
);

const SaveReplaySetInput = builder.inputType('SaveReplaySetInput', {
  fields: (t) => ({
    id: t.id({ description: 'Without it a new one is made.' }),
    name: t.string({ required: true, description: 'At most 80 characters.' }),
    kind: t.field({ type: ReplayKind, required: true, description: 'It can’t be changed later.' }),
  }),
});

builder.mutationField('saveReplaySet', (t) =>
  t.prismaField({
    type: 'ReplaySet',
    description: 'Makes a set, or renames one. For admins.',
    args: { input: t.arg({ type: SaveReplaySetInput, required: true }) },
    authScopes: { admin: true },
    errors: { types: [LimitReached] },
    resolve: async (query, _root, { input }, ctx) => {
      const id = await saveReplaySet(viewerOf(ctx), input);
      return db.replaySet.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

const DeletedReplaySet = builder.objectRef<{ id: string }>('DeletedReplaySet').implement({
  fields: (t) => ({ id: t.exposeID('id') }),
});

builder.mutationField('deleteReplaySet', (t) =>
  t.field({
    type: DeletedReplaySet,
    description: 'Deletes a set with its runs. For admins.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { admin: true },
    errors: {},
    resolve: async (_root, { id }, ctx) => ({ id: await deleteReplaySet(viewerOf(ctx), id) }),
  }),
);

const AddReplayTurnInput = builder.inputType('AddReplayTurnInput', {
  fields: (t) => ({
    setId: t.id({ required: true }),
    conversationId: t.id({
      required: true,
      description: 'One that has ended, of a person who agrees that a model sees it.',
    }),
    turn: t.int({
      description:
        'The seq of the person’s turn that is answered, by default the last one. Of a set for the writer nothing.',
    }),
  }),
});

builder.mutationField('addReplayTurn', (t) =>
  t.prismaField({
    type: 'ReplaySet',
    description: 'Adds a recorded conversation to a set; it is in it once. For admins.',
    args: { input: t.arg({ type: AddReplayTurnInput, required: true }) },
    authScopes: { admin: true },
    errors: { types: [LimitReached, WrongState] },
    resolve: async (query, _root, { input }, ctx) => {
      const id = await addReplayTurn(viewerOf(ctx), input);
      return db.replaySet.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('removeReplayTurn', (t) =>
  t.prismaField({
    type: 'ReplaySet',
    description: 'Takes a turn out of its set; results of earlier runs stay. For admins.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { admin: true },
    errors: {},
    resolve: async (query, _root, args, ctx) => {
      const id = await removeReplayTurn(viewerOf(ctx), args.id);
      return db.replaySet.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

const StartReplayInput = builder.inputType('StartReplayInput', {
  fields: (t) => ({
    runId: t.id({
      required: true,
      description: 'A UUID that the client makes: the same one again returns the run, it is not run twice.',
    }),
    setId: t.id({ required: true }),
    agentPromptVersionId: t.id({ description: 'For the interviewer; else its built-in instructions.' }),
    promptVersionId: t.id({
      description: 'For the writer: it takes the place of its task’s live version; else all that is live.',
    }),
    modelId: t.id({
      description: 'Without it the built-in interviewer answers, which follows no instructions.',
    }),
  }),
});

builder.mutationField('startReplay', (t) =>
  t.prismaField({
    type: ReplayRunObject,
    description: 'Has a version and a model answer a set again, in the background. For admins.',
    complexity: weighing(500),
    args: { input: t.arg({ type: StartReplayInput, required: true }) },
    authScopes: { admin: true },
    errors: { types: [LimitReached, WrongState] },
    resolve: async (query, _root, { input }, ctx) => {
      const id = await startReplay(viewerOf(ctx), input);
      return db.replayRun.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('cancelReplay', (t) =>
  t.prismaField({
    type: ReplayRunObject,
    description: 'Stops a run; what it has measured stays. For admins.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { admin: true },
    errors: { types: [WrongState] },
    resolve: async (query, _root, args, ctx) => {
      const id = await cancelReplay(viewerOf(ctx), args.id);
      return db.replayRun.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);
