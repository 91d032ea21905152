import { getRefFromModel, type PrismaObjectRef } from '@pothos/plugin-prisma';
import { mediaAddress } from '#api/accounts/cross-domain/media-address.ts';
import { visibleCards } from '#api/biography/policy.ts';
import { sayDate } from '#api/biography/writing/dates.ts';
import type PrismaTypes from '#api/generated/pothos-types.ts';
import { KeepsakeKind } from '#api/generated/prisma/enums.ts';
import { batchSelected } from '#api/graphql/batch.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { UserError } from '#api/graphql/errors.ts';
import { weighing } from '#api/graphql/limits/cost.ts';
import { forKeys, type KeyFields } from '#api/graphql/limits/key-scopes.ts';
import type { SharedFields } from '#api/graphql/sockets/sharing.ts';
import { db } from '#api/platform/database/database.ts';
import { rowId } from '#api/platform/domain-values/ids.ts';
import { LimitReached, WrongState } from '#api/platform/errors.ts';
import { FileTooLarge, NotAKeepsake } from './errors.ts';
import { subjectOfKeepsake, visibleKeepsakes } from './policy.ts';
import { addKeepsake } from './service/add.ts';
import { deleteKeepsake, restoreKeepsake, saveKeepsake } from './service/change.ts';
import { keepsakesAskedAbout, mediaOfCards, peopleOfKeepsakes } from './service/read.ts';

/** The biography's Card type by its model name, to avoid a circular import of the schemas. */
const Card = getRefFromModel('Card', builder) as PrismaObjectRef<
  typeof builder.$inferSchemaTypes,
  PrismaTypes['Card']
>;

const KeepsakeKindEnum = builder.enumType('KeepsakeKind', { values: Object.values(KeepsakeKind) });

builder.objectType(NotAKeepsake, {
  name: 'NotAKeepsake',
  description: 'What was sent is no photo, recording, film or document that is taken, or is broken.',
  interfaces: [UserError],
});

builder.objectType(FileTooLarge, {
  name: 'FileTooLarge',
  description: 'A photo has 25 MB at most, a recording 200 MB, a film 500 MB, a document 50 MB.',
  interfaces: [UserError],
});

const placeDescription =
  'The paragraph of its story after which a picture is shown, 0 for before the first one; null for the usual place.';

const Media = builder.prismaObject('Media', {
  description: 'A stored file, sent to who may see what it hangs from.',
  extensions: {
    sharedFields: ['id', 'url', 'contentType', 'width', 'height', 'placeholder'],
    keyFields: {
      'keepsakes:read': ['id', 'url', 'contentType', 'width', 'height', 'caption', 'afterParagraph'],
    },
  } satisfies SharedFields & KeyFields,
  fields: (t) => ({
    id: t.exposeID('id'),
    url: t.string({ resolve: ({ id }, _args, { viewer }) => mediaAddress(id, viewer) }),
    contentType: t.exposeString('contentType'),
    width: t.exposeInt('width', { nullable: true }),
    height: t.exposeInt('height', { nullable: true }),
    placeholder: t.string({
      nullable: true,
      description:
        'A data address of the picture in a few pixels, to show until it has loaded; null until it is drawn.',
      resolve: ({ placeholder }) => (placeholder ? `data:image/webp;base64,${placeholder}` : null),
    }),
    caption: t.string({
      nullable: true,
      description: 'What the family says of it: its description, else its title.',
      resolve: ({ caption, title }) => caption ?? title,
    }),
    afterParagraph: t.exposeInt('afterParagraph', { nullable: true, description: placeDescription }),
  }),
});

