import type { PlaygroundRun } from '#api/generated/prisma/client.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { weighing } from '#api/graphql/limits/cost.ts';
import { WrongState } from '#api/platform/errors.ts';
import { subscription } from '#api/platform/events/subscription.ts';
import { RatingCountsRef } from '../versions/schema.ts';
import { followRun } from './follow.ts';
import { countRatings, ratePlaygroundRun } from './ratings.ts';
import { beginRun } from './run.ts';

const PlaygroundProgress = builder.objectRef<PlaygroundRun>('PlaygroundProgress').implement({
  description: 'A run as far as it has come.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'The whole text so far.' }),
    done: t.boolean({ resolve: ({ status }) => status !== 'RUNNING' }),
    inputTokens: t.exposeInt('inputTokens', { nullable: true }),
    outputTokens: t.exposeInt('outputTokens', { nullable: true }),
    firstTokenMs: t.exposeInt('firstTokenMs', { nullable: true, description: 'Until the first words.' }),
    latencyMs: t.exposeInt('latencyMs', { nullable: true, description: 'Until the end.' }),
    costUsd: t.exposeFloat('costUsd', {
      nullable: true,
      description: 'Null where tokens or prices aren’t known.',
    }),
    verdict: t.exposeString('verdict', {
      nullable: true,
      description: 'What Evertold would do with the answer.',
    }),
    error: t.exposeString('error', { nullable: true }),
  }),
});

const PlaygroundRunInputRef = builder.inputType('PlaygroundRunInput', {
  fields: (t) => ({
    runId: t.id({
      required: true,
      description: 'A UUID that the client makes: the same one again joins the run, it is not run twice.',
    }),
    promptVersionId: t.id({ description: 'A writing prompt’s version.' }),
    agentPromptVersionId: t.id({
      description: 'An agent prompt’s version; without either, the built-in instructions of the interviewer.',
    }),
    modelId: t.id({
      description: 'Without it the built-in interviewer answers, which follows no instructions.',
    }),
    text: t.string({ description: 'What somebody says, at most 20,000 characters; or a conversation.' }),
    conversationId: t.id({
      description: 'A recorded conversation whose person agrees that a model sees it.',
    }),
    turn: t.int({
      description: 'The seq of the person’s turn that is answered; the last one when left out.',
    }),
  }),
});

builder.subscriptionField('playgroundRun', (t) =>
  t.field({
    type: PlaygroundProgress,
    description:
      'Runs a version on a model and follows the answer as it grows, or joins that run. For admins.',
    complexity: weighing(500),
    args: { input: t.arg({ type: PlaygroundRunInputRef, required: true }) },
    authScopes: { admin: true },
    subscribe: async (_root, { input }, ctx) => {
      const viewer = viewerOf(ctx);
      const id = await beginRun(viewer, input);
      return subscription<PlaygroundRun>(() => (signal, take) => followRun(viewer, id, signal, take));
    },
    resolve: (run) => run,
  }),
);

const RatePlaygroundRunInput = builder.inputType('RatePlaygroundRunInput', {
  fields: (t) => ({
    runId: t.id({ required: true, description: 'The admin’s own completed run of a version.' }),
    up: t.boolean({ required: true }),
    note: t.string({ description: 'At most 300 characters.' }),
  }),
});

const RatedRun = builder.objectRef<PlaygroundRun>('RatedRun').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    ratings: t.field({
      type: RatingCountsRef,
      description: 'All ratings of the run’s version.',
      resolve: async ({ agentPromptVersionId, promptVersionId }) => {
        const [counts] = await countRatings([agentPromptVersionId ?? promptVersionId ?? '']);
        return counts ?? { up: 0, down: 0 };
      },
    }),
  }),
});

builder.mutationField('ratePlaygroundRun', (t) =>
  t.field({
    type: RatedRun,
    description: 'Rates an answer of the playground; the rating is kept with the version. For admins.',
    args: { input: t.arg({ type: RatePlaygroundRunInput, required: true }) },
    authScopes: { admin: true },
    errors: { types: [WrongState] },
    resolve: (_root, { input }, ctx) => ratePlaygroundRun(viewerOf(ctx), input),
  }),
);
