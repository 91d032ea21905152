import { ProofNeeded } from '#api/accounts/errors.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { db } from '#api/platform/database/database.ts';
import { WrongState } from '#api/platform/errors.ts';
import { setSuccessor } from '../service/successor.ts';
import { MembershipObject } from './members.ts';

builder.prismaObjectField('Subject', 'successor', (t) =>
  t.field({
    type: MembershipObject,
    nullable: true,
    description:
      'The member who becomes the owner when the account of the last owner is deleted; for those who manage the members, null for others.',
    authScopes: async ({ id }, _args, ctx) => (await ctx.subjectAccess(id)).can('MANAGE_MEMBERS'),
    unauthorizedResolver: () => null,
    select: { successor: { select: { member: true } } },
    resolve: ({ successor }) => successor?.member ?? null,
  }),
);

builder.mutationField('setSuccessor', (t) =>
  t.prismaField({
    type: 'Subject',
    description:
      'Names the member who becomes the owner when the account of the last owner is deleted, and writes to them; without a membership, nobody is named any more.',
    args: { subjectId: t.arg.id({ required: true }), membershipId: t.arg.id() },
    authScopes: (_root, { subjectId }) => ({ mayChange: ['MANAGE_MEMBERS', subjectId] }),
    errors: { types: [ProofNeeded, WrongState] },
    resolve: async (query, _root, input, ctx) => {
      const { subjectId: id } = await setSuccessor(viewerOf(ctx), input);
      return db.subject.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);