export const Keepsake = builder.prismaObject('Media', {
  variant: 'Keepsake',
  description: 'A photo, letter, recipe, recording, film, document or object that belongs to the stories.',
  extensions: {
    sharedFields: ['id', 'kind', 'title', 'description', 'happenedText', 'media'],
    keyFields: {
      'keepsakes:read': [
        ...['id', 'kind', 'title', 'description', 'happened', 'happenedText', 'media', 'addedBy'],
        ...['createdAt', 'deletedAt', 'afterParagraph'],
      ],
      'biography:read': ['card'],
      'people:read': ['people'],
    },
  } satisfies SharedFields & KeyFields,
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.expose('kind', { type: KeepsakeKindEnum }),
    title: t.exposeString('title', { nullable: true }),
    description: t.exposeString('caption', { nullable: true }),
    happened: t.expose('happened', { type: 'Edtf', nullable: true }),
    happenedText: t.string({
      nullable: true,
      description: 'When it is from, as a person says it: summer of 1952.',
      resolve: ({ happened }) => (happened && sayDate(happened)) || null,
    }),
    media: t.variant(Media, { description: 'Its file.' }),
    card: t.prismaField({
      type: Card,
      nullable: true,
      description: 'The story that it belongs to, where the caller may read it.',
      select: { cardId: true },
      resolve: async (query, { cardId, subjectId }, _args, ctx) =>
        cardId
          ? db.card.findFirst({
              ...query,
              where: { AND: [{ id: cardId }, visibleCards(await ctx.subjectAccess(subjectId))] },
            })
          : null,
    }),
    people: t.prismaField({
      type: ['Person'],
      description: 'The people in it whom the caller may see.',
      resolve: async (query, { id, subjectId }, _args, ctx, { fieldNodes }) => {
        const subjectAccess = await ctx.subjectAccess(subjectId);
        return batchSelected(ctx, { node: fieldNodes[0], query }, { id, subjectAccess }, (asked) =>
          peopleOfKeepsakes(asked, query),
        );
      },
    }),
    afterParagraph: t.exposeInt('afterParagraph', { nullable: true, description: placeDescription }),
    addedBy: t.string({
      nullable: true,
      description: 'The name of the member who added it, here or at the Evertold that it came from.',
      select: { addedByName: true, addedBy: { select: { name: true } } },
      resolve: ({ addedBy, addedByName }) => addedBy?.name ?? addedByName,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    deletedAt: t.expose('deletedAt', { type: 'DateTime', nullable: true }),
  }),
});

builder.prismaObjectField('Subject', 'keepsakes', (t) =>
  t.prismaConnection(
    {
      type: Keepsake,
      cursor: 'id',
      description: 'What belongs to the stories, the newest first; as far as the caller may see it.',
      extensions: forKeys('keepsakes:read'),
      resolve: async (query, { id }, _args, ctx) =>
        db.media.findMany({
          ...query,
          where: visibleKeepsakes(await ctx.subjectAccess(id)),
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        }),
    },
    { name: 'SubjectKeepsakesConnection' },
    { name: 'SubjectKeepsakesConnectionEdge' },
  ),
);

builder.prismaObjectField('Subject', 'keepsake', (t) =>
  t.prismaField({
    type: Keepsake,
    nullable: true,
    description: 'One of its keepsakes; null when there is none that the caller may see.',
    args: { id: t.arg.id({ required: true }) },
    resolve: async (query, subject, { id }, ctx) =>
      db.media.findFirst({
        ...query,
        where: { AND: [{ id: rowId(id) }, visibleKeepsakes(await ctx.subjectAccess(subject.id))] },
      }),
  }),
);

builder.prismaObjectField('Conversation', 'keepsakesAskedAbout', (t) =>
  t.prismaField({
    type: [Keepsake],
    deprecationReason: 'Use Message.keepsakeAskedAbout. Removed after 2027-06-01.',
    description:
      'The photos and other keepsakes that the interviewer asked about in it, the oldest first; as far as the caller may see them. Empty for those who may not read what was said.',
    resolve: async (query, { id, subjectId }, _args, ctx, { fieldNodes }) => {
      const subjectAccess = await ctx.subjectAccess(subjectId);
      return batchSelected(ctx, { node: fieldNodes[0], query }, { id, subjectAccess }, (asked) =>
        keepsakesAskedAbout(asked, query),
      );
    },
  }),
);

builder.prismaObjectField('Card', 'keepsakes', (t) =>
  t.prismaField({
    type: [Keepsake],
    description: 'What belongs to it, the oldest first: also recordings, films and documents.',
    extensions: forKeys('keepsakes:read'),
    resolve: async (query, { id, subjectId }, _args, ctx, { fieldNodes }) => {
      const subjectAccess = await ctx.subjectAccess(subjectId);
      return batchSelected(ctx, { node: fieldNodes[0], query }, { id, subjectAccess }, (asked) =>
        mediaOfCards(asked, query),
      );
    },
  }),
);

