import { mediaAddress } from '#api/accounts/cross-domain/media-address.ts';
import { MessageObject } from '#api/conversations/schema/message.ts';
import { noteReadingAt } from '#api/conversations/schema/scope.ts';
import { isOfTeam } from '#api/conversations/service/note-reading.ts';
import type { Channel } from '#api/generated/prisma/enums.ts';
import { builder } from '#api/graphql/builder.ts';
import type { KeyFields } from '#api/graphql/limits/key-scopes.ts';
import { isHeard } from '#api/recordings/policy.ts';
import type { ProposedSentence } from '../pipeline/amend.ts';

builder.prismaObject('Sentence', {
  extensions: {
    keyFields: { 'biography:read': ['id', 'paragraph', 'text', 'byHand', 'edited', 'quoted', 'sources'] },
  } satisfies KeyFields,
  fields: (t) => ({
    id: t.exposeID('id'),
    paragraph: t.exposeInt('paragraph'),
    text: t.exposeString('text'),
    byHand: t.boolean({
      description: 'Whether the family wrote it by hand, so that it has no sources.',
      select: { _count: { select: { sources: true } } },
      resolve: ({ _count }) => _count.sources === 0,
    }),
    edited: t.exposeBoolean('edited', {
      description: 'Whether the family changed the words. The sources are those of the original sentences.',
    }),
    quoted: t.exposeBoolean('quoted', { description: 'Whether its paragraph is a quotation.' }),
    sources: t.relation('sources', { query: { orderBy: { id: 'asc' } } }),
  }),
});

builder.prismaObject('Source', {
  description: 'The words that a sentence rests on.',
  extensions: {
    keyFields: {
      'biography:read': ['id', 'quote', 'start', 'end', 'offsetSeconds', 'saidAt', 'soundUrl'],
      'conversations:read': ['conversationId'],
      'messages:read': ['message'],
    },
  } satisfies KeyFields,
  include: {
    message: {
      select: {
        text: true,
        correctedText: true,
        private: true,
        createdAt: true,
        deletedAt: true,
        audioStartMs: true,
        audioEndMs: true,
        conversationId: true,
        conversation: { select: { startedAt: true, channel: true, recording: true } },
      },
    },
  },
  fields: (t) => ({
    id: t.exposeID('id'),
    quote: t.string({
      description: 'The words as said, corrected where they were misheard.',
      resolve: ({ message, start, end }) =>
        message.private ? '' : (message.correctedText ?? message.text).slice(start, end),
    }),
    start: t.exposeInt('start'),
    end: t.exposeInt('end'),
    offsetSeconds: t.int({
      nullable: true,
      description: 'Seconds from the start of the conversation to the message.',
      resolve: ({ message }) => offsetSeconds(message),
    }),
    saidAt: t.field({ type: 'DateTime', resolve: ({ message }) => message.createdAt }),
    soundUrl: t.string({
      nullable: true,
      description: 'Address of the sound of about these words; null without a recording.',
      resolve: ({ id, message }, _args, { viewer }) => (isHeard(message) ? mediaAddress(id, viewer) : null),
    }),
    conversationId: t.id({
      nullable: true,
      authScopes: ({ subjectId }) => ({ may: ['READ_TRANSCRIPTS', subjectId] }),
      unauthorizedResolver: () => null,
      resolve: ({ message }) => message.conversationId,
    }),
    message: t.field({
      type: MessageObject,
      nullable: true,
      description: 'Null without access to transcripts.',
      select: (_args, _ctx, nestedSelection) => ({ message: nestedSelection(true) }),
      authScopes: ({ subjectId }) => ({ may: ['READ_TRANSCRIPTS', subjectId] }),
      unauthorizedResolver: () => null,
      resolve: ({ subjectId, message }, _args, ctx) =>
        isOfTeam(ctx.viewer)
          ? noteReadingAt({ subjectId }, 'transcript.read', ctx).then(() => message)
          : message,
    }),
  }),
});

type Said = {
  createdAt: Date;
  audioStartMs: number | null;
  conversation: { startedAt: Date | null; channel: Channel };
};

/**
 * Seconds from the start of the conversation to the message. Uses the position in the recording when the
 * recording starts with the conversation.
 */
function offsetSeconds({
  createdAt,
  audioStartMs,
  conversation: { startedAt, channel },
}: Said): number | null {
  if (audioStartMs !== null && channel !== 'WEB') return Math.floor(audioStartMs / 1000);
  return startedAt && Math.max(0, Math.floor((createdAt.getTime() - startedAt.getTime()) / 1000));
}

const ProposedSentenceRef = builder.objectRef<ProposedSentence>('ProposedSentence').implement({
  extensions: { keyFields: { 'biography:read': ['paragraph', 'text', 'replaces'] } } satisfies KeyFields,
  fields: (t) => ({
    paragraph: t.exposeInt('paragraph'),
    text: t.exposeString('text', { description: 'The proposed text; empty to remove the sentence.' }),
    replaces: t.string({
      nullable: true,
      description: 'The sentence of the card that it replaces; null when it is added.',
      resolve: ({ replaces }) => replaces ?? null,
    }),
  }),
});

builder.prismaObject('Proposal', {
  description:
    'Sentences that the machine proposes to add to a card that a person has touched, or to replace in it.',
  extensions: { keyFields: { 'biography:read': ['id', 'createdAt', 'sentences'] } } satisfies KeyFields,
  fields: (t) => ({
    id: t.exposeID('id'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    sentences: t.field({
      type: [ProposedSentenceRef],
      description: 'The sentences that nobody has decided on yet.',
      resolve: ({ sentences }) =>
        (sentences as unknown as ProposedSentence[]).filter(({ decided }) => !decided),
    }),
  }),
});
