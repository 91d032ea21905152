import { ProofNeeded } from '#api/accounts/errors.ts';
import { InvitationRole, InvitationStatus } from '#api/generated/prisma/enums.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { UserError } from '#api/graphql/errors.ts';
import { weighing } from '#api/graphql/limits/cost.ts';
import { db } from '#api/platform/database/database.ts';
import { LimitReached, WrongState } from '#api/platform/errors.ts';
import { SubjectRoleEnum } from '#api/subjects/schema/parts.ts';
import { InvitationUnusable } from '../errors.ts';
import { abilityToInvite, seesAddress, statusNow } from '../policy.ts';
import {
  acceptInvitation,
  declineInvitation,
  type InvitationPreview,
  invitationByToken,
  invitationsFor,
} from '../service/answer.ts';
import { askToEnter } from '../service/enter.ts';
import { invite, revokeInvitation } from '../service/invite.ts';

const InvitationStatusEnum = builder.enumType('InvitationStatus', {
  values: Object.values(InvitationStatus),
});
const InvitationRoleEnum = builder.enumType('InvitationRole', { values: Object.values(InvitationRole) });

builder.objectType(InvitationUnusable, {
  name: 'InvitationUnusable',
  description: 'The invitation is used up, withdrawn, declined or too old.',
  interfaces: [UserError],
  fields: (t) => ({ status: t.expose('status', { type: InvitationStatusEnum }) }),
});

