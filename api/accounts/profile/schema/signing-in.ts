import { builder } from '#api/graphql/builder.ts';
import { type Context, viewerOf } from '#api/graphql/context.ts';
import { db } from '#api/platform/database/database.ts';
import { WrongState } from '#api/platform/errors.ts';
import { ProofNeeded } from '../../errors.ts';
import { type Device, devices, endDevice, endOtherDevices } from '../service/devices.ts';
import { type SignInWay, setPassword, signInWays } from '../service/password.ts';
import { secureAccount } from '../service/securing.ts';

/** Visible only to the user, not to admins. */
const mine = {
  authScopes: ({ id }: { id: string }, _args: object, { viewer }: Context) => viewer?.userId === id,
  unauthorizedResolver: () => [],
} as const;

/** Allowed to the user, never to an impersonating admin. */
const byOneself = (_root: unknown, _args: unknown, { viewer }: Context) => viewer?.impersonatorId === null;

const DeviceRef = builder.objectRef<Device>('Device').implement({
  description: 'Where somebody is signed in.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name', { description: 'As its browser calls itself: “Firefox on a Mac”.' }),
    current: t.exposeBoolean('current', { description: 'The one that asks.' }),
    nearby: t.exposeBoolean('nearby', {
      description: 'Last used in the network that the caller is in now.',
    }),
    country: t.exposeString('country', {
      nullable: true,
      description: 'Where it was last used, as two letters of ISO 3166; null when its address tells none.',
    }),
    signedInAt: t.expose('signedInAt', { type: 'DateTime' }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', description: 'To within a day.' }),
  }),
});

const SignInWayRef = builder.objectRef<SignInWay>('SignInWay').implement({
  description: 'A way of signing in: a password, or an account elsewhere.',
  fields: (t) => ({
    id: t.exposeID('id'),
    providerId: t.exposeString('providerId', { description: '“credential” is a password.' }),
    accountId: t.exposeString('accountId'),
    email: t.exposeString('email', { nullable: true }),
    changedAt: t.expose('changedAt', { type: 'DateTime' }),
  }),
});

builder.prismaObjectFields('User', (t) => ({
  devices: t.field({
    ...mine,
    type: [DeviceRef],
    description: 'Where the caller is signed in, the one that asks first.',
    resolve: (_user, _args, ctx) => devices(viewerOf(ctx), ctx.origin),
  }),
  signInWays: t.field({
    ...mine,
    type: [SignInWayRef],
    description: 'How the caller can sign in.',
    resolve: ({ id }) => signInWays(id),
  }),
}));

builder.mutationField('endDevice', (t) =>
  t.prismaField({
    type: 'User',
    description: 'Signs one of the caller’s devices out.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: byOneself,
    errors: {},
    resolve: async (query, _root, input, ctx) => {
      await endDevice(viewerOf(ctx), input);
      return db.user.findUniqueOrThrow({ ...query, where: { id: viewerOf(ctx).userId } });
    },
  }),
);

builder.mutationField('endOtherDevices', (t) =>
  t.prismaField({
    type: 'User',
    description: 'Signs the caller out everywhere but here.',
    authScopes: byOneself,
    errors: {},
    resolve: async (query, _root, _args, ctx) => {
      await endOtherDevices(viewerOf(ctx));
      return db.user.findUniqueOrThrow({ ...query, where: { id: viewerOf(ctx).userId } });
    },
  }),
);

builder.mutationField('secureAccount', (t) =>
  t.prismaField({
    type: 'User',
    description:
      'Signs everybody else out, ends all keys and mailed links, and takes off a phone and accounts elsewhere that are newer than 30 days.',
    authScopes: byOneself,
    errors: {},
    resolve: async (query, _root, _args, ctx) => {
      await secureAccount(viewerOf(ctx));
      return db.user.findUniqueOrThrow({ ...query, where: { id: viewerOf(ctx).userId } });
    },
  }),
);

builder.mutationField('setPassword', (t) =>
  t.prismaField({
    type: 'User',
    description: 'Gives a password to an account that has none. One that is there is changed by itself.',
    args: { newPassword: t.arg.string({ required: true }) },
    authScopes: byOneself,
    errors: { types: [WrongState, ProofNeeded] },
    resolve: async (query, _root, input, ctx) => {
      await setPassword(viewerOf(ctx), input);
      return db.user.findUniqueOrThrow({ ...query, where: { id: viewerOf(ctx).userId } });
    },
  }),
);
