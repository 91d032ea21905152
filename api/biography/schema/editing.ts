import { batch } from '#api/graphql/batch.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { db } from '#api/platform/database/database.ts';
import { LimitReached } from '#api/platform/errors.ts';
import { seesEditors } from '../policy.ts';
import { subjectOfCard } from '../service/card-at.ts';
import { type OpenEditor, readEditors, setEditing } from '../service/editing.ts';
import { setPersonInStory } from '../service/story-people.ts';

const CardEditor = builder.objectRef<OpenEditor>('CardEditor').implement({
  description: 'A member who has the editor of a story open.',
  fields: (t) => ({
    userId: t.exposeID('userId'),
    name: t.exposeString('name'),
  }),
});

builder.prismaObjectField('Card', 'editors', (t) =>
  t.field({
    type: [CardEditor],
    description: 'Who has its editor open, the caller included; only for those who write the book.',
    resolve: async ({ id, subjectId }, _args, ctx) =>
      seesEditors(await ctx.subjectAccess(subjectId)) ? batch(ctx, 'card editors', id, readEditors) : [],
  }),
);

builder.mutationField('setEditing', (t) =>
  t.prismaField({
    type: 'Card',
    description:
      'Says that the caller has the editor of a story open, for the next 45 seconds, or has closed it. The others who write the book see it.',
    args: { cardId: t.arg.id({ required: true }), isEditing: t.arg.boolean({ required: true }) },
    authScopes: async (_root, { cardId }, { viewer }) => ({
      may: ['WRITE', await subjectOfCard(viewer, cardId)],
    }),
    errors: {},
    resolve: async (query, _root, { cardId, isEditing }, ctx) => {
      await setEditing(viewerOf(ctx), cardId, isEditing);
      return db.card.findUniqueOrThrow({ ...query, where: { id: cardId } });
    },
  }),
);

builder.mutationField('setPersonInStory', (t) =>
  t.prismaField({
    type: 'Card',
    description: 'Says that a person of the book is in a story, or isn’t. The writer keeps to it.',
    args: {
      cardId: t.arg.id({ required: true }),
      personId: t.arg.id({ required: true }),
      isIn: t.arg.boolean({ required: true }),
    },
    authScopes: async (_root, { cardId }, { viewer }) => ({
      may: ['WRITE', await subjectOfCard(viewer, cardId)],
    }),
    errors: { types: [LimitReached] },
    resolve: async (query, _root, { cardId, ...said }, ctx) => {
      await setPersonInStory(viewerOf(ctx), { cardId, ...said });
      return db.card.findUniqueOrThrow({ ...query, where: { id: cardId } });
    },
  }),
);