const Invitation = builder.prismaObject('Invitation', {
  description: 'An invitation as those who invite see it. Its link is shown once, when it is made.',
  fields: (t) => ({
    id: t.exposeID('id'),
    role: t.expose('role', { type: SubjectRoleEnum }),
    email: t.exposeString('email', {
      nullable: true,
      description: 'For those who manage the members, and whoever sent it.',
      authScopes: async (invitation, _args, ctx) =>
        seesAddress(await ctx.subjectAccess(invitation.subjectId), invitation, viewerOf(ctx).userId),
      unauthorizedResolver: () => null,
    }),
    phone: t.exposeString('phone', {
      nullable: true,
      description: 'For those who manage the members, and whoever sent it.',
      authScopes: async (invitation, _args, ctx) =>
        seesAddress(await ctx.subjectAccess(invitation.subjectId), invitation, viewerOf(ctx).userId),
      unauthorizedResolver: () => null,
    }),
    relationship: t.exposeString('relationship', { nullable: true }),
    mayContribute: t.exposeBoolean('mayContribute', {
      description: 'Whether the reader may ask questions and remark, not only read.',
    }),
    mayDownload: t.exposeBoolean('mayDownload', {
      description:
        'Whether the reader is offered files to save. What is shown or played to them can still be saved by other means.',
    }),
    status: t.field({ type: InvitationStatusEnum, resolve: statusNow }),
    maxUses: t.exposeInt('maxUses'),
    uses: t.exposeInt('uses'),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

builder.prismaObjectField('Subject', 'invitations', (t) =>
  t.prismaConnection(
    {
      type: 'Invitation',
      cursor: 'id',
      description: 'For those who may invite, the newest first; for others an empty list.',
      resolve: async (query, { id }, _args, ctx) => {
        const subjectAccess = await ctx.subjectAccess(id);
        if (!subjectAccess.can('INVITE_VIEWER')) return [];
        return db.invitation.findMany({ ...query, where: { subjectId: id }, orderBy: { id: 'desc' } });
      },
    },
    { name: 'SubjectInvitationsConnection' },
    { name: 'SubjectInvitationsConnectionEdge' },
  ),
);

const Preview = builder.objectRef<InvitationPreview>('InvitationPreview').implement({
  description: 'What whoever holds the link may know before they answer.',
  fields: (t) => ({
    id: t.exposeID('id'),
    role: t.expose('role', { type: SubjectRoleEnum }),
    status: t.field({ type: InvitationStatusEnum, resolve: statusNow }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    message: t.exposeString('message', { nullable: true }),
    mayContribute: t.exposeBoolean('mayContribute', {
      description: 'Whether the reader may ask questions and remark, not only read.',
    }),
    isAddressed: t.boolean({
      description: 'Whether it is for one address, to which a link to enter goes if no other is given.',
      resolve: ({ email }) => email !== null,
    }),
    invitedBy: t.field({
      type: builder
        .objectRef<{ name: string }>('InvitationHost')
        .implement({ fields: (f) => ({ name: f.exposeString('name') }) }),
      // The inviter may have closed their account since.
      resolve: ({ invitedBy, subject }) => invitedBy ?? { name: `The family of ${subject.preferredName}` },
    }),
    subject: t.field({
      type: builder.objectRef<InvitationPreview['subject']>('InvitationSubject').implement({
        fields: (f) => ({
          preferredName: f.exposeString('preferredName'),
          initials: f.string({
            description: 'The first letters of the first and the last name.',
            resolve: ({ fullName }) => initialsOf(fullName),
          }),
          cloth: f.exposeString('cloth', { description: 'What the book is bound in.' }),
        }),
      }),
      resolve: ({ subject }) => subject,
    }),
  }),
});

builder.queryField('invitationPreview', (t) =>
  t.field({
    type: Preview,
    nullable: true,
    description: 'For whoever holds the link, signed in or not; null when it opens nothing.',
    args: { token: t.arg.string({ required: true }) },
    authScopes: { public: true },
    resolve: (_root, { token }) => invitationByToken(token),
  }),
);

builder.queryField('myInvitations', (t) =>
  t.field({
    type: [Preview],
    description: 'The invitations that wait for the caller, by the address that they went to.',
    authScopes: { signedIn: true },
    resolve: (_root, _args, ctx) => invitationsFor(viewerOf(ctx)),
  }),
);

const InviteInput = builder.inputType('InviteInput', {
  fields: (t) => ({
    subjectId: t.id({ required: true }),
    role: t.field({ type: InvitationRoleEnum, required: true }),
    email: t.string({ description: 'Gets the link by mail.' }),
    phone: t.string({
      deprecationReason: 'Text the link from a phone of your own. Removed after 2027-06-01.',
    }),
    relationship: t.string(),
    mayContribute: t.boolean({
      description: 'Whether a reader may ask questions and remark; without it, true.',
    }),
    mayDownload: t.boolean({ description: 'Whether a reader is offered files to save; without it, true.' }),
    maxUses: t.int({ description: '1 is a personal link; up to 50 for an open link to readers.' }),
    expiresInDays: t.int({ description: '1 to 14; without it, 14.' }),
    message: t.string(),
  }),
});

const InviteSuccess = builder
  .objectRef<{ url: string; invitationId: string; isLetterUnwanted: boolean }>('InviteSuccess')
  .implement({
    fields: (t) => ({
      url: t.exposeString('url', { description: 'The link, shown this once.' }),
      isLetterUnwanted: t.exposeBoolean('isLetterUnwanted', {
        description:
          'Whether no letter goes to the email, because its reader wants no invitations and gifts by email.',
      }),
      invitation: t.prismaField({
        type: Invitation,
        resolve: (query, { invitationId }) =>
          db.invitation.findUniqueOrThrow({ ...query, where: { id: invitationId } }),
      }),
    }),
  });

builder.mutationField('invite', (t) =>
  t.field({
    type: InviteSuccess,
    description:
      'Invites a reader (VIEWER), a member who also writes (EDITOR), or the person whom the book is about (SUBJECT).',
    args: { input: t.arg({ type: InviteInput, required: true }) },
    // A letter is sent.
    complexity: weighing(1000),
    authScopes: (_root, { input }) => ({ may: [abilityToInvite(input.role), input.subjectId] }),
    errors: { types: [LimitReached, ProofNeeded, WrongState] },
    resolve: (_root, { input }, ctx) => invite(viewerOf(ctx), ctx.origin, input),
  }),
);

builder.mutationField('acceptInvitation', (t) =>
  t.prismaField({
    type: 'Membership',
    description: 'Makes the caller a member. Again gives the same membership.',
    args: { token: t.arg.string({ required: true }) },
    authScopes: { signedIn: true },
    errors: { types: [InvitationUnusable, LimitReached, WrongState] },
    resolve: async (query, _root, { token }, ctx) => {
      const { subjectId, membershipId } = await acceptInvitation(viewerOf(ctx), { token });
      ctx.invalidateAccess(subjectId);
      return db.membership.findUniqueOrThrow({ ...query, where: { id: membershipId } });
    },
  }),
);

builder.mutationField('acceptMyInvitation', (t) =>
  t.prismaField({
    type: 'Membership',
    description: 'Makes the caller a member by an invitation that went to their address, without its link.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { signedIn: true },
    errors: { types: [InvitationUnusable, LimitReached, WrongState] },
    resolve: async (query, _root, { id }, ctx) => {
      const { subjectId, membershipId } = await acceptInvitation(viewerOf(ctx), { id });
      ctx.invalidateAccess(subjectId);
      return db.membership.findUniqueOrThrow({ ...query, where: { id: membershipId } });
    },
  }),
);

builder.mutationField('declineMyInvitation', (t) =>
  t.field({
    type: Preview,
    description: 'Says no to an invitation that went to the caller’s address.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { signedIn: true },
    errors: { types: [InvitationUnusable] },
    resolve: (_root, { id }, ctx) => declineInvitation({ id }, viewerOf(ctx).userId),
  }),
);

builder.mutationField('declineInvitation', (t) =>
  t.field({
    type: Preview,
    description: 'Says no, signed in or not. An open link stays for the others.',
    args: { token: t.arg.string({ required: true }) },
    authScopes: { public: true },
    errors: { types: [InvitationUnusable] },
    resolve: (_root, { token }) => declineInvitation({ token }),
  }),
);

const AskToEnterInput = builder.inputType('AskToEnterInput', {
  fields: (t) => ({
    token: t.string({ required: true, description: 'From the link of an invitation to read.' }),
    name: t.string({ description: 'Needed while the invitation is open.' }),
    email: t.string({ description: 'Without it, the address that the invitation is for.' }),
  }),
});

builder.mutationField('askToEnter', (t) =>
  t.field({
    type: Preview,
    description:
      'Mails a link with which an invited reader enters without a password, also again later. It is opened at `/api/auth/sign-in/invitation`. The answer doesn’t reveal whether the address has an account.',
    args: { input: t.arg({ type: AskToEnterInput, required: true }) },
    // A letter is sent.
    complexity: weighing(1000),
    authScopes: { public: true },
    errors: { types: [LimitReached] },
    resolve: (_root, { input }, ctx) => askToEnter(ctx.origin, input),
  }),
);

builder.mutationField('revokeInvitation', (t) =>
  t.prismaField({
    type: 'Invitation',
    description: 'Takes an invitation back: its link opens nothing from now on.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: async (_root, { id }) => {
      const invitation = await db.invitation.findUnique({
        where: { id },
        select: { subjectId: true, role: true },
      });
      return {
        may: [abilityToInvite(invitation?.role ?? 'VIEWER'), invitation?.subjectId ?? null],
      };
    },
    errors: { types: [InvitationUnusable] },
    resolve: async (query, _root, { id }) => {
      await revokeInvitation({ id });
      return db.invitation.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => word?.charAt(0) ?? '').join('');
}
