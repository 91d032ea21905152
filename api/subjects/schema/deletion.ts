import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { db } from '#api/platform/database/database.ts';
import { LimitReached, WrongState } from '#api/platform/errors.ts';
import { deleteSubject, restoreSubject } from '../deletion.ts';
import { type DeletedBook, deletedBookBy, reclaimSubject } from '../reclaim.ts';

builder.mutationField('deleteSubject', (t) =>
  t.prismaField({
    type: 'Subject',
    description:
      'Deletes a book: for 30 days an owner or the person themself can undo it, then it is erased.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: (_root, { id }) => ({ mayChange: ['DELETE', id] }),
    errors: { types: [WrongState] },
    resolve: async (query, _root, input, ctx) => {
      const { id } = await deleteSubject(viewerOf(ctx), input);
      ctx.invalidateAccess(id);
      return db.subject.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('restoreSubject', (t) =>
  t.prismaField({
    type: 'Subject',
    description: 'Takes a deletion back, within its 30 days.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: (_root, { id }) => ({ mayChange: ['RESTORE', id] }),
    errors: { types: [WrongState, LimitReached] },
    resolve: async (query, _root, input, ctx) => {
      const { id } = await restoreSubject(viewerOf(ctx), input);
      ctx.invalidateAccess(id);
      return db.subject.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

const DeletedBookRef = builder.objectRef<DeletedBook>('DeletedBook').implement({
  description: 'A deleted book, for whoever holds the link that its last owner got when they left.',
  fields: (t) => ({
    preferredName: t.exposeString('preferredName'),
    cloth: t.exposeString('cloth'),
    keptUntil: t.expose('keptUntil', { type: 'DateTime' }),
  }),
});

builder.queryField('deletedBook', (t) =>
  t.field({
    type: DeletedBookRef,
    nullable: true,
    description: 'The deleted book that a link opens; null when it opens none, or does so no longer.',
    args: { token: t.arg.string({ required: true }) },
    authScopes: { public: true },
    resolve: (_root, { token }) => deletedBookBy(token),
  }),
);

builder.mutationField('reclaimSubject', (t) =>
  t.prismaField({
    type: 'Subject',
    description: 'Takes a deleted book back by its link: the caller owns it from then on.',
    args: { token: t.arg.string({ required: true }) },
    // An impersonating admin can't restore a subject.
    authScopes: (_root, _args, { viewer }) => viewer?.impersonatorId === null,
    errors: { types: [WrongState, LimitReached] },
    resolve: async (query, _root, input, ctx) => {
      const { id } = await reclaimSubject(viewerOf(ctx), input);
      ctx.invalidateAccess(id);
      return db.subject.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);
