import { ProofNeeded } from '#api/accounts/errors.ts';
import { builder } from '#api/graphql/builder.ts';
import { type Context, viewerOf } from '#api/graphql/context.ts';
import { UserError } from '#api/graphql/errors.ts';
import { db } from '#api/platform/database/database.ts';
import { LimitReached } from '#api/platform/errors.ts';
import { SubjectRoleEnum } from '#api/subjects/schema/parts.ts';
import { LastOwner } from '../errors.ts';
import { removeMember, setMemberRole } from '../service/members.ts';

builder.objectType(LastOwner, {
  name: 'LastOwner',
  description: 'The last owner can’t leave, be removed or be demoted.',
  interfaces: [UserError],
});

builder.prismaObject('Membership', {
  description: 'Somebody’s place at a subject.',
  fields: (t) => ({
    id: t.exposeID('id'),
    role: t.expose('role', { type: SubjectRoleEnum }),
    relationship: t.exposeString('relationship', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    user: t.relation('user'),
    subject: t.relation('subject'),
  }),
});

builder.prismaObjectField('Subject', 'members', (t) =>
  t.prismaField({
    type: ['Membership'],
    description: 'Those who have a place here, the first ones first.',
    resolve: (query, { id }) =>
      db.membership.findMany({
        ...query,
        where: { subjectId: id },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      }),
  }),
);

builder.mutationField('setMemberRole', (t) =>
  t.prismaField({
    type: 'Membership',
    description: 'Makes a member OWNER, EDITOR or VIEWER. Making one an owner adds an owner.',
    args: {
      id: t.arg.id({ required: true }),
      role: t.arg({ type: SubjectRoleEnum, required: true }),
    },
    authScopes: async (_root, { id }) => ({
      mayChange: ['MANAGE_MEMBERS', (await memberOf(id))?.subjectId ?? null],
    }),
    errors: { types: [LastOwner, LimitReached, ProofNeeded] },
    resolve: async (query, _root, input, ctx) => {
      const { id } = await setMemberRole(viewerOf(ctx), input);
      const membership = await db.membership.findUniqueOrThrow({ ...query, where: { id } });
      ctx.invalidateAccess(membership.subjectId);
      return membership;
    },
  }),
);

const RemoveMemberSuccess = builder
  .objectRef<{ membershipId: string }>('RemoveMemberSuccess')
  .implement({ fields: (t) => ({ membershipId: t.exposeID('membershipId') }) });

builder.mutationField('removeMember', (t) =>
  t.field({
    type: RemoveMemberSuccess,
    description: 'Ends a membership. Anybody may end their own, but for the last owner.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: async (_root, { id }, ctx) => {
      const member = await memberOf(id);
      return { mayChange: [isOwn(member, ctx) ? 'SEE' : 'MANAGE_MEMBERS', member?.subjectId ?? null] };
    },
    errors: { types: [LastOwner, ProofNeeded] },
    resolve: async (_root, { id }, ctx) => {
      const member = await memberOf(id);
      const removed = await removeMember(viewerOf(ctx), { id });
      if (member) ctx.invalidateAccess(member.subjectId);
      return removed;
    },
  }),
);

type Member = { subjectId: string; userId: string };

function memberOf(id: string): Promise<Member | null> {
  return db.membership.findUnique({ where: { id }, select: { subjectId: true, userId: true } });
}

function isOwn(member: Member | null, { viewer }: Context): boolean {
  return !!viewer && member?.userId === viewer.userId;
}
