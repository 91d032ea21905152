import { mediaAddress } from '#api/accounts/cross-domain/media-address.ts';
import type { Making } from '#api/generated/prisma/client.ts';
import { MakingStatus } from '#api/generated/prisma/enums.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { weighing } from '#api/graphql/limits/cost.ts';
import { db } from '#api/platform/database/database.ts';
import { LimitReached, NotFound, WrongState } from '#api/platform/errors.ts';
import { subscription } from '#api/platform/events/subscription.ts';
import { hasVoiceCodes } from '#api/voice-codes/service.ts';
import { hasVoice } from './content/read-highlight.ts';
import { followMaking } from './live.ts';
import { abilityFor, mayHave, mayPrintCodes, ownMakings } from './policy.ts';
import { cancelMaking } from './service/cancel.ts';
import { makeFromStories } from './service/request.ts';

export const MakingKindEnum = builder.enumType('MakingKind', {
  description:
    'BOOK_PDF: a book for print, 6 by 9 inches. BOOK_EPUB: the same for e-readers. QUOTE_CARD: a picture of one sentence. HIGHLIGHT: the sound of chosen sentences as an MP3; refused where they were not recorded.',
  values: ['BOOK_PDF', 'BOOK_EPUB', 'QUOTE_CARD', 'HIGHLIGHT'] as const,
});

export const MakingStatusEnum = builder.enumType('MakingStatus', {
  description: 'DONE for 7 days, then EXPIRED.',
  values: Object.values(MakingStatus),
});

/** The address of the file, while it exists. */
export function urlOf(making: Making, viewer: Parameters<typeof mediaAddress>[1]): string | null {
  const isThere = making.status === 'DONE' && making.expiresAt && making.expiresAt > new Date();
  return isThere ? mediaAddress(making.id, viewer) : null;
}

export const MakingObject = builder.prismaObject('Making', {
  description: 'Something made from the stories, for whoever asked for it.',
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.field({ type: MakingKindEnum, resolve: ({ kind }) => kind as 'BOOK_PDF' }),
    status: t.expose('status', { type: MakingStatusEnum }),
    progress: t.exposeInt('progress', { description: 'How far it is, of 100.' }),
    title: t.exposeString('title'),
    fileName: t.exposeString('fileName'),
    bytes: t.float({ nullable: true, resolve: ({ bytes }) => (bytes === null ? null : Number(bytes)) }),
    pages: t.exposeInt('pages', { nullable: true, description: 'Of a printed book.' }),
    picturesLeftOut: t.exposeInt('picturesLeftOut', {
      description: 'Of a book: how many pictures of its stories had no room in it, or can’t be printed.',
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

/** The number of past makings shown. */
const shown = 20;

builder.prismaObjectField('Subject', 'makings', (t) =>
  t.prismaField({
    type: [MakingObject],
    description: `What one had made oneself, the newest first; the last ${shown}.`,
    resolve: (query, { id }, _args, { viewer }) =>
      db.making.findMany({
        ...query,
        where: { ...ownMakings(viewer, id), kind: { not: 'EXPORT' } },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: shown,
      }),
  }),
);

builder.prismaObjectField('Subject', 'hasVoice', (t) =>
  t.boolean({
    description:
      'Whether a HIGHLIGHT can be made: a published story has recorded sentences. For those who write.',
    authScopes: ({ id }) => ({ may: ['WRITE', id] }),
    unauthorizedResolver: () => false,
    resolve: async ({ id }, _args, ctx) => hasVoice(await ctx.subjectAccess(id)),
  }),
);

builder.prismaObjectField('Subject', 'offersVoiceCodes', (t) =>
  t.boolean({
    description:
      'Whether a book can have codes that play its stories: one of them has sound that everyone may hear. For the owners and the person themself, and for those who write once the person has agreed to wording 2 of SHARING.',
    authScopes: ({ id }) => ({ may: ['WRITE', id] }),
    unauthorizedResolver: () => false,
    resolve: async ({ id }, _args, ctx) =>
      (await mayPrintCodes(await ctx.subjectAccess(id))) && hasVoiceCodes(id),
  }),
);

const MakeInput = builder.inputType('MakeInput', {
  fields: (t) => ({
    subjectId: t.id({ required: true }),
    kind: t.field({ type: MakingKindEnum, required: true }),
    chapterKeys: t.stringList({ description: 'Without any: all chapters.' }),
    cardIds: t.idList({ description: 'Without any: all published stories. Of a quote card: the one story.' }),
    sentenceId: t.id({
      description: 'Of a quote card: what is quoted, else the first sentence that was told.',
    }),
    sentenceIds: t.idList({
      description: 'Of a highlight: the sentences in their order, at most 50 and ten minutes.',
    }),
    title: t.string({ description: 'At most 120 characters.' }),
    dedication: t.string({ description: 'At most 500 characters.' }),
    cloth: t.string({
      description:
        'The cloth of a book’s cover: spruce, ink, plum, moss or slate. Without it, the book’s own.',
    }),
    coverId: t.id({ description: 'The media of a keepsake: a picture for a book’s cover.' }),
    voiceCodes: t.boolean({
      description:
        'Prints a code beside each story of a book that everyone may hear. Everyone who holds the book can play it, so an editor may ask for it only once the person has agreed to wording 2 of SHARING, which names such codes.',
    }),
  }),
});

/** Making a file takes one core for seconds. */
const weight = weighing(500);

builder.mutationField('makeFromStories', (t) =>
  t.prismaField({
    type: MakingObject,
    description:
      'Has a file made of the published stories that the caller may read. One at a time for each member.',
    complexity: weight,
    args: { input: t.arg({ type: MakeInput, required: true }) },
    authScopes: (_root, { input }) => ({ may: ['WRITE', input.subjectId] }),
    errors: { types: [WrongState, LimitReached] },
    resolve: async (query, _root, { input }, ctx) => {
      const { id } = await makeFromStories(viewerOf(ctx), input);
      return db.making.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('cancelMaking', (t) =>
  t.prismaField({
    type: MakingObject,
    description: 'Stops what is being made. For whoever asked for it.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { signedIn: true },
    errors: { types: [WrongState] },
    resolve: async (query, _root, { id }, ctx) => {
      await cancelMaking(viewerOf(ctx), { id });
      return db.making.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

/** A making that the viewer may follow; NotFound for others. */
export async function followable(
  id: string,
  isExport: boolean,
  ctx: Parameters<typeof viewerOf>[0],
): Promise<Making> {
  const viewer = viewerOf(ctx);
  const making = await db.making.findUnique({ where: { id } });
  const what = isExport ? 'Export' : 'Making';
  if (!making || (making.kind === 'EXPORT') !== isExport) throw new NotFound(what);
  const subjectAccess = await ctx.subjectAccess(making.subjectId);
  if (!subjectAccess.can(abilityFor(making.kind)) || !mayHave(viewer, subjectAccess, making))
    throw new NotFound(what);
  return making;
}

builder.subscriptionField('makingChanged', (t) =>
  t.field({
    type: MakingObject,
    description: 'What is being made as it is now, and whenever it changes; ends when it is finished.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: async (_root, { id }, ctx) => !!(await followable(id, false, ctx)),
    subscribe: (_root, { id }, ctx) =>
      subscription(async () => followMaking(viewerOf(ctx), await followable(id, false, ctx))),
    resolve: ({ item }) => item,
  }),
);
