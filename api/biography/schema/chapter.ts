import { batch, batchSelected } from '#api/graphql/batch.ts';
import { builder } from '#api/graphql/builder.ts';
import type { Context } from '#api/graphql/context.ts';
import type { KeyFields } from '#api/graphql/limits/key-scopes.ts';
import { db } from '#api/platform/database/database.ts';
import { toldBy, visibleCardsTo } from '../policy.ts';
import { readCards } from './reading.ts';

builder.prismaObject('Chapter', {
  extensions: {
    keyFields: { 'biography:read': ['id', 'key', 'title', 'position', 'cardCount', 'told', 'cards'] },
  } satisfies KeyFields,
  fields: (t) => ({
    id: t.exposeID('id'),
    key: t.exposeString('key'),
    title: t.exposeString('title'),
    position: t.exposeInt('position'),
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
      description: 'Sorted by date; stories without a date come last.',
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
