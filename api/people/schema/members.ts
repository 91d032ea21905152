import { ProofNeeded } from '#api/accounts/errors.ts';
import { builder } from '#api/graphql/builder.ts';
import { type Context, viewerOf } from '#api/graphql/context.ts';
import { UserError } from '#api/graphql/errors.ts';
import { db } from '#api/platform/database/database.ts';
import { LimitReached, WrongState } from '#api/platform/errors.ts';
import { subscription } from '#api/platform/events/subscription.ts';
import { awayDescription } from '#api/subjects/live/away.ts';
import type { Guarded } from '#api/subjects/live/guarded.ts';
import { letThrough, mayFollow } from '#api/subjects/schema/may-follow.ts';
import { SubjectRoleEnum } from '#api/subjects/schema/parts.ts';
import { LastOwner } from '../errors.ts';
import { followMembers, type MemberChange } from '../live.ts';
import { seesMembers } from '../policy.ts';
import { removeMember, setMemberRights, setMemberRole } from '../service/members.ts';

builder.objectType(LastOwner, {
  name: 'LastOwner',
  description: 'The last owner can’t leave, be removed or be demoted.',
  interfaces: [UserError],
});

export const MembershipObject = builder.prismaObject('Membership', {
  description: 'Somebody’s place at a subject.',
  fields: (t) => ({
    id: t.exposeID('id'),
    role: t.expose('role', { type: SubjectRoleEnum }),
    relationship: t.exposeString('relationship', { nullable: true }),
    mayContribute: t.boolean({
      description: 'Whether they may ask questions and remark, not only read. A reader may be limited.',
      resolve: ({ role, mayContribute }) => role !== 'VIEWER' || mayContribute,
    }),
    mayDownload: t.boolean({
      description:
        'Whether they are offered files to save. A reader may be limited, but what is shown or played to them can still be saved by other means.',
      resolve: ({ role, mayDownload }) => role !== 'VIEWER' || mayDownload,
    }),
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

const SetMemberRightsInput = builder.inputType('SetMemberRightsInput', {
  fields: (t) => ({
    id: t.id({ required: true }),
    mayContribute: t.boolean(),
    mayDownload: t.boolean(),
  }),
});

builder.mutationField('setMemberRights', (t) =>
  t.prismaField({
    type: 'Membership',
    description: 'Changes whether a reader may contribute and is offered downloads.',
    args: { input: t.arg({ type: SetMemberRightsInput, required: true }) },
    authScopes: async (_root, { input: { id } }) => ({
      mayChange: ['MANAGE_MEMBERS', (await memberOf(id))?.subjectId ?? null],
    }),
    errors: { types: [ProofNeeded, WrongState] },
    resolve: async (query, _root, { input }, ctx) => {
      const { id } = await setMemberRights(viewerOf(ctx), input);
      const membership = await db.membership.findUniqueOrThrow({ ...query, where: { id } });
      ctx.invalidateAccess(membership.subjectId);
      return membership;
    },
  }),
);

const MembersChanged = builder.objectRef<Guarded<MemberChange>>('MembersChanged').implement({
  description: 'A member of the book joined, left, or got another role or other rights.',
  fields: (t) => ({ subjectId: t.id({ resolve: ({ item }) => item.subjectId }) }),
});

builder.subscriptionField('membersChanged', (t) =>
  t.field({
    type: MembersChanged,
    description: 'The changes of a book’s members, for those who see them.',
    args: {
      subjectId: t.arg.id({ required: true }),
      awaySeconds: t.arg.int({ description: awayDescription }),
    },
    authScopes: (_root, { subjectId }, ctx) => mayFollow(ctx, subjectId, seesMembers),
    subscribe: (_root, { subjectId, awaySeconds }, ctx) =>
      subscription(() => followMembers(viewerOf(ctx), subjectId, awaySeconds)),
    resolve: (event, _args, ctx) => letThrough(event, ctx),
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
