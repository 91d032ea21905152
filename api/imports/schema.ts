import { BookImportStatus } from '#api/generated/prisma/enums.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { weighing } from '#api/graphql/limits/cost.ts';
import { db } from '#api/platform/database/database.ts';
import { LimitReached, WrongState } from '#api/platform/errors.ts';
import { visibleTo } from '#api/subjects/policy.ts';
import { ownImports } from './policy.ts';
import { cancelImport, importBook } from './service/request.ts';

const BookImportStatusEnum = builder.enumType('BookImportStatus', {
  values: Object.values(BookImportStatus),
});

const BookImportObject = builder.prismaObject('BookImport', {
  description: 'The import of a book from an export of another Evertold; only its own account sees it.',
  fields: (t) => ({
    id: t.exposeID('id'),
    status: t.expose('status', { type: BookImportStatusEnum }),
    progress: t.exposeInt('progress', { description: 'How far it is, of 100.' }),
    problem: t.exposeString('problem', { nullable: true, description: 'Why it was not brought.' }),
    subject: t.prismaField({
      type: 'Subject',
      nullable: true,
      description: 'The book, once it is there.',
      resolve: (query, { subjectId }, _args, ctx) =>
        subjectId
          ? db.subject.findFirst({ ...query, where: { AND: [{ id: subjectId }, visibleTo(viewerOf(ctx))] } })
          : null,
    }),
    soundsLeft: t.exposeInt('soundsLeft', {
      description:
        'How many recordings did not come along: the person’s last word, as the export has it, was not that they may be recorded, or it does not have what is said on them, or where private words are in them.',
    }),
    soundsHeld: t.exposeInt('soundsHeld', {
      description:
        'How many recordings came along that nobody hears until the person agrees to recording here.',
    }),
    versionsLeft: t.exposeInt('versionsLeft', {
      description:
        'How many of the oldest earlier versions of stories did not come along, because an export has room for the newest ones only.',
    }),
    filesMissing: t.exposeInt('filesMissing', {
      description: 'How many keepsakes did not come along, because the export has no file of them.',
    }),
    onlyForOwner: t.exposeInt('onlyForOwner', {
      description:
        'How many stories, chapters and keepsakes only the owners and the person read for now, because the members who read them did not come along, or the export does not say who does.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

/** The number of latest imports shown. */
const shown = 5;

builder.queryField('bookImports', (t) =>
  t.prismaField({
    type: [BookImportObject],
    description: `The books that the caller brought here, the newest first; the last ${shown}.`,
    authScopes: { signedIn: true },
    resolve: (query, _root, _args, ctx) =>
      db.bookImport.findMany({
        ...query,
        where: ownImports(viewerOf(ctx)),
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: shown,
      }),
  }),
);

builder.mutationField('importBook', (t) =>
  t.prismaField({
    type: BookImportObject,
    description:
      'Brings a book from an export of another Evertold that was uploaded to `/media/upload` with the metadata `becomes: book`. The caller owns it. One at a time; one that failed is tried again.',
    complexity: weighing(500),
    args: {
      uploadId: t.arg.id({ required: true }),
      isSelf: t.arg.boolean({ description: 'Whether the book is about the caller.' }),
    },
    authScopes: { signedIn: true },
    errors: { types: [WrongState, LimitReached] },
    resolve: async (query, _root, input, ctx) => {
      const id = await importBook(viewerOf(ctx), input);
      return db.bookImport.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('cancelBookImport', (t) =>
  t.prismaField({
    type: BookImportObject,
    description: 'Cancels one’s own import and erases what it stored.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { signedIn: true },
    errors: { types: [WrongState] },
    resolve: async (query, _root, { id }, ctx) => {
      await cancelImport(viewerOf(ctx), { id });
      return db.bookImport.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);
