import { visibleCards } from '#api/biography/policy.ts';
import { subjectOfCard } from '#api/biography/service/card-at.ts';
import { batch } from '#api/graphql/batch.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { db } from '#api/platform/database/database.ts';
import { setVoiceCode, storiesOfCodes } from './service.ts';

builder.prismaObjectField('Card', 'playsVoiceCode', (t) =>
  t.exposeBoolean('playsVoiceCode', {
    description: 'Its code in printed books plays it, as long as everyone may hear it.',
  }),
);

builder.prismaObjectField('Card', 'codePlaysStory', (t) =>
  t.prismaField({
    type: 'Card',
    nullable: true,
    description:
      'The story that its code in printed books plays instead, since its words were added to that one and it was hidden. Also while its code is switched off. For those who write.',
    authScopes: ({ subjectId }) => ({ may: ['WRITE', subjectId] }),
    unauthorizedResolver: () => null,
    resolve: async (query, { id: cardId, subjectId }, _args, ctx) => {
      const id = await batch(ctx, 'card code plays', cardId, storiesOfCodes);
      if (!id) return null;
      const visible = visibleCards(await ctx.subjectAccess(subjectId));
      return db.card.findFirst({ ...query, where: { AND: [{ id }, visible] } });
    },
  }),
);

builder.mutationField('setVoiceCode', (t) =>
  t.prismaField({
    type: 'Card',
    description:
      'Switches on or off that a story’s code in printed books plays it. For the owners and the person themself.',
    args: { cardId: t.arg.id({ required: true }), plays: t.arg.boolean({ required: true }) },
    authScopes: async (_root, { cardId }, { viewer }) => ({
      may: ['MANAGE_SUBJECT', await subjectOfCard(viewer, cardId)],
    }),
    errors: {},
    resolve: async (query, _root, { cardId, plays }, ctx) => {
      await setVoiceCode(viewerOf(ctx), cardId, plays);
      return db.card.findUniqueOrThrow({ ...query, where: { id: cardId } });
    },
  }),
);
