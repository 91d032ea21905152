import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { db } from '#api/platform/database/database.ts';
import { subscription } from '#api/platform/events/subscription.ts';
import { awayDescription } from '#api/subjects/live/away.ts';
import type { Guarded } from '#api/subjects/live/guarded.ts';
import { letThrough, mayFollow } from '#api/subjects/schema/may-follow.ts';
import { type CardChange, followCards } from '../live.ts';
import { cardsSeen, visibleCards } from '../policy.ts';

const CardChanged = builder.objectRef<Guarded<CardChange>>('CardChanged').implement({
  description:
    'A story of the book was written, edited, published, hidden, corrected or decided on, or its chapters were renamed, reordered, hidden or shown.',
  fields: (t) => ({
    card: t.prismaField({
      type: 'Card',
      nullable: true,
      description:
        'The story as it is now; null when the caller may not see it, or the chapters were changed.',
      resolve: (query, { item: { cardId }, subjectAccess }) =>
        cardId === null
          ? null
          : db.card.findFirst({ ...query, where: { AND: [{ id: cardId }, visibleCards(subjectAccess)] } }),
    }),
    onlyEditors: t.boolean({
      description:
        'Whether only the people who have its editor open changed; sent to those who write the book.',
      resolve: ({ item }) => item.onlyEditors,
    }),
  }),
});

builder.subscriptionField('cardChanged', (t) =>
  t.field({
    type: CardChanged,
    description: 'The changes of stories and chapters, for those who may read the book.',
    args: {
      subjectId: t.arg.id({ required: true }),
      awaySeconds: t.arg.int({ description: awayDescription }),
    },
    authScopes: (_root, { subjectId }, ctx) => mayFollow(ctx, subjectId, (may) => cardsSeen(may) !== null),
    subscribe: (_root, { subjectId, awaySeconds }, ctx) =>
      subscription(() => followCards(viewerOf(ctx), subjectId, awaySeconds)),
    resolve: (event, _args, ctx) => letThrough(event, ctx),
  }),
);
