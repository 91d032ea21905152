import { Author } from '#api/accounts/schema.ts';
import { CardMark, CardStatus } from '#api/generated/prisma/enums.ts';
import { batch, batchSelected } from '#api/graphql/batch.ts';
import { builder } from '#api/graphql/builder.ts';
import { listLength, weighing } from '#api/graphql/limits/cost.ts';
import { forKeys, type KeyFields } from '#api/graphql/limits/key-scopes.ts';
import { mediaOfCards } from '#api/keepsakes/service/read.ts';
import { db } from '#api/platform/database/database.ts';
import { NotFound } from '#api/platform/errors.ts';
import { cardsWrittenBy } from '#api/writer/versions/made-by.ts';
import { decidesProposals, visibleCards, visibleRevisionsTo } from '../policy.ts';
import { type RevisionKey, readBodies } from '../reading-bodies.ts';
import { sayDate } from '../writing/dates.ts';
import { readingWords } from './drafts.ts';
import {
  authorOf,
  readAuthors,
  readConversations,
  readOpenProposals,
  readPeople,
  readSentences,
} from './reading.ts';

/** The cost of a body. A body has up to some 20 KB, but most have a tenth of that. */
const bodyWeight = 10;
/** The cost of an earlier body. A page has a hundred of them. */
const oldBodyWeight = 20;
/** More than the longest story has, at the usual length of spoken sentences. */
const mostSentences = 500;

export const CardStatusEnum = builder.enumType('CardStatus', { values: Object.values(CardStatus) });
const CardMarkEnum = builder.enumType('CardMark', {
  description:
    'SAID: only the subject’s words. CONFIRMED: approved by them or the family. INFERRED: joined or dated by the machine.',
  values: Object.values(CardMark),
});

