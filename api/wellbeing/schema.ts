import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { db } from '#api/platform/database/database.ts';
import { seeWellbeingNote } from './service.ts';

builder.prismaObject('WellbeingNote', {
  description: 'Words of crisis were said; the owner was told at once. The words themselves are not in it.',
  fields: (t) => ({
    id: t.exposeID('id'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    seenAt: t.expose('seenAt', { type: 'DateTime', nullable: true }),
    seenBy: t.relation('seenBy', { nullable: true }),
    done: t.exposeString('done', { nullable: true, description: 'What whoever saw it did.' }),
    subject: t.relation('subject'),
    conversation: t.relation('conversation'),
  }),
});

builder.prismaObjectField('Subject', 'wellbeingNotes', (t) =>
  t.prismaField({
    type: ['WellbeingNote'],
    description:
      'The newest ten that nobody has marked as seen. For owners; empty for others and the subject.',
    resolve: async (query, { id }, _args, ctx) => {
      const { can, self } = await ctx.subjectAccess(id);
      // Notes are not shown to the person themself.
      if (self || !can('MANAGE_SUBJECT')) return [];
      return db.wellbeingNote.findMany({
        ...query,
        where: { subjectId: id, seenAt: null },
        orderBy: { createdAt: 'desc' },
        take: 10,
      });
    },
  }),
);

builder.mutationField('seeWellbeingNote', (t) =>
  t.prismaField({
    type: 'WellbeingNote',
    description: 'Marks a wellbeing note as seen, with what was done. For the owners and the team.',
    args: { id: t.arg.id({ required: true }), done: t.arg.string({ required: true }) },
    authScopes: async (_root, { id }) => {
      const note = await db.wellbeingNote.findUnique({ where: { id }, select: { subjectId: true } });
      return { $any: { admin: true, may: ['MANAGE_SUBJECT', note?.subjectId ?? id] } };
    },
    errors: {},
    resolve: async (query, _root, input, ctx) => {
      await seeWellbeingNote(viewerOf(ctx), input);
      return db.wellbeingNote.findUniqueOrThrow({ ...query, where: { id: input.id } });
    },
  }),
);
