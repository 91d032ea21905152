import { ProofNeeded } from '#api/accounts/errors.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { weighing } from '#api/graphql/limits/cost.ts';
import { db } from '#api/platform/database/database.ts';
import { LimitReached, WrongState } from '#api/platform/errors.ts';
import { modelKeyNames, modelsFor, whyNotCallable } from '#api/platform/models.ts';
import '../schema.ts';
import { ChangedMeanwhile } from '../errors.ts';
import { orderModels, saveModel } from './service.ts';
import { type ModelTest, testModel } from './test.ts';

export const ModelObject = builder.prismaObject('Model', {
  description: 'A language model that the team has configured.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name', { description: 'By which the team and the log know it.' }),
    provider: t.exposeString('provider', {
      description: 'openai-compatible, anthropic or google: the protocol that it speaks.',
    }),
    modelName: t.exposeString('modelName', { description: 'By which its server knows it.' }),
    baseUrl: t.exposeString('baseUrl', { description: 'The address up to and with its version.' }),
    apiKeyEnv: t.exposeString('apiKeyEnv', {
      nullable: true,
      description: 'The environment variable that holds its key. The key itself is kept and shown nowhere.',
    }),
    enabled: t.exposeBoolean('enabled'),
    tasks: t.exposeStringList('tasks', { description: 'interview, write.' }),
    defaultFor: t.exposeStringList('defaultFor', {
      description: 'Of its tasks, those for which it is asked before all others.',
    }),
    temperature: t.exposeFloat('temperature', { nullable: true }),
    timeoutMs: t.exposeInt('timeoutMs', {
      nullable: true,
      description: 'For a whole answer. Null: 12 seconds in a conversation, 120 for a story.',
    }),
    maxOutputTokens: t.exposeInt('maxOutputTokens', { nullable: true, description: 'Of one answer.' }),
    inputPricePerMillion: t.exposeFloat('inputPricePerMillion', {
      nullable: true,
      description: 'Dollars for a million tokens.',
    }),
    outputPricePerMillion: t.exposeFloat('outputPricePerMillion', { nullable: true }),
    revision: t.exposeInt('revision', { description: 'Grows with each save.' }),
    problem: t.string({
      nullable: true,
      description: 'Why it can’t be asked as it is configured; null when it can.',
      resolve: (model) => whyNotCallable(model),
    }),
  }),
});

builder.queryField('models', (t) =>
  t.prismaField({
    type: ['Model'],
    description: 'Every model in its fallback order, for admins.',
    authScopes: { admin: true },
    resolve: (query) => db.model.findMany({ ...query, orderBy: [{ position: 'asc' }, { createdAt: 'asc' }] }),
  }),
);

builder.queryField('modelKeys', (t) =>
  t.stringList({
    description: 'The names of the keys that this server’s environment has, for admins.',
    authScopes: { admin: true },
    resolve: () => modelKeyNames(),
  }),
);

const InForce = builder.objectRef<{ interview: string[]; write: string[] }>('ModelsInForce').implement({
  fields: (t) => ({
    interview: t.exposeStringList('interview'),
    write: t.exposeStringList('write'),
  }),
});

builder.queryField('modelsInForce', (t) =>
  t.field({
    type: InForce,
    description:
      'The names of the models that are asked now, the first first; where there is none, what is built in does it. For admins.',
    authScopes: { admin: true },
    resolve: async () => {
      const [interview, write] = await Promise.all([modelsFor('interview'), modelsFor('write')]);
      return { interview: interview.map(({ name }) => name), write: write.map(({ name }) => name) };
    },
  }),
);

const SaveModelInput = builder.inputType('SaveModelInput', {
  fields: (t) => ({
    id: t.id({ description: 'Without it a new one is made.' }),
    revision: t.int({
      description: 'The one that is before the caller: refused when it is no longer the newest.',
    }),
    name: t.string({ description: 'Of a new one it must be given; at most 60 characters.' }),
    provider: t.string({ description: 'openai-compatible, anthropic or google.' }),
    modelName: t.string({ description: 'By which its server knows it.' }),
    baseUrl: t.string({ description: 'May be left out of anthropic and google.' }),
    apiKeyEnv: t.string({ description: 'MODEL_KEY_…; null for a server that takes no key.' }),
    enabled: t.boolean(),
    tasks: t.stringList({ description: 'interview, write.' }),
    defaultFor: t.stringList({ description: 'Of its tasks; taken from the model that had it.' }),
    temperature: t.float({ description: '0 to 2.' }),
    timeoutMs: t.int({ description: '1000 to 600000.' }),
    maxOutputTokens: t.int(),
    inputPricePerMillion: t.float(),
    outputPricePerMillion: t.float(),
  }),
});

builder.mutationField('saveModel', (t) =>
  t.prismaField({
    type: 'Model',
    description:
      'Makes a model, or changes what is given of one; null clears a field. For admins who signed in or gave their password within 10 minutes.',
    args: { input: t.arg({ type: SaveModelInput, required: true }) },
    authScopes: { admin: true },
    errors: { types: [ChangedMeanwhile, LimitReached, ProofNeeded] },
    resolve: async (query, _root, { input }, ctx) => {
      const id = await saveModel(viewerOf(ctx), present(input) as Parameters<typeof saveModel>[1]);
      return db.model.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('orderModels', (t) =>
  t.prismaField({
    type: ['Model'],
    description:
      'Puts the models in the order in which they stand in for each other. For admins who signed in or gave their password within 10 minutes.',
    args: { ids: t.arg.idList({ required: true, description: 'All of them.' }) },
    authScopes: { admin: true },
    errors: { types: [WrongState, ProofNeeded] },
    resolve: async (query, _root, { ids }, ctx) => {
      await orderModels(viewerOf(ctx), ids);
      return db.model.findMany({ ...query, orderBy: { position: 'asc' } });
    },
  }),
);

const ModelTestRef = builder.objectRef<ModelTest>('ModelTest').implement({
  fields: (t) => ({
    ok: t.exposeBoolean('ok'),
    latencyMs: t.exposeInt('latencyMs', { description: 'Until the whole answer, or until it failed.' }),
    firstTokenMs: t.exposeInt('firstTokenMs', { nullable: true, description: 'Until the first words.' }),
    message: t.exposeString('message', {
      description: 'What it answered, or what went wrong and what to check.',
    }),
  }),
});

builder.mutationField('testModel', (t) =>
  t.field({
    type: ModelTestRef,
    description: 'Asks a model for one word, whether it is enabled or not. For admins.',
    // It keeps a connection to another server open for seconds, and costs money there.
    complexity: weighing(500),
    args: { id: t.arg.id({ required: true }) },
    authScopes: { admin: true },
    errors: {},
    resolve: (_root, { id }, ctx) => testModel(viewerOf(ctx), id),
  }),
);

/** Drops the omitted fields of the input. */
function present<T extends object>(input: T): Partial<T> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Partial<T>;
}
