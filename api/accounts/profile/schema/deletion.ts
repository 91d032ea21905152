import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { db } from '#api/platform/database/database.ts';
import { decideBooks, ownedAlone } from '../service/deletion.ts';

builder.prismaObjectField('User', 'booksOwnedAlone', (t) =>
  t.prismaField({
    type: ['Subject'],
    description: 'Books that nobody else owns: deleting the account asks what becomes of each.',
    authScopes: ({ id }, _args, { viewer }) => viewer?.userId === id,
    unauthorizedResolver: () => [],
    resolve: async (query, { id }) =>
      db.subject.findMany({
        ...query,
        where: { id: { in: await ownedAlone(id) }, deletedAt: null },
        orderBy: { id: 'asc' },
      }),
  }),
);

const BookDecision = builder.inputType('BookDecision', {
  fields: (t) => ({
    subjectId: t.id({ required: true }),
    handTo: t.id({ description: 'The user who is to own it; without one it is deleted with the account.' }),
  }),
});

builder.mutationField('decideBooks', (t) =>
  t.prismaField({
    type: 'User',
    description:
      'Says what becomes of the books that the caller alone owns, once the account is deleted by /api/auth/delete-user. It counts for 25 hours, and no longer for a book whose successor is named after it. What nothing is said of goes to its successor, else to the person if they have an account; else it is deleted with 30 days to undo.',
    args: { books: t.arg({ type: [BookDecision], required: true }) },
    authScopes: (_root, _args, { viewer }) => viewer?.impersonatorId === null,
    errors: {},
    resolve: async (query, _root, input, ctx) => {
      const { userId: id } = await decideBooks(viewerOf(ctx), input);
      return db.user.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);
