import { visibleCards } from '#api/biography/policy.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { batch, batchSelected } from '#api/graphql/batch.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { visibleKeepsakes } from '#api/keepsakes/policy.ts';
import { Keepsake } from '#api/keepsakes/schema.ts';
import { db } from '#api/platform/database/database.ts';
import { chaptersFor, limitingAudiences } from './policy.ts';
import {
  type AudienceView,
  audienceColumns,
  audienceFrom,
  audiencesOfChapters,
  setAudience,
  subjectOfTarget,
} from './service.ts';

const AudienceRef = builder.objectRef<AudienceView>('Audience').implement({
  description:
    'Who may read a story, a chapter or a keepsake. The owners and the person themself read it whatever it says.',
  fields: (t) => ({
    everyone: t.exposeBoolean('everyone', {
      description: 'Also once its day has come, or the person has died.',
    }),
    until: t.expose('until', {
      type: 'Date',
      nullable: true,
      description: 'The day from which it is for everyone, where the person lives.',
    }),
    afterDeath: t.exposeBoolean('afterDeath', {
      description: 'It is for everyone once the person has died.',
    }),
    members: t.prismaField({
      type: ['Membership'],
      description: 'Those who are named, the first ones of the book first.',
      resolve: (query, { membershipIds }, _args, ctx, { fieldNodes }) => {
        if (!membershipIds.length) return [];
        return batchSelected(ctx, { node: fieldNodes[0], query }, membershipIds, async (lists) => {
          const members = await db.membership.findMany({
            ...query,
            where: { id: { in: lists.flat() } },
            orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
          });
          return lists.map((ids) => members.filter(({ id }) => ids.includes(id)));
        });
      },
    }),
  }),
});

builder.prismaObjectField('Card', 'audience', (t) =>
  t.field({
    type: AudienceRef,
    description: 'Who may read it; its chapter’s audience narrows that.',
    select: { audience: { select: audienceColumns } },
    resolve: ({ audience }) => audienceFrom(audience),
  }),
);

builder.prismaObjectField('Chapter', 'audience', (t) =>
  t.field({
    type: AudienceRef,
    description: 'Who may read its stories, as far as each of them is for them.',
    resolve: ({ id }, _args, ctx) => batch(ctx, 'chapter audience', id, audiencesOfChapters),
  }),
);

builder.prismaObjectField('Media', 'audience', (t) =>
  t.field({
    type: AudienceRef,
    description: 'Who may see it; the audience of its story narrows that.',
    select: { audience: { select: audienceColumns } },
    resolve: ({ audience }) => audienceFrom(audience),
  }),
);

const LimitedPart = builder.prismaObject('Audience', {
  variant: 'LimitedPart',
  description: 'One story, chapter or keepsake that is not for everyone who sees the book.',
  fields: (t) => ({
    id: t.exposeID('id'),
    audience: t.field({
      type: AudienceRef,
      select: audienceColumns,
      resolve: (row) => audienceFrom(row),
    }),
    card: t.relation('card', { nullable: true }),
    chapter: t.relation('chapter', { nullable: true }),
    keepsake: t.relation('media', { type: Keepsake, nullable: true }),
  }),
});

builder.prismaObjectField('Subject', 'limitedParts', (t) =>
  t.prismaField({
    type: [LimitedPart],
    description:
      'The stories, chapters and keepsakes that are not for everyone who sees the book, at most 500, the newest first; for those who say who reads them, and none for others.',
    resolve: async (query, { id }, _args, ctx) => {
      const subjectAccess = await ctx.subjectAccess(id);
      if (!subjectAccess.can('MANAGE_SUBJECT')) return [];
      const seen: Prisma.AudienceWhereInput[] = [
        { card: { is: visibleCards(subjectAccess) } },
        { chapter: { is: chaptersFor(subjectAccess) } },
        { media: { is: visibleKeepsakes(subjectAccess) } },
      ];
      return db.audience.findMany({
        ...query,
        where: { AND: [{ subjectId: id }, limitingAudiences(), { OR: seen }] },
        orderBy: { id: 'desc' },
        take: 500,
      });
    },
  }),
);

const SetAudienceInput = builder.inputType('SetAudienceInput', {
  description: 'One of the three ids, and one of the four ways.',
  fields: (t) => ({
    cardId: t.id(),
    chapterId: t.id(),
    keepsakeId: t.id({ description: 'A photo, a letter, a recording: a stored file of the book.' }),
    everyone: t.boolean({ description: 'Everyone who sees the book.' }),
    memberIds: t.idList({ description: 'Memberships of this book: they alone, 1 to 200.' }),
    until: t.field({ type: 'Date', description: 'Nobody before this day, then everyone.' }),
    afterDeath: t.boolean({ description: 'Nobody before the person has died, then everyone.' }),
  }),
});

builder.mutationField('setAudience', (t) =>
  t.field({
    type: AudienceRef,
    description:
      'Says who may read a story, a chapter or a keepsake. For the owners and the person themself, who read it in any case.',
    args: { input: t.arg({ type: SetAudienceInput, required: true }) },
    authScopes: async (_root, { input }, { viewer }) => ({
      may: ['MANAGE_SUBJECT', await subjectOfTarget(viewer, input)],
    }),
    errors: {},
    resolve: (_root, { input }, ctx) => setAudience(viewerOf(ctx), input),
  }),
);
