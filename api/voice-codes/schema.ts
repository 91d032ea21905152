import { subjectOfCard } from '#api/biography/service/card-at.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { db } from '#api/platform/database/database.ts';
import { setVoiceCode } from './service.ts';

builder.prismaObjectField('Card', 'playsVoiceCode', (t) =>
  t.exposeBoolean('playsVoiceCode', {
    description: 'Its code in printed books plays it, as long as everyone may hear it.',
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
