import { ProofNeeded } from '#api/accounts/errors.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { db } from '#api/platform/database/database.ts';
import { LimitReached } from '#api/platform/errors.ts';
import { SubjectRef } from '#api/subjects/schema/subject.ts';
import { createApiKey, keysOf, revokeApiKey, subjectsOf } from './service/keys.ts';

const ApiKeyRef = builder.prismaObject('ApiKey', {
  description: 'By which a partner’s program acts as the caller, narrowed to what it was made for.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    prefix: t.exposeString('prefix', { description: 'How the key begins; the rest is shown once.' }),
    scopes: t.exposeStringList('scopes'),
    subjects: t.field({
      type: [SubjectRef],
      nullable: true,
      description: 'The only ones that exist for it; null: all that the caller sees, now and later.',
      resolve: (key, _args, ctx) => subjectsOf(viewerOf(ctx), key),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'To the minute; null when it never was.',
    }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true }),
  }),
});

builder.queryField('apiKeys', (t) =>
  t.prismaField({
    type: ['ApiKey'],
    description: 'The caller’s keys that were not revoked, newest first: at most 20.',
    authScopes: { signedIn: true },
    resolve: (query, _root, _args, ctx) => db.apiKey.findMany({ ...query, ...keysOf(viewerOf(ctx)) }),
  }),
);

const CreateApiKeyInput = builder.inputType('CreateApiKeyInput', {
  fields: (t) => ({
    name: t.string({ required: true, description: 'Who it is for, at most 60 characters.' }),
    scopes: t.stringList({
      required: true,
      description:
        'subjects:read, conversations:read, messages:read, biography:read, biography:write, keepsakes:read, keepsakes:write, people:read, people:write.',
    }),
    subjectIds: t.idList({ description: 'The only subjects that exist for it; all when left out.' }),
    expiresInDays: t.int({ description: '1 to 730; 365 when left out.' }),
  }),
});

const CreateApiKeySuccess = builder
  .objectRef<{ id: string; secret: string }>('CreateApiKeySuccess')
  .implement({
    fields: (t) => ({
      secret: t.exposeString('secret', { description: 'The key itself. It is shown this once.' }),
      apiKey: t.prismaField({
        type: ApiKeyRef,
        resolve: (query, { id }) => db.apiKey.findUniqueOrThrow({ ...query, where: { id } }),
      }),
    }),
  });

builder.mutationField('createApiKey', (t) =>
  t.field({
    type: CreateApiKeySuccess,
    description: 'Makes a key for a partner’s program. Only people do, for themselves.',
    args: { input: t.arg({ type: CreateApiKeyInput, required: true }) },
    authScopes: { signedIn: true },
    errors: { types: [LimitReached, ProofNeeded] },
    resolve: (_root, { input }, ctx) => createApiKey(viewerOf(ctx), input as never),
  }),
);

builder.mutationField('revokeApiKey', (t) =>
  t.prismaField({
    type: 'ApiKey',
    description: 'Ends a key at once, on open sockets too. Again changes nothing.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { signedIn: true },
    errors: {},
    resolve: async (query, _root, { id }, ctx) => {
      await revokeApiKey(viewerOf(ctx), id);
      return db.apiKey.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);
