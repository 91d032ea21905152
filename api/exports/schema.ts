import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { weighing } from '#api/graphql/limits/cost.ts';
import { followMaking } from '#api/makings/live.ts';
import { ownMakings } from '#api/makings/policy.ts';
import { followable, MakingKindEnum, MakingStatusEnum, urlOf } from '#api/makings/schema.ts';
import { cancelMaking } from '#api/makings/service/cancel.ts';
import { db } from '#api/platform/database/database.ts';
import { LimitReached, WrongState } from '#api/platform/errors.ts';
import { subscription } from '#api/platform/events/subscription.ts';
import { requestExport } from './service/request.ts';

const ExportObject = builder.prismaObject('Making', {
  variant: 'Export',
  description: 'Everything of a subject in one file, for whoever asked for it.',
  fields: (t) => ({
    id: t.exposeID('id'),
    status: t.expose('status', { type: MakingStatusEnum }),
    progress: t.exposeInt('progress', { description: 'How far it is, of 100.' }),
    bytes: t.float({ nullable: true, resolve: ({ bytes }) => (bytes === null ? null : Number(bytes)) }),
    booksLeftOut: t.field({
      type: [MakingKindEnum],
      description: 'The books that are not in it, because they are too large to be made in one piece.',
      resolve: ({ booksLeftOut }) => booksLeftOut as 'BOOK_PDF'[],
    }),
    problem: t.exposeString('problem', {
      nullable: true,
      description: 'Why it was not made, or is not there any more.',
    }),
    url: t.string({
      nullable: true,
      description: 'Where it is downloaded, for 7 days and only by whoever asked for it.',
      resolve: (making, _args, { viewer }) => urlOf(making, viewer),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true }),
  }),
});

/** The number of latest exports shown. */
const shown = 5;

builder.prismaObjectField('Subject', 'exports', (t) =>
  t.prismaField({
    type: [ExportObject],
    description: `What one asked for oneself, the newest first; the last ${shown}.`,
    resolve: (query, { id }, _args, { viewer }) =>
      db.making.findMany({
        ...query,
        where: { ...ownMakings(viewer, id), kind: 'EXPORT' },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: shown,
      }),
  }),
);

builder.mutationField('requestExport', (t) =>
  t.prismaField({
    type: ExportObject,
    description:
      'Puts everything of a subject into a file that opens without Evertold. For its owners and the person themself; what is private is in the latter’s alone.',
    complexity: weighing(500),
    args: { subjectId: t.arg.id({ required: true }) },
    authScopes: (_root, { subjectId }) => ({ may: ['MANAGE_SUBJECT', subjectId] }),
    errors: { types: [WrongState, LimitReached] },
    resolve: async (query, _root, { subjectId }, ctx) => {
      const { id } = await requestExport(viewerOf(ctx), subjectId);
      return db.making.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('cancelExport', (t) =>
  t.prismaField({
    type: ExportObject,
    description: 'Stops an export. For whoever asked for it.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { signedIn: true },
    errors: { types: [WrongState] },
    resolve: async (query, _root, { id }, ctx) => {
      await cancelMaking(viewerOf(ctx), { id, isExport: true });
      return db.making.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.subscriptionField('exportChanged', (t) =>
  t.field({
    type: ExportObject,
    description: 'An export as it is now, and whenever it changes; ends when it is finished.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: async (_root, { id }, ctx) => !!(await followable(id, true, ctx)),
    subscribe: (_root, { id }, ctx) =>
      subscription(async () => followMaking(viewerOf(ctx), await followable(id, true, ctx))),
    resolve: ({ item }) => item,
  }),
);
