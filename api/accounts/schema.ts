import { builder } from '#api/graphql/builder.ts';
import type { Context } from '#api/graphql/context.ts';
import { UserError } from '#api/graphql/errors.ts';
import { searching } from '#api/graphql/limits/cost.ts';
import { forKeys, type KeyFields } from '#api/graphql/limits/key-scopes.ts';
import { ListOrderEnum, listOrder } from '#api/graphql/list-order.ts';
import type { SharedFields } from '#api/graphql/sockets/sharing.ts';
import { db } from '#api/platform/database/database.ts';
import { rolesOf } from './admins/roles.ts';
import { imageAddress } from './cross-domain/media-address.ts';
import { ProofNeeded } from './errors.ts';
import { seesAccount } from './policy.ts';
import { accountsMatching } from './service.ts';

export const Author = builder.interfaceRef<{ name: string }>('Author').implement({
  description: 'Who wrote something: a person, or Evertold’s own writer.',
  extensions: { keyFields: { any: ['name'] } } satisfies KeyFields,
  fields: (t) => ({ name: t.exposeString('name') }),
});

builder.objectType(builder.objectRef<{ name: string }>('MachineWriter'), {
  description: 'Evertold’s writer: built-in, or the name of a model.',
  interfaces: [Author],
});

builder.objectType(ProofNeeded, {
  name: 'ProofNeeded',
  description:
    'The caller signed in too long ago for this: it is done after `/api/auth/confirm-password`, or after signing in again.',
  interfaces: [UserError],
});

/** Visible to the user and to admins; null for others who see the name in a subject. */
const ownAffair = {
  nullable: true,
  authScopes: ({ id }: { id: string }, _args: object, { viewer }: Context) => seesAccount(viewer, id),
  unauthorizedResolver: () => null,
} as const;

builder.prismaObject('User', {
  description: 'Someone with an account.',
  interfaces: [Author],
  extensions: {
    sharedFields: ['id', 'name', 'image'],
    keyFields: { any: ['id', 'name', 'image'] },
  } satisfies SharedFields & KeyFields,
  fields: (t) => ({
    id: t.exposeID('id'),
    image: t.string({
      nullable: true,
      resolve: ({ image }, _args, { viewer }) => imageAddress(image, viewer),
    }),
    email: t.exposeString('email', ownAffair),
    emailVerified: t.exposeBoolean('emailVerified', ownAffair),
    phoneNumber: t.exposeString('phoneNumber', ownAffair),
    role: t.string({ ...ownAffair, description: 'Comma-separated: “user”, “user,admin”.', resolve: rolesOf }),
    banned: t.boolean({ ...ownAffair, resolve: (user) => !!user.banned }),
    createdAt: t.expose('createdAt', { ...ownAffair, type: 'DateTime' }),
  }),
});

builder.queryField('me', (t) =>
  t.prismaField({
    type: 'User',
    nullable: true,
    description: 'The caller; null when nobody is signed in.',
    extensions: forKeys('any'),
    authScopes: { public: true },
    resolve: (query, _root, _args, ctx) =>
      ctx.account ?? (ctx.viewer && db.user.findUnique({ ...query, where: { id: ctx.viewer.userId } })),
  }),
);

builder.queryField('users', (t) =>
  t.prismaConnection(
    {
      type: 'User',
      cursor: 'id',
      description: 'Accounts by name, address or phone, 2,000 at most. For admins.',
      args: { search: t.arg.string(), order: t.arg({ type: ListOrderEnum, defaultValue: 'NEWEST_FIRST' }) },
      complexity: searching,
      authScopes: { admin: true },
      resolve: async (query, _root, { search, order }) =>
        db.user.findMany({ ...query, where: await accountsMatching(search), orderBy: listOrder(order) }),
    },
    { name: 'UserConnection' },
    { name: 'UserEdge' },
  ),
);
