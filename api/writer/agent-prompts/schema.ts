import { ports } from '#api/adapters/ports.ts';
import { CallVoiceObject } from '#api/calls/schema.ts';
import { PERSONA, RULES } from '#api/conversations/interviewer/system-prompt.ts';
import { templateVariables } from '#api/conversations/interviewer/template-variables.ts';
import { batch } from '#api/graphql/batch.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { weighing } from '#api/graphql/limits/cost.ts';
import { languages } from '#api/language/languages.ts';
import { db } from '#api/platform/database/database.ts';
import { LimitReached } from '#api/platform/errors.ts';
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
import { type AgentPromptPreview, previewAgentPrompt } from './preview.ts';
import { clearAgentPromptLabel, makeAgentPromptLive, saveAgentPrompt, tryAgentPrompt } from './service.ts';

export const AgentPromptVersionObject = builder.prismaObject('AgentPromptVersion', {
  description: 'One wording of an agent prompt. It never changes.',
  fields: (t) => ({
    id: t.exposeID('id'),
    number: t.exposeInt('number'),
    instructions: t.exposeString('instructions', { description: 'Followed by language models alone.' }),
    firstMessage: t.exposeString('firstMessage', {
      description: 'Said first in somebody’s first conversation, by the built-in interviewer too.',
    }),
    voice: t.exposeString('voice', { nullable: true, description: 'The phone service’s name of the voice.' }),
    language: t.exposeString('language'),
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
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    agentPrompt: t.relation('agentPrompt'),
    conversationCount: t.int({
      description: 'In how many conversations it was followed.',
      resolve: ({ id }) => db.conversation.count({ where: { agentVersionId: id } }),
    }),
  }),
});

