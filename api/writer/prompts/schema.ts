import { batch } from '#api/graphql/batch.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { db } from '#api/platform/database/database.ts';
import { countFollowed } from '../desk/conversations.ts';
import { ChangedMeanwhile, WorseThanLive } from '../errors.ts';
import { countRatings } from '../playground/ratings.ts';
import { whyWorse } from '../replay/gate.ts';
import {
  PromptLabelEnum,
  RatingCountsRef,
  statusOf,
  TemplateVariableRef,
  VersionStatusEnum,
} from '../versions/schema.ts';
import { type PromptPreview, previewPrompt } from './preview.ts';
import { clearPromptLabel, labelPrompt, savePrompt } from './service.ts';
import { builtInTexts, type PromptTask, promptIds, promptTasks, promptVariables } from './tasks.ts';

export const PromptVersionObject = builder.prismaObject('PromptVersion', {
  description: 'One wording of a writing task’s instructions. It never changes.',
  fields: (t) => ({
    id: t.exposeID('id'),
    number: t.exposeInt('number'),
    text: t.exposeString('text'),
    model: t.relation('model', { nullable: true, description: 'Asked before all others.' }),
    note: t.exposeString('note', { nullable: true }),
    author: t.relation('author', { nullable: true }),
    status: t.field({
      type: VersionStatusEnum,
      select: { liveAt: true, liveOf: { select: { id: true } } },
      resolve: statusOf,
    }),
    liveAt: t.expose('liveAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was made live last.',
    }),
    liveReason: t.exposeString('liveReason', {
      nullable: true,
      description: 'Why it was made live although its replays were worse, or were not compared.',
    }),
    ratings: t.field({
      type: RatingCountsRef,
      resolve: ({ id }, _args, ctx) => batch(ctx, 'version ratings', id, countRatings),
    }),
    conversationCount: t.int({
      description: 'From how many conversations stories were written by it.',
      resolve: ({ id }, _args, ctx) => batch(ctx, 'conversations of versions', id, countFollowed),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

/** A task, with or without versions. */
type Task = { id: string; task: PromptTask };

const taskOf = (task: PromptTask): Task => ({ id: promptIds[task], task });

const PromptRef = builder.objectRef<Task>('Prompt').implement({
  description: 'The instructions by which a language model does one writing task.',
  fields: (t) => ({
    id: t.exposeID('id'),
    task: t.exposeString('task', { description: 'title, summary or cards.' }),
    builtInText: t.string({
      description: 'What a model is told where no version is live.',
      resolve: ({ task }) => builtInTexts[task],
    }),
    liveVersion: t.prismaField({
      type: 'PromptVersion',
      nullable: true,
      description: 'Null: the built-in text is followed.',
      resolve: (query, { task }) =>
        db.promptVersion.findFirst({ ...query, where: { liveOf: { is: { task } } } }),
    }),
    trialVersion: t.prismaField({
      type: 'PromptVersion',
      nullable: true,
      description: 'Followed for the books of admins about themselves.',
      resolve: (query, { task }) =>
        db.promptVersion.findFirst({ ...query, where: { trialOf: { is: { task } } } }),
    }),
    versions: t.prismaField({
      type: ['PromptVersion'],
      description: 'The newest first; the last 200.',
      resolve: (query, { id }) =>
        db.promptVersion.findMany({
          ...query,
          where: { promptId: id },
          orderBy: { number: 'desc' },
          take: 200,
        }),
    }),
  }),
});

builder.queryField('prompts', (t) =>
  t.field({
    type: [PromptRef],
    description: 'The writing tasks that a model does by instructions, for admins.',
    authScopes: { admin: true },
    resolve: () => promptTasks.map(taskOf),
  }),
);

builder.queryField('promptVariables', (t) =>
  t.field({
    type: [TemplateVariableRef],
    description: 'What a writing prompt may name between double braces, for admins.',
    authScopes: { admin: true },
    resolve: () => Object.entries(promptVariables).map(([name, meaning]) => ({ name, meaning })),
  }),
);

const SavePromptInput = builder.inputType('SavePromptInput', {
  fields: (t) => ({
    task: t.string({ required: true, description: 'title, summary or cards.' }),
    text: t.string({ required: true, description: 'At most 8000 characters; {{names}} are checked.' }),
    modelId: t.id({
      description:
        'Of the task cards: the model that is asked first. Left out: that of the newest version; null: none.',
    }),
    note: t.string({ description: 'Why it was changed, at most 300 characters.' }),
    basedOn: t.int({
      description: 'The number of the newest version that the caller has seen, 0 for the built-in text.',
    }),
  }),
});

builder.mutationField('savePrompt', (t) =>
  t.field({
    type: PromptRef,
    description: 'Makes a new version, a draft until it is made live. For admins.',
    args: { input: t.arg({ type: SavePromptInput, required: true }) },
    authScopes: { admin: true },
    errors: { types: [ChangedMeanwhile] },
    resolve: async (_root, { input }, ctx) => taskOf(await savePrompt(viewerOf(ctx), input)),
  }),
);

const PreviewPromptInput = builder.inputType('PreviewPromptInput', {
  fields: (t) => ({
    subjectId: t.id({ required: true }),
    task: t.string({ required: true, description: 'title, summary or cards.' }),
    text: t.string({ required: true, description: 'At most 8000 characters.' }),
  }),
});

const PromptPreviewRef = builder.objectRef<PromptPreview>('PromptPreview').implement({
  fields: (t) => ({
    text: t.exposeString('text'),
    whole: t.exposeString('whole', {
      description: 'Everything that a model is told before the conversation.',
    }),
    empty: t.exposeStringList('empty', {
      description: 'Names without anything to fill in: their lines are left out.',
    }),
    problem: t.exposeString('problem', { nullable: true, description: 'Why it can’t be saved like this.' }),
  }),
});

builder.mutationField('previewPrompt', (t) =>
  t.field({
    type: PromptPreviewRef,
    description: 'A writing prompt filled in for a person. The audit log keeps it. For admins.',
    args: { input: t.arg({ type: PreviewPromptInput, required: true }) },
    authScopes: { admin: true },
    errors: {},
    resolve: (_root, { input }, ctx) => {
      const { subjectId, task, text } = input;
      return previewPrompt(viewerOf(ctx), { subjectId, task: task as PromptTask, text });
    },
  }),
);

builder.mutationField('makePromptLive', (t) =>
  t.field({
    type: PromptRef,
    description: 'Makes a version the one that is followed, an earlier one too. For admins.',
    args: { versionId: t.arg.id({ required: true }), reason: t.arg.string({ description: whyWorse }) },
    authScopes: { admin: true },
    errors: { types: [WorseThanLive] },
    resolve: async (_root, args, ctx) => taskOf(await labelPrompt(viewerOf(ctx), { ...args, label: 'LIVE' })),
  }),
);

builder.mutationField('tryPrompt', (t) =>
  t.field({
    type: PromptRef,
    description: 'Has a version followed for the books of admins about themselves. For admins.',
    args: { versionId: t.arg.id({ required: true }) },
    authScopes: { admin: true },
    errors: {},
    resolve: async (_root, { versionId }, ctx) =>
      taskOf(await labelPrompt(viewerOf(ctx), { versionId, label: 'TRIAL' })),
  }),
);

builder.mutationField('clearPromptLabel', (t) =>
  t.field({
    type: PromptRef,
    description: 'Goes back to the built-in text, or ends a trial. For admins.',
    args: {
      task: t.arg.string({ required: true }),
      label: t.arg({ type: PromptLabelEnum, required: true }),
    },
    authScopes: { admin: true },
    errors: {},
    resolve: async (_root, { task, label }, ctx) =>
      taskOf(await clearPromptLabel(viewerOf(ctx), task, label)),
  }),
);
