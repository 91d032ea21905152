import { builder } from '#api/graphql/builder.ts';
import { db } from '#api/platform/database/database.ts';
import { modelCallsLike } from './service.ts';

const ModelCallObject = builder.prismaObject('ModelCall', {
  description: 'One call of a language model, kept for 30 days, without any words.',
  fields: (t) => ({
    id: t.exposeID('id'),
    at: t.expose('at', { type: 'DateTime', description: 'When it ended.' }),
    task: t.exposeString('task', { description: '`interview`, `write`, or `tune` for trials by admins.' }),
    model: t.exposeString('model', { description: 'The model’s name at that time.' }),
    modelVersion: t.exposeString('modelVersion', {
      nullable: true,
      description: 'The version that the model’s server named, if it did.',
    }),
    subject: t.relation('subject', {
      nullable: true,
      description: 'Null for a trial, and once the book is erased.',
    }),
    outcome: t.exposeString('outcome', {
      description:
        '`answered`, `interrupted` (nobody needed the answer any more), `unfit`, `empty`, `late` or `failed`.',
    }),
    failed: t.exposeBoolean('failed', { description: 'Whether it gave no usable answer.' }),
    errorKind: t.exposeString('errorKind', {
      nullable: true,
      description: 'For a failed call: an HTTP status, or the code or name of an error.',
    }),
    firstTokenMs: t.exposeInt('firstTokenMs', {
      nullable: true,
      description: 'The time until the first words, where the answer was streamed.',
    }),
    latencyMs: t.exposeInt('latencyMs', { description: 'The time until the answer was complete or failed.' }),
    inputTokens: t.exposeInt('inputTokens', {
      nullable: true,
      description: 'As reported by the model’s server.',
    }),
    outputTokens: t.exposeInt('outputTokens', { nullable: true }),
    costUsd: t.exposeFloat('costUsd', {
      nullable: true,
      description: 'Null where the tokens or the price were not known.',
    }),
  }),
});

const ModelCallFilterInput = builder.inputType('ModelCallFilter', {
  fields: (t) => ({
    dateFrom: t.field({ type: 'DateTime', description: 'Ended at this time or later.' }),
    dateTo: t.field({ type: 'DateTime', description: 'Ended before this time.' }),
    task: t.string({ description: '`interview`, `write` or `tune`.' }),
    model: t.string({ description: 'The model’s name at that time.' }),
    failedOnly: t.boolean({ description: 'Only calls that gave no usable answer.' }),
    subjectId: t.id(),
  }),
});

builder.queryField('modelCalls', (t) =>
  t.prismaConnection(
    {
      type: ModelCallObject,
      cursor: 'id',
      description: 'The calls of language models in the last 30 days, newest first. For admins.',
      args: { filter: t.arg({ type: ModelCallFilterInput }) },
      authScopes: { admin: true },
      resolve: (query, _root, { filter }) =>
        db.modelCall.findMany({ ...query, where: modelCallsLike(filter ?? {}), orderBy: { id: 'desc' } }),
    },
    { name: 'ModelCallConnection' },
    { name: 'ModelCallEdge' },
  ),
);
