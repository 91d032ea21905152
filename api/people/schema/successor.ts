import { ProofNeeded } from '#api/accounts/errors.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { db } from '#api/platform/database/database.ts';
import { LimitReached, WrongState } from '#api/platform/errors.ts';
import { actsForAnother } from '#api/platform/viewer.ts';
import { answerSuccession, claimSuccession, endOfWaiting } from '../service/succession.ts';
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

type Succession = {
  ownerName: string;
  successorName: string;
  isMine: boolean;
  claimedAt: Date | null;
  answeredAt: Date | null;
};

const SuccessionRef = builder.objectRef<Succession>('Succession').implement({
  description: 'What happens when the only owner of a book has died: the named successor tells us.',
  fields: (t) => ({
    ownerName: t.exposeString('ownerName'),
    successorName: t.exposeString('successorName'),
    isMine: t.exposeBoolean('isMine', { description: 'Whether the caller is the named successor.' }),
    claimedAt: t.expose('claimedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the successor said that the owner has died.',
    }),
    takesOverAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the successor becomes an owner, unless the owner answers or uses Evertold before.',
      resolve: ({ claimedAt, answeredAt }) => (claimedAt && !answeredAt ? endOfWaiting(claimedAt) : null),
    }),
    maySayAgainAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'After an answer: when the successor can say so again.',
      resolve: ({ answeredAt }) => answeredAt && endOfWaiting(answeredAt),
    }),
  }),
});

const person = { select: { id: true, name: true } } as const;

builder.prismaObjectField('Subject', 'succession', (t) =>
  t.field({
    type: SuccessionRef,
    nullable: true,
    description:
      'The succession of a book’s only owner; for the named successor and those who manage the members. Null for others, without a successor, and where the book has several owners.',
    select: {
      id: true,
      members: { where: { role: 'OWNER' }, select: { user: person } },
      successor: { select: { claimedAt: true, answeredAt: true, member: { select: { user: person } } } },
    },
    async resolve({ id, members, successor }, _args, ctx) {
      const [owner, another] = members;
      if (!successor || !owner || another) return null;
      const { viewer } = ctx;
      const { can } = await ctx.subjectAccess(id);
      const { claimedAt, answeredAt, member } = successor;
      const isMine = viewer?.userId === member.user.id && !actsForAnother(viewer);
      if (!can('READ') || !(isMine || can('MANAGE_MEMBERS'))) return null;
      const [ownerName, successorName] = [owner.user.name, member.user.name];
      return { ownerName, successorName, isMine, claimedAt, answeredAt };
    },
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

builder.mutationField('claimSuccession', (t) =>
  t.prismaField({
    type: 'Subject',
    description:
      'The named successor says that the only owner of the book has died. We write to the owner; the successor becomes an owner after 30 days, unless the owner answers or uses Evertold.',
    args: { subjectId: t.arg.id({ required: true }) },
    authScopes: (_root, { subjectId }) => ({ mayChange: ['READ', subjectId] }),
    errors: { types: [ProofNeeded, WrongState, LimitReached] },
    resolve: async (query, _root, input, ctx) => {
      const { subjectId: id } = await claimSuccession(viewerOf(ctx), input);
      return db.subject.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('answerSuccession', (t) =>
  t.prismaField({
    type: 'Subject',
    description: 'Answers the named successor that the owner is alive: the book stays as it is.',
    args: { subjectId: t.arg.id({ required: true }) },
    authScopes: (_root, { subjectId }) => ({ mayChange: ['MANAGE_MEMBERS', subjectId] }),
    errors: { types: [WrongState] },
    resolve: async (query, _root, input, ctx) => {
      const { subjectId: id } = await answerSuccession(viewerOf(ctx), input);
      return db.subject.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);
