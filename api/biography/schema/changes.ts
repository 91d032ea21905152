import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { UserError } from '#api/graphql/errors.ts';
import { forKeys, type KeyFields } from '#api/graphql/limits/key-scopes.ts';
import { db } from '#api/platform/database/database.ts';
import { WrongState } from '#api/platform/errors.ts';
import { StaleRevision } from '../errors.ts';
import { subjectOfCard, subjectOfProposal } from '../service/card-at.ts';
import { decideProposal } from '../service/decide-proposal.ts';
import { restoreRevision } from '../service/restore-revision.ts';
import { saveCard } from '../service/save-card.ts';
import { confirmCard, setCardStatus } from '../service/set-card-status.ts';
import { CardStatusEnum } from './card.ts';

builder.objectType(StaleRevision, {
  name: 'StaleRevision',
  description: 'The edit was based on an older revision. Nothing was saved.',
  extensions: { keyFields: { 'biography:read': ['card'] } } satisfies KeyFields,
  interfaces: [UserError],
  fields: (t) => ({
    card: t.prismaField({
      type: 'Card',
      description: 'The card as it is now.',
      resolve: (query, { cardId }) => db.card.findUniqueOrThrow({ ...query, where: { id: cardId } }),
    }),
  }),
});

const SavedSentence = builder.inputType('SavedSentence', {
  description: 'A sentence of a saved card, as `Card.sentences` returns it.',
  fields: (t) => ({
    paragraph: t.int({ required: true }),
    text: t.string({ required: true }),
    sources: t.idList({
      required: true,
      description:
        'The ids of the card’s sources that the sentence rests on; empty for the family’s own words.',
    }),
    quoted: t.boolean({
      description:
        'Whether its paragraph is a quotation; the first sentence of a paragraph says so. Left out, it stays as it is.',
    }),
  }),
});

const SaveCardInput = builder.inputType('SaveCardInput', {
  fields: (t) => ({
    id: t.id({ description: 'Leave it out for a new card.' }),
    subjectId: t.id({ required: true }),
    chapterKey: t.string(),
    title: t.string({ required: true }),
    body: t.string({
      required: true,
      description: 'Plain text; an empty line separates paragraphs. Unchanged sentences keep their sources.',
    }),
    sentences: t.field({
      type: [SavedSentence],
      description:
        'The text of `body` as sentences with their sources. A sentence whose words were changed keeps its sources and is marked as edited.',
    }),
    happened: t.field({ type: 'Edtf' }),
    place: t.string(),
    baseRevision: t.int({ description: 'The revision that was edited.' }),
    note: t.string({ description: 'What was changed and why.' }),
    draftVersion: t.int({
      description: 'The version of the caller’s draft that this saves; that draft is then erased.',
    }),
  }),
});

builder.mutationField('saveCard', (t) =>
  t.prismaField({
    type: 'Card',
    extensions: forKeys('biography:write'),
    description: 'Creates or edits a card. Every save is a revision.',
    args: { input: t.arg({ type: SaveCardInput, required: true }) },
    authScopes: (_root, { input }) => ({ may: ['WRITE', input.subjectId] }),
    errors: { types: [StaleRevision] },
    resolve: async (query, _root, { input }, ctx) => {
      const id = await saveCard(viewerOf(ctx), input);
      return db.card.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('setCardStatus', (t) =>
  t.prismaField({
    type: 'Card',
    extensions: forKeys('biography:write'),
    description: 'Publishes a card, or hides it from the readers of the book.',
    args: {
      id: t.arg.id({ required: true }),
      status: t.arg({ type: CardStatusEnum, required: true }),
    },
    authScopes: async (_root, { id }, { viewer }) => ({ may: ['WRITE', await subjectOfCard(viewer, id)] }),
    errors: {},
    resolve: async (query, _root, { id, status }, ctx) => {
      await setCardStatus(viewerOf(ctx), id, status);
      return db.card.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('confirmCard', (t) =>
  t.prismaField({
    type: 'Card',
    extensions: forKeys('biography:write'),
    description: 'Confirms that a card is right: its mark becomes CONFIRMED.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: async (_root, { id }, { viewer }) => ({ may: ['WRITE', await subjectOfCard(viewer, id)] }),
    errors: {},
    resolve: async (query, _root, { id }, ctx) => {
      await confirmCard(viewerOf(ctx), id);
      return db.card.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('restoreRevision', (t) =>
  t.prismaField({
    type: 'Card',
    extensions: forKeys('biography:write'),
    description: 'Makes an earlier revision current again, as a new revision.',
    args: { cardId: t.arg.id({ required: true }), number: t.arg.int({ required: true }) },
    authScopes: async (_root, { cardId }, { viewer }) => ({
      may: ['WRITE', await subjectOfCard(viewer, cardId)],
    }),
    errors: {},
    resolve: async (query, _root, { cardId, number }, ctx) => {
      await restoreRevision(viewerOf(ctx), cardId, number);
      return db.card.findUniqueOrThrow({ ...query, where: { id: cardId } });
    },
  }),
);

const SeenSentenceInput = builder.inputType('SeenSentence', {
  description: 'A proposed sentence, as `Proposal.sentences` returns it.',
  fields: (t) => ({ text: t.string({ required: true }), replaces: t.string() }),
});

builder.mutationField('decideProposal', (t) =>
  t.prismaField({
    type: 'Card',
    extensions: forKeys('biography:write'),
    description: 'Applies the machine’s proposal to the card, or declines it.',
    args: {
      id: t.arg.id({ required: true }),
      accept: t.arg.boolean({ required: true }),
      only: t.arg({
        type: [SeenSentenceInput],
        description: 'The sentences to decide on; the others stay open. By default all of them.',
      }),
    },
    authScopes: async (_root, { id }, { viewer }) => ({
      may: ['WRITE', await subjectOfProposal(viewer, id)],
    }),
    errors: { types: [WrongState] },
    resolve: async (query, _root, { id, accept, only }, ctx) => {
      const cardId = await decideProposal(viewerOf(ctx), id, accept, only ?? null);
      return db.card.findUniqueOrThrow({ ...query, where: { id: cardId } });
    },
  }),
);
