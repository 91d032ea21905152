import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { UserError } from '#api/graphql/errors.ts';
import { db } from '#api/platform/database/database.ts';
import { DraftChanged } from '../errors.ts';
import {
  type DraftRun,
  discardStoryDraft,
  type ReadableDraft,
  readStoryDraft,
  saveStoryDraft,
} from '../service/story-drafts.ts';

const DraftRunObject = builder.objectRef<DraftRun>('DraftRun').implement({
  description: 'Characters of a paragraph that rest on the same sources.',
  fields: (t) => ({
    paragraph: t.exposeInt('paragraph'),
    text: t.exposeString('text'),
    sources: t.exposeIDList('sources', {
      description: 'Ids of sources of the story; empty for what was typed by hand.',
    }),
    quoted: t.boolean({
      description: 'Whether the paragraph is a quotation.',
      resolve: ({ quoted }) => quoted ?? false,
    }),
  }),
});

const StoryDraft = builder.objectRef<ReadableDraft>('StoryDraft').implement({
  description:
    'The unsaved text of a story that the caller is writing, without words that became private meanwhile. A field that is null is as in the revision that the draft changes.',
  fields: (t) => ({
    id: t.exposeID('id'),
    version: t.exposeInt('version', { description: 'The number to send back with the next change.' }),
    base: t.prismaField({
      type: 'CardRevision',
      nullable: true,
      description: 'The revision that it changes; null for a new story.',
      resolve: (query, { cardId, baseRevision: number }) => {
        if (cardId === null || number === null) return null;
        return db.cardRevision.findUnique({ ...query, where: { cardId_number: { cardId, number } } });
      },
    }),
    title: t.exposeString('title', { nullable: true }),
    happened: t.exposeString('happened', { nullable: true, description: 'As typed.' }),
    place: t.exposeString('place', { nullable: true }),
    chapterKey: t.exposeString('chapterKey', { nullable: true }),
    text: t.expose('text', { type: [DraftRunObject], nullable: true }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});

builder.queryField('storyDraft', (t) =>
  t.field({
    type: StoryDraft,
    nullable: true,
    description: 'The caller’s own draft of a story, or of a new one; nobody else can read it.',
    args: { subjectId: t.arg.id({ required: true }), cardId: t.arg.id() },
    authScopes: (_root, { subjectId }) => ({ may: ['WRITE', subjectId] }),
    resolve: async (_root, { subjectId, cardId }, ctx) =>
      readStoryDraft(viewerOf(ctx), await ctx.subjectAccess(subjectId), cardId ?? null),
  }),
);

builder.objectType(DraftChanged, {
  name: 'DraftChanged',
  description: 'Another device of the same person changed the draft. Nothing was stored.',
  interfaces: [UserError],
  fields: (t) => ({
    draft: t.field({
      type: StoryDraft,
      nullable: true,
      description: 'The draft as it is now.',
      resolve: async ({ subjectId, cardId }, _args, ctx) =>
        readStoryDraft(viewerOf(ctx), await ctx.subjectAccess(subjectId), cardId),
    }),
  }),
});

const DraftRunInput = builder.inputType('DraftRunInput', {
  fields: (t) => ({
    paragraph: t.int({ required: true }),
    text: t.string({ required: true }),
    sources: t.idList({ required: true }),
    quoted: t.boolean(),
  }),
});

const SaveStoryDraftInput = builder.inputType('SaveStoryDraftInput', {
  description: 'Leave out the fields that are as in the revision that the draft changes.',
  fields: (t) => ({
    subjectId: t.id({ required: true }),
    cardId: t.id({ description: 'Leave it out for a new story.' }),
    baseRevision: t.int({ description: 'The revision that the draft changes.' }),
    version: t.int({ description: 'The draft’s version as read last; leave it out to begin a draft.' }),
    title: t.string(),
    happened: t.string({ description: 'As typed.' }),
    place: t.string(),
    chapterKey: t.string(),
    text: t.field({ type: [DraftRunInput] }),
  }),
});

const SavedStoryDraft = builder
  .objectRef<{ id: string; version: number }>('SavedStoryDraft')
  .implement({ fields: (t) => ({ id: t.exposeID('id'), version: t.exposeInt('version') }) });

builder.mutationField('saveStoryDraft', (t) =>
  t.field({
    type: SavedStoryDraft,
    description:
      'Keeps the unsaved text of a story for its author, until it is saved, discarded, or unchanged for 30 days.',
    args: { input: t.arg({ type: SaveStoryDraftInput, required: true }) },
    authScopes: (_root, { input }) => ({ may: ['WRITE', input.subjectId] }),
    errors: { types: [DraftChanged] },
    resolve: (_root, { input }, ctx) => saveStoryDraft(viewerOf(ctx), input),
  }),
);

const DiscardedStoryDraft = builder
  .objectRef<{ subjectId: string; cardId: string | null }>('DiscardedStoryDraft')
  .implement({
    fields: (t) => ({ subjectId: t.exposeID('subjectId'), cardId: t.exposeID('cardId', { nullable: true }) }),
  });

builder.mutationField('discardStoryDraft', (t) =>
  t.field({
    type: DiscardedStoryDraft,
    description: 'Erases the caller’s draft of a story, or of a new one.',
    args: {
      subjectId: t.arg.id({ required: true }),
      cardId: t.arg.id(),
      version: t.arg.int({ required: true }),
    },
    authScopes: (_root, { subjectId }) => ({ may: ['WRITE', subjectId] }),
    errors: { types: [DraftChanged] },
    resolve: (_root, given, ctx) => discardStoryDraft(viewerOf(ctx), given),
  }),
);
