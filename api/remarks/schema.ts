import { subjectOfCard } from '#api/biography/service/card-at.ts';
import { batch } from '#api/graphql/batch.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { db } from '#api/platform/database/database.ts';
import { LimitReached } from '#api/platform/errors.ts';
import { keptRemarks, mayRemark, mayRemove } from './policy.ts';
import { heartsOf, remark, removeRemark, setHeart, subjectOfRemark } from './service.ts';

/** A family has fewer; the rest of a very large one is counted. */
const shownHearts = 25;

builder.prismaObject('Remark', {
  description: 'What a member of the family says about a story. Whoever may read the story may read it.',
  fields: (t) => ({
    id: t.exposeID('id'),
    text: t.exposeString('text'),
    author: t.relation('author', {
      nullable: true,
      description: 'Null once their account is deleted, and for remarks from another Evertold.',
    }),
    authorName: t.string({
      nullable: true,
      description:
        'Also of somebody who wrote it at another Evertold, where the book was before. Null once their account is deleted.',
      select: { authorName: true, author: { select: { name: true } } },
      resolve: ({ author, authorName }) => author?.name ?? (authorName || null),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    canRemove: t.boolean({
      description: 'Whether the caller may remove it: their own, and any for those who write the book.',
      resolve: async ({ subjectId, authorId }, _args, ctx) =>
        mayRemove(viewerOf(ctx), await ctx.subjectAccess(subjectId), authorId),
    }),
  }),
});

builder.prismaObjectField('Card', 'remarks', (t) =>
  t.relatedConnection('remarks', {
    cursor: 'id',
    description: 'What the family says about it, the oldest first.',
    query: () => ({
      where: keptRemarks,
      orderBy: [{ createdAt: 'asc' as const }, { id: 'asc' as const }],
    }),
  }),
);

builder.prismaObjectField('Card', 'heartCount', (t) =>
  t.int({
    description:
      'How many members have given it a heart, also at another Evertold, where the book was before.',
    select: { _count: { select: { hearts: true, broughtHearts: true } } },
    resolve: ({ _count }) => _count.hearts + _count.broughtHearts,
  }),
);

builder.prismaObjectField('Card', 'heartsFrom', (t) =>
  t.stringList({
    description: `The names of the first ${shownHearts} who gave it a heart, in the order in which they did.`,
    select: {
      hearts: {
        take: shownHearts,
        orderBy: [{ createdAt: 'asc' as const }, { userId: 'asc' as const }],
        select: { user: { select: { name: true } } },
      },
      broughtHearts: { take: shownHearts, orderBy: { position: 'asc' as const }, select: { name: true } },
    },
    resolve: ({ hearts, broughtHearts }) =>
      [...broughtHearts, ...hearts.map(({ user }) => user)].slice(0, shownHearts).map(({ name }) => name),
  }),
);

builder.prismaObjectField('Card', 'heartedByMe', (t) =>
  t.boolean({
    description: 'Whether the caller has given it a heart.',
    resolve: ({ id }, _args, ctx) =>
      batch(ctx, 'card hearted', { cardId: id, userId: viewerOf(ctx).userId }, heartsOf),
  }),
);

builder.prismaObjectField('Card', 'canRemark', (t) =>
  t.boolean({
    description: 'Whether the caller may remark on it and give it a heart.',
    resolve: async ({ subjectId }, _args, ctx) => mayRemark(await ctx.subjectAccess(subjectId)),
  }),
);

builder.mutationField('remark', (t) =>
  t.prismaField({
    type: 'Remark',
    description: 'Says something about a story, to everyone who may read it.',
    args: { cardId: t.arg.id({ required: true }), text: t.arg.string({ required: true }) },
    authScopes: async (_root, { cardId }, { viewer }) => ({
      may: ['ASK', await subjectOfCard(viewer, cardId)],
    }),
    errors: { types: [LimitReached] },
    resolve: async (query, _root, input, ctx) => {
      const { id } = await remark(viewerOf(ctx), input);
      return db.remark.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('removeRemark', (t) =>
  t.prismaField({
    type: 'Card',
    description: 'Removes a remark for good. For its author, and for whoever writes the book.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: async (_root, { id }, { viewer }) => ({ may: ['READ', await subjectOfRemark(viewer, id)] }),
    errors: {},
    resolve: async (query, _root, { id }, ctx) => {
      const cardId = await removeRemark(viewerOf(ctx), id);
      return db.card.findUniqueOrThrow({ ...query, where: { id: cardId } });
    },
  }),
);

builder.mutationField('setHeart', (t) =>
  t.prismaField({
    type: 'Card',
    description: 'Gives a story the caller’s heart, or takes it back.',
    args: { cardId: t.arg.id({ required: true }), on: t.arg.boolean({ required: true }) },
    authScopes: async (_root, { cardId, on }, { viewer }) => ({
      may: [on ? 'ASK' : 'READ', await subjectOfCard(viewer, cardId)],
    }),
    errors: {},
    resolve: async (query, _root, { cardId, on }, ctx) => {
      await setHeart(viewerOf(ctx), cardId, on);
      return db.card.findUniqueOrThrow({ ...query, where: { id: cardId } });
    },
  }),
);