builder.prismaObject('AgentPrompt', {
  description: 'Instructions for the interviewer, in versions.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    description: t.exposeString('description'),
    liveVersion: t.relation('liveVersion', { nullable: true }),
    trialVersion: t.relation('trialVersion', {
      nullable: true,
      description: 'Followed in conversations that admins hold about themselves.',
    }),
    versions: t.relation('versions', {
      description: 'The newest first; the last 200.',
      query: { orderBy: { number: 'desc' }, take: 200 },
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

builder.queryField('agentPrompts', (t) =>
  t.prismaField({
    type: ['AgentPrompt'],
    description: 'The interviewer’s instructions, by name. For admins.',
    authScopes: { admin: true },
    resolve: (query) => db.agentPrompt.findMany({ ...query, orderBy: { name: 'asc' } }),
  }),
);

builder.queryField('agentPrompt', (t) =>
  t.prismaField({
    type: 'AgentPrompt',
    nullable: true,
    description: 'For admins.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { admin: true },
    resolve: (query, _root, { id }) => db.agentPrompt.findUnique({ ...query, where: { id } }),
  }),
);

const Options = builder.objectRef<object>('AgentPromptOptions').implement({
  fields: (t) => ({
    variables: t.field({
      type: [TemplateVariableRef],
      resolve: () => Object.entries(templateVariables).map(([name, meaning]) => ({ name, meaning })),
    }),
    languages: t.stringList({ resolve: () => languages }),
    voices: t.field({
      type: [CallVoiceObject],
      description: 'The voices that calls can have; none where no phone service is set up.',
      resolve: () => ports.telephony.voices,
    }),
    dials: t.boolean({
      description: 'Whether a voice is heard: phone calls are made.',
      resolve: () => ports.telephony.dials,
    }),
    builtInInstructions: t.string({
      description: 'In whose place an agent prompt’s instructions come.',
      resolve: () => PERSONA,
    }),
    standingRules: t.string({ description: 'What no agent prompt takes away.', resolve: () => RULES }),
  }),
});

builder.queryField('agentPromptOptions', (t) =>
  t.field({
    type: Options,
    description: 'What an agent prompt may name and choose. For admins.',
    authScopes: { admin: true },
    resolve: () => ({}),
  }),
);

const PreviewInput = builder.inputType('PreviewAgentPromptInput', {
  fields: (t) => ({
    subjectId: t.id({ required: true }),
    instructions: t.string({ required: true }),
    firstMessage: t.string({ required: true }),
  }),
});

const Preview = builder.objectRef<AgentPromptPreview>('AgentPromptPreview').implement({
  fields: (t) => ({
    instructions: t.exposeString('instructions'),
    opening: t.exposeString('opening', { description: 'What is said first in the first conversation.' }),
    whole: t.exposeString('whole', { description: 'Everything that a model is told.' }),
    empty: t.exposeStringList('empty', {
      description: 'Names without anything to fill in: their lines are left out.',
    }),
    problem: t.exposeString('problem', { nullable: true, description: 'Why it can’t be saved like this.' }),
  }),
});

builder.mutationField('previewAgentPrompt', (t) =>
  t.field({
    type: Preview,
    description:
      'A template filled in for a person as a conversation would begin now. The audit log keeps it. For admins.',
    complexity: weighing(500),
    args: { input: t.arg({ type: PreviewInput, required: true }) },
    authScopes: { admin: true },
    errors: {},
    resolve: (_root, { input }, ctx) => previewAgentPrompt(viewerOf(ctx), input),
  }),
);

const SaveAgentPromptInput = builder.inputType('SaveAgentPromptInput', {
  fields: (t) => ({
    id: t.id({ description: 'Without it a new one is made.' }),
    name: t.string({ description: 'At most 80 characters. Required for a new one; left out, it stays.' }),
    description: t.string(),
    instructions: t.string({
      required: true,
      description: 'At most 8000 characters; {{names}} are checked.',
    }),
    firstMessage: t.string({ required: true, description: 'At most 25 words and one question.' }),
    voice: t.string({
      description:
        'The phone service’s name of a voice, such as one of agentPromptOptions.voices that speaks the language. Left out: that of the newest version; null: none.',
    }),
    language: t.string({
      description:
        'One of agentPromptOptions.languages. Left out: that of the newest version, or en for a new agent prompt.',
    }),
    modelId: t.id({
      description: 'The model that is asked first. Left out: that of the newest version; null: none.',
    }),
    note: t.string({ description: 'Why it was changed, at most 300 characters.' }),
    basedOn: t.int({ description: 'The number of the newest version that the caller has seen.' }),
  }),
});

builder.mutationField('saveAgentPrompt', (t) =>
  t.prismaField({
    type: 'AgentPrompt',
    description: 'Makes an agent prompt, or a new version of one, a draft until it is made live. For admins.',
    args: { input: t.arg({ type: SaveAgentPromptInput, required: true }) },
    authScopes: { admin: true },
    errors: { types: [ChangedMeanwhile, LimitReached] },
    resolve: async (query, _root, { input }, ctx) => {
      const id = await saveAgentPrompt(viewerOf(ctx), input);
      return db.agentPrompt.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('makeAgentPromptLive', (t) =>
  t.prismaField({
    type: 'AgentPrompt',
    description:
      'Makes a version the one that new conversations of its language follow, an earlier one too. For admins.',
    args: { versionId: t.arg.id({ required: true }), reason: t.arg.string({ description: whyWorse }) },
    authScopes: { admin: true },
    errors: { types: [WorseThanLive] },
    resolve: async (query, _root, args, ctx) => {
      const id = await makeAgentPromptLive(viewerOf(ctx), args);
      return db.agentPrompt.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('tryAgentPrompt', (t) =>
  t.prismaField({
    type: 'AgentPrompt',
    description: 'Has a version followed in conversations that admins hold about themselves. For admins.',
    args: { versionId: t.arg.id({ required: true }) },
    authScopes: { admin: true },
    errors: {},
    resolve: async (query, _root, { versionId }, ctx) => {
      const id = await tryAgentPrompt(viewerOf(ctx), versionId);
      return db.agentPrompt.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('clearAgentPromptLabel', (t) =>
  t.prismaField({
    type: 'AgentPrompt',
    description: 'Takes an agent prompt off, or ends its trial. For admins.',
    args: { id: t.arg.id({ required: true }), label: t.arg({ type: PromptLabelEnum, required: true }) },
    authScopes: { admin: true },
    errors: {},
    resolve: async (query, _root, { id: given, label }, ctx) => {
      const id = await clearAgentPromptLabel(viewerOf(ctx), given, label);
      return db.agentPrompt.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);
