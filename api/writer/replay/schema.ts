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

const undecided = 'Null if it applies to none of the answers.';

const Measures = builder.objectRef<ReplayMeasures>('ReplayMeasures').implement({
  description: 'The measures of a run’s answers.',
  fields: (t) => ({
    answers: t.exposeInt('answers', { description: 'How many turns were answered.' }),
    failed: t.exposeInt('failed', { description: 'How many of them have no complete answer.' }),
    unusable: t.exposeInt('unusable', {
      nullable: true,
      description: `Turns that would not be spoken, or stories that do not have the expected shape. ${undecided}`,
    }),
    questions: t.exposeInt('questions', { nullable: true, description: undecided }),
    questionsRepeated: t.exposeInt('questionsRepeated', {
      nullable: true,
      description: `Questions that the interviewer asked the subject before. ${undecided}`,
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
  description: 'The answer to one turn.',
  fields: (t) => ({
    conversationId: t.exposeID('conversationId'),
    subjectId: t.exposeID('subjectId'),
    turn: t.int({ nullable: true, description: 'Null for a whole conversation.', resolve: turnOf }),
    text: t.exposeString('text', { description: 'Empty once it is thirty days old, or withheld.' }),
    verdict: t.exposeString('verdict', { nullable: true }),
    error: t.exposeString('error', { nullable: true, description: 'Why there is no complete answer.' }),
    withheld: t.exposeBoolean('isWithheld', {
      description:
        'The words may no longer be read, because something was made private or a consent was withdrawn.',
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
      description: 'The answer to the same turn in the latest run of the live version.',
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
  description:
    'A run compared with the latest run of the live version with the same model, over the turns that both have answered.',
  fields: (t) => ({
    liveRunId: t.id({ resolve: ({ liveRun }) => liveRun.id }),
    liveModel: t.string({
      nullable: true,
      description: 'Null for the built-in interviewer.',
      resolve: ({ liveRun }) => liveRun.modelName,
    }),
    common: t.exposeInt('common', { description: 'How many turns both have answered.' }),
    version: t.field({ type: Measures, resolve: ({ version }) => version }),
    live: t.field({ type: Measures, resolve: ({ live }) => live }),
    worse: t.field({
      type: [WorseMeasureRef],
      description: 'The measures by which the version is worse.',
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
  description: 'A run of a version and a model over a set.',
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
      description:
        'Without either version, the run followed the built-in instructions or what was live then.',
    }),
    modelName: t.exposeString('modelName', {
      nullable: true,
      description: 'Null for the built-in interviewer.',
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
      description: 'The measures of the turns answered so far.',
      resolve: ({ id }, _args, ctx) => batch(ctx, 'replay measures', id, measuresOf),
    }),
    comparison: t.field({
      type: Comparison,
      nullable: true,
      description: 'Null until the run is done, or if the live version was not run over the same turns.',
      complexity: weighing(50),
      select: whole,
      resolve: (run) => compareWithLive(run),
    }),
    results: t.field({
      type: [Result],
      description: 'The results by turn. The audit log records whose words were read.',
      complexity: weighing(500),
      select: whole,
      resolve: (run, _args, ctx) => resultsOf(viewerOf(ctx), run),
    }),
  }),
});

const mostRuns = 20;

builder.prismaObject('ReplaySet', {
  description: 'Recorded conversations that are replayed with versions and models, to compare their answers.',
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
    id: t.id({ description: 'Without it, a new set is created.' }),
    name: t.string({ required: true, description: 'At most 80 characters.' }),
    kind: t.field({ type: ReplayKind, required: true, description: 'It can’t be changed later.' }),
  }),
});

builder.mutationField('saveReplaySet', (t) =>
  t.prismaField({
    type: 'ReplaySet',
    description: 'Creates or renames a set. For admins.',
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
      description: 'A conversation that has ended, of a person who agrees that a model sees their words.',
    }),
    turn: t.int({
      description:
        'The seq of the person’s turn that is answered, by default the last one. Ignored in a set for the writer.',
    }),
  }),
});

builder.mutationField('addReplayTurn', (t) =>
  t.prismaField({
    type: 'ReplaySet',
    description: 'Adds a recorded conversation to a set; adding it again changes nothing. For admins.',
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
    description: 'Removes a turn from its set; the results of earlier runs stay. For admins.',
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
      description: 'A UUID that the client creates. Sending it again returns the same run.',
    }),
    setId: t.id({ required: true }),
    agentPromptVersionId: t.id({ description: 'For the interviewer; by default its built-in instructions.' }),
    promptVersionId: t.id({
      description: 'For the writer; it replaces the live version of its task. By default all live versions.',
    }),
    modelId: t.id({
      description: 'Without it the built-in interviewer answers, which follows no instructions.',
    }),
  }),
});

builder.mutationField('startReplay', (t) =>
  t.prismaField({
    type: ReplayRunObject,
    description: 'Starts a run of a version and a model over a set, in the background. For admins.',
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
    description: 'Stops a run; its results so far stay. For admins.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { admin: true },
    errors: { types: [WrongState] },
    resolve: async (query, _root, args, ctx) => {
      const id = await cancelReplay(viewerOf(ctx), args.id);
      return db.replayRun.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);