builder.prismaObjectField('Person', 'keepsakes', (t) =>
  t.prismaField({
    type: [Keepsake],
    description: 'Those they are in, the oldest first, at most 200; as far as the caller may see them.',
    extensions: forKeys('keepsakes:read'),
    resolve: async (query, { id, subjectId }, _args, ctx) => {
      const visible = visibleKeepsakes(await ctx.subjectAccess(subjectId));
      return db.media.findMany({
        ...query,
        where: { AND: [visible, { people: { some: { personId: id } } }] },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        take: 200,
      });
    },
  }),
);

const AddKeepsakeInput = builder.inputType('AddKeepsakeInput', {
  fields: (t) => ({
    subjectId: t.id({ required: true }),
    uploadId: t.id({ required: true, description: 'The end of the address to which the file was sent.' }),
    kind: t.field({ type: KeepsakeKindEnum, description: 'None: what the file is by its content.' }),
    title: t.string({ description: 'At most 160 characters.' }),
    description: t.string({ description: 'At most 2,000 characters.' }),
    happened: t.field({ type: 'Edtf' }),
    cardId: t.id({ description: 'The story that it belongs to.' }),
    personIds: t.idList({ description: 'Who is in it.' }),
  }),
});

/** Redrawing a photo takes one core for a second. */
const weight = weighing(500);

builder.mutationField('addKeepsake', (t) =>
  t.prismaField({
    type: Keepsake,
    description: 'Makes a keepsake of a file that was sent to /media/upload (tus). Again gives the same one.',
    complexity: weight,
    extensions: forKeys('keepsakes:write'),
    args: { input: t.arg({ type: AddKeepsakeInput, required: true }) },
    authScopes: (_root, { input }) => ({ may: ['WRITE', input.subjectId] }),
    errors: { types: [NotAKeepsake, FileTooLarge, LimitReached, WrongState] },
    resolve: async (query, _root, { input }, ctx) => {
      const id = await addKeepsake(viewerOf(ctx), input);
      return db.media.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

const SaveKeepsakeInput = builder.inputType('SaveKeepsakeInput', {
  fields: (t) => ({
    id: t.id({ required: true }),
    kind: t.field({ type: KeepsakeKindEnum }),
    title: t.string(),
    description: t.string(),
    happened: t.field({ type: 'Edtf' }),
    cardId: t.id(),
    afterParagraph: t.int({ description: placeDescription }),
    personIds: t.idList(),
  }),
});

builder.mutationField('saveKeepsake', (t) =>
  t.prismaField({
    type: Keepsake,
    description: 'Changes what is said of a keepsake. Fields that are left out stay as they are.',
    extensions: forKeys('keepsakes:write'),
    args: { input: t.arg({ type: SaveKeepsakeInput, required: true }) },
    authScopes: async (_root, { input }, ctx) => ({
      may: ['WRITE', await subjectOfKeepsake(input.id, ctx.viewer)],
    }),
    errors: {},
    resolve: async (query, _root, { input }, ctx) => {
      await saveKeepsake(viewerOf(ctx), input);
      return db.media.findUniqueOrThrow({ ...query, where: { id: input.id } });
    },
  }),
);

builder.mutationField('deleteKeepsake', (t) =>
  t.prismaField({
    type: Keepsake,
    description: 'Takes a keepsake and its file from everybody; restoreKeepsake brings it back for 30 days.',
    extensions: forKeys('keepsakes:write'),
    args: { id: t.arg.id({ required: true }) },
    authScopes: async (_root, { id }, ctx) => ({ may: ['WRITE', await subjectOfKeepsake(id, ctx.viewer)] }),
    errors: {},
    resolve: async (query, _root, { id }, ctx) => {
      await deleteKeepsake(viewerOf(ctx), id);
      return db.media.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('restoreKeepsake', (t) =>
  t.prismaField({
    type: Keepsake,
    description: 'Brings a deleted keepsake back as it was.',
    extensions: forKeys('keepsakes:write'),
    args: { id: t.arg.id({ required: true }) },
    authScopes: async (_root, { id }, ctx) => ({ may: ['WRITE', await subjectOfKeepsake(id, ctx.viewer)] }),
    errors: { types: [WrongState] },
    resolve: async (query, _root, { id }, ctx) => {
      await restoreKeepsake(viewerOf(ctx), id);
      return db.media.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);
