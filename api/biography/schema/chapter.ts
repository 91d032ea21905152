import { batch, batchSelected } from '#api/graphql/batch.ts';
import { builder } from '#api/graphql/builder.ts';
import { type Context, viewerOf } from '#api/graphql/context.ts';
import type { KeyFields } from '#api/graphql/limits/key-scopes.ts';
import { db } from '#api/platform/database/database.ts';
import { toldBy, visibleCardsTo } from '../policy.ts';
import { orderChapters, saveChapter, subjectOfChapter } from '../service/arrange-chapters.ts';
import { subjectOfCard } from '../service/card-at.ts';
import { moveCard, orderCardsByDate } from '../service/order-stories.ts';
import { readCards } from './reading.ts';

builder.prismaObject('Chapter', {
  extensions: {
    keyFields: {
      'biography:read': ['id', 'key', 'title', 'position', 'hidden', 'cardCount', 'told', 'cards'],
    },
  } satisfies KeyFields,
  fields: (t) => ({
    id: t.exposeID('id'),
    key: t.exposeString('key'),
    title: t.exposeString('title'),
    position: t.exposeInt('position'),
    hidden: t.exposeBoolean('hidden', {
      description: 'Only those who write the book see it and its stories.',
    }),
    cardCount: t.int({
      description: 'Stories that the caller may read.',
      resolve: (chapter, _args, ctx) => cardCount(chapter, ctx),
    }),
    told: t.float({
      description: 'How complete it is, 0 to 1.',
      resolve: async (chapter, _args, ctx) => toldBy(await cardCount(chapter, ctx)),
    }),
    cards: t.prismaField({
      type: ['Card'],
      description:
        'Sorted by date; stories without a date come last. A story that somebody moved stands where they put it.',
      resolve: async (query, { id, subjectId }, _args, ctx, { fieldNodes }) => {
        const subjectAccess = await ctx.subjectAccess(subjectId);
        return batchSelected(ctx, { node: fieldNodes[0], query }, { id, subjectAccess }, (asked) =>
          readCards(asked, query),
        );
      },
    }),
  }),
});

/** The count that was read with the chapter, or else a batched count for all requested chapters. */
async function cardCount(chapter: { id: string; cardCount?: number }, ctx: Context): Promise<number> {
  return (
    chapter.cardCount ??
    batch(ctx, 'card count', chapter.id, async (chapterIds) => {
      const counts = await db.card.groupBy({
        by: ['chapterId'],
        where: { AND: [{ chapterId: { in: chapterIds } }, visibleCardsTo(ctx.viewer)] },
        _count: true,
      });
      const found = new Map(counts.map(({ chapterId, _count }) => [chapterId, _count]));
      return chapterIds.map((id) => found.get(id) ?? 0);
    })
  );
}

builder.mutationField('saveChapter', (t) =>
  t.prismaField({
    type: 'Chapter',
    description:
      'Renames a chapter, or hides it from all who don’t write the book; what is left out stays. Its key stays the same.',
    args: {
      id: t.arg.id({ required: true }),
      title: t.arg.string({ description: '1 to 80 characters.' }),
      hidden: t.arg.boolean(),
    },
    authScopes: async (_root, { id }, { viewer }) => ({ may: ['WRITE', await subjectOfChapter(viewer, id)] }),
    errors: {},
    resolve: async (query, _root, input, ctx) => {
      await saveChapter(viewerOf(ctx), input);
      return db.chapter.findUniqueOrThrow({ ...query, where: { id: input.id } });
    },
  }),
);

builder.mutationField('orderChapters', (t) =>
  t.prismaField({
    type: 'Subject',
    description: 'The order of the chapters; those that are not named keep their places.',
    args: { subjectId: t.arg.id({ required: true }), ids: t.arg.idList({ required: true }) },
    authScopes: (_root, { subjectId }) => ({ may: ['WRITE', subjectId] }),
    errors: {},
    resolve: async (query, _root, input, ctx) => {
      await orderChapters(viewerOf(ctx), input);
      return db.subject.findUniqueOrThrow({ ...query, where: { id: input.subjectId } });
    },
  }),
);

builder.mutationField('moveCard', (t) =>
  t.prismaField({
    type: 'Chapter',
    description:
      'Moves a story within its chapter; the other stories keep their places. Put where its date puts it, it stands by date again.',
    args: {
      id: t.arg.id({ required: true }),
      afterId: t.arg.id({
        description: 'The story of the same chapter that it comes after; none: it comes first.',
      }),
    },
    authScopes: async (_root, { id }, { viewer }) => ({ may: ['WRITE', await subjectOfCard(viewer, id)] }),
    errors: {},
    resolve: async (query, _root, input, ctx) => {
      const id = await moveCard(viewerOf(ctx), input);
      return db.chapter.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('orderCardsByDate', (t) =>
  t.prismaField({
    type: 'Chapter',
    description: 'Puts the stories of a chapter back into the order of their dates.',
    args: { chapterId: t.arg.id({ required: true }) },
    authScopes: async (_root, { chapterId }, { viewer }) => ({
      may: ['WRITE', await subjectOfChapter(viewer, chapterId)],
    }),
    errors: {},
    resolve: async (query, _root, { chapterId }, ctx) => {
      await orderCardsByDate(viewerOf(ctx), chapterId);
      return db.chapter.findUniqueOrThrow({ ...query, where: { id: chapterId } });
    },
  }),
);