builder.prismaObject('Card', {
  description: 'One story.',
  extensions: {
    keyFields: {
      'biography:read': [
        ...[
          'id',
          'title',
          'status',
          'mark',
          'happened',
          'happenedText',
          'place',
          'revision',
          'body',
          'author',
        ],
        ...['chapter', 'subject', 'sentences', 'revisions', 'proposals', 'createdAt', 'updatedAt'],
        'movedByHand',
      ],
      'people:read': ['people'],
      'keepsakes:read': ['pictures'],
      'conversations:read': ['conversations'],
    },
  } satisfies KeyFields,
  fields: (t) => ({
    id: t.exposeID('id'),
    title: t.exposeString('title'),
    status: t.expose('status', { type: CardStatusEnum }),
    mark: t.expose('mark', { type: CardMarkEnum }),
    happened: t.expose('happened', { type: 'Edtf', nullable: true }),
    happenedText: t.string({
      nullable: true,
      description: 'When it happened, as a person says it: summer of 1952.',
      resolve: ({ happened }) => (happened && sayDate(happened)) || null,
    }),
    place: t.exposeString('place', { nullable: true }),
    revision: t.exposeInt('revision', { description: 'The number to send back as baseRevision.' }),
    body: t.string({
      description: 'Plain text; an empty line separates paragraphs.',
      complexity: weighing(bodyWeight),
      resolve: (card, _args, ctx) => {
        const at = { cardId: card.id, revision: card.revision };
        return readingWords(card, ctx, () => batch(ctx, 'card body', at, readBodies));
      },
    }),
    author: t.field({
      type: Author,
      description: 'The author of the current revision.',
      resolve: ({ id, revision }, _args, ctx) =>
        batch(ctx, 'card author', { cardId: id, revision }, readAuthors),
    }),
    writtenBy: t.string({
      nullable: true,
      description:
        'The model that wrote its newest text by a machine, and the versions of the prompts that it followed. For admins.',
      resolve: ({ id }, _args, ctx) =>
        ctx.viewer?.admin ? batch(ctx, 'card written by', id, cardsWrittenBy) : null,
    }),
    chapter: t.relation('chapter'),
    movedByHand: t.boolean({
      description: 'Whether somebody moved it within its chapter; otherwise its date decides its place.',
      resolve: ({ orderKey }) => orderKey !== null,
    }),
    subject: t.relation('subject'),
    sentences: t.prismaField({
      type: ['Sentence'],
      description: `In order, at most ${mostSentences}; a card with more is read in pages.`,
      args: { first: t.arg.int(), after: t.arg.id() },
      complexity: ({ first }: { first?: number | null }) => ({ field: 1, multiplier: first ?? listLength }),
      resolve: async (query, card, { first, after }, ctx, { fieldNodes }) => {
        const at = { cardId: card.id, revision: card.revision };
        const read = (wordings: RevisionKey[]) => readSentences(wordings, query);
        const all = await readingWords(card, ctx, () =>
          batchSelected(ctx, { node: fieldNodes[0], query }, at, read),
        );
        const from = after ? all.findIndex(({ id }) => id === after) + 1 : 0;
        if (after && !from) throw new NotFound('Sentence', ['after']);
        return all.slice(from, from + (first ?? mostSentences));
      },
    }),
    people: t.prismaField({
      type: ['Person'],
      description: 'The people in the story whom the caller may see.',
      resolve: async (query, { id, subjectId }, _args, ctx, { fieldNodes }) => {
        const subjectAccess = await ctx.subjectAccess(subjectId);
        return batchSelected(ctx, { node: fieldNodes[0], query }, { id, subjectAccess }, (asked) =>
          readPeople(asked, query),
        );
      },
    }),
    pictures: t.prismaField({
      type: ['Media'],
      description: 'Those that the caller may see.',
      resolve: async (query, { id, subjectId }, _args, ctx, { fieldNodes }) => {
        const subjectAccess = await ctx.subjectAccess(subjectId);
        const pictures = { contentType: { startsWith: 'image/' } };
        return batchSelected(ctx, { node: fieldNodes[0], query }, { id, subjectAccess }, (asked) =>
          mediaOfCards(asked, query, pictures),
        );
      },
    }),
    conversations: t.prismaField({
      type: ['Conversation'],
      description: 'The conversations that it was written from; only for those who may read transcripts.',
      authScopes: ({ subjectId }) => ({ may: ['READ_TRANSCRIPTS', subjectId] }),
      unauthorizedResolver: () => [],
      resolve: (query, { id }, _args, ctx, { fieldNodes }) =>
        batchSelected(ctx, { node: fieldNodes[0], query }, id, (ids) => readConversations(ids, query)),
    }),
    revisions: t.relatedConnection('revisions', {
      cursor: 'id',
      description: 'All revisions, the newest first; only for those who may read drafts.',
      query: (_args, ctx) => ({
        where: visibleRevisionsTo(ctx.viewer),
        orderBy: { number: 'desc' as const },
      }),
    }),
    proposals: t.prismaField({
      type: ['Proposal'],
      description: 'The machine’s open proposals; only for those who decide on them.',
      resolve: async (query, { id, subjectId }, _args, ctx, { fieldNodes }) => {
        const subjectAccess = await ctx.subjectAccess(subjectId);
        if (!decidesProposals(subjectAccess)) return [];
        return batchSelected(ctx, { node: fieldNodes[0], query }, id, (ids) => readOpenProposals(ids, query));
      },
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});

builder.prismaObject('CardRevision', {
  description: 'One saved version of a card, without sentences that rest on private words.',
  extensions: {
    keyFields: { 'biography:read': ['id', 'number', 'title', 'body', 'note', 'createdAt', 'author'] },
  } satisfies KeyFields,
  fields: (t) => ({
    id: t.exposeID('id'),
    number: t.exposeInt('number'),
    title: t.exposeString('title'),
    body: t.string({
      complexity: weighing(oldBodyWeight),
      resolve: ({ cardId, subjectId, number }, _args, ctx) => {
        const at = { cardId, revision: number };
        return readingWords({ subjectId }, ctx, () => batch(ctx, 'card body', at, readBodies));
      },
    }),
    happened: t.expose('happened', { type: 'Edtf', nullable: true }),
    happenedText: t.string({
      nullable: true,
      resolve: ({ happened }) => (happened && sayDate(happened)) || null,
    }),
    place: t.exposeString('place', { nullable: true }),
    sentences: t.prismaField({
      type: ['Sentence'],
      description: `In order, at most ${mostSentences}.`,
      complexity: { field: 1, multiplier: listLength },
      resolve: async (query, { cardId, subjectId, number }, _args, ctx, { fieldNodes }) => {
        const at = { cardId, revision: number };
        const read = (wordings: RevisionKey[]) => readSentences(wordings, query);
        const all = await readingWords({ subjectId }, ctx, () =>
          batchSelected(ctx, { node: fieldNodes[0], query }, at, read),
        );
        return all.slice(0, mostSentences);
      },
    }),
    note: t.exposeString('note', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    author: t.field({ type: Author, select: { author: true }, resolve: authorOf }),
  }),
});

builder.queryField('card', (t) =>
  t.prismaField({
    type: 'Card',
    nullable: true,
    extensions: forKeys('biography:read'),
    args: { id: t.arg.id({ required: true }) },
    authScopes: { signedIn: true },
    resolve: async (query, _root, { id }, ctx) => {
      const at = await db.card.findUnique({ where: { id }, select: { subjectId: true } });
      if (!at) return null;
      const visible = visibleCards(await ctx.subjectAccess(at.subjectId));
      return db.card.findFirst({ ...query, where: { AND: [{ id }, visible] } });
    },
  }),
);
