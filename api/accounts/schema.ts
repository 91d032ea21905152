import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { db } from '#api/platform/database/database.ts';

/** Whoever wrote something: a person, or Evertold's own writer. */
export const Author = builder.interfaceRef<{ name: string }>('Author').implement({
  description: 'Who wrote something: a person, or Evertold’s own writer.',
  fields: (t) => ({ name: t.exposeString('name') }),
});

builder.objectType(builder.objectRef<{ name: string }>('MachineWriter'), {
  description: 'Evertold’s writer: built-in, or the name of a model.',
  interfaces: [Author],
});

builder.prismaObject('User', {
  interfaces: [Author],
  fields: (t) => ({ id: t.exposeID('id'), image: t.exposeString('image', { nullable: true }) }),
});

builder.queryField('me', (t) =>
  t.prismaField({
    type: 'User',
    nullable: true,
    description: 'The caller; null when nobody is signed in.',
    authScopes: { public: true },
    resolve: (query, _root, _args, ctx) =>
      ctx.viewer && db.user.findUnique({ ...query, where: { id: viewerOf(ctx).userId } }),
  }),
);
