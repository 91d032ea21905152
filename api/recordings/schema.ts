import { mediaAddress } from '#api/accounts/cross-domain/media-address.ts';
import { wordsKeptFrom } from '#api/audiences/policy.ts';
import { mayRecordTalks } from '#api/consent/policy.ts';
import { reads, speaks } from '#api/conversations/policy.ts';
import { ConversationObject } from '#api/conversations/schema/conversation.ts';
import { batch } from '#api/graphql/batch.ts';
import { builder } from '#api/graphql/builder.ts';
import { forKeys, type KeyFields } from '#api/graphql/limits/key-scopes.ts';
import { db } from '#api/platform/database/database.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import { loudnessLine } from './loudness.ts';
import { audible, spansHeardBy } from './policy.ts';
import { timesOfShownWords } from './words/align-words.ts';

type Shown = {
  url: string;
  durationSeconds: number;
  approximate: boolean;
  wordsApproximate: boolean;
  loudness: () => Promise<number[]>;
  wordTimes: () => Promise<WordTimes[]>;
};

type WordTimes = { messageId: string; startsMs: number[] };

const WordTimesRef = builder.objectRef<WordTimes>('WordTimes').implement({
  description: 'When each word of a message is spoken.',
  fields: (t) => ({
    messageId: t.exposeID('messageId'),
    startsMs: t.exposeIntList('startsMs', {
      description: 'When each word of its text begins, in milliseconds from the start of the recording.',
    }),
  }),
});

const RecordingRef = builder.objectRef<Shown>('Recording').implement({
  description:
    'The sound of a conversation. Where words are private or kept from the caller, it is silent for them.',
  extensions: {
    keyFields: { 'messages:read': ['url', 'durationSeconds', 'approximate', 'loudness'] },
  } satisfies KeyFields,
  fields: (t) => ({
    url: t.exposeString('url'),
    durationSeconds: t.exposeInt('durationSeconds'),
    approximate: t.exposeBoolean('approximate', {
      description: 'The times of its messages are not measured in the sound.',
    }),
    wordsApproximate: t.exposeBoolean('wordsApproximate', {
      description: 'The times of some of the person’s words are estimated from the times of their messages.',
    }),
    wordTimes: t.field({
      type: [WordTimesRef],
      description:
        'The measured times of words, by message. Messages whose words were not measured are missing.',
      resolve: ({ wordTimes }) => wordTimes(),
    }),
    loudness: t.floatList({
      description:
        'How loud it is in 110 equal parts, from 0 to 1, estimated from the size of its packets; 0 where it is silent for the caller.',
      resolve: ({ loudness }) => loudness(),
    }),
  }),
});

builder.objectField(ConversationObject, 'recording', (t) =>
  t.field({
    type: RecordingRef,
    nullable: true,
    description: 'Null where no sound is kept, and for those who may not read what was said.',
    extensions: forKeys('messages:read'),
    resolve: async ({ id, subjectId, ...held }, _args, ctx) => {
      const subjectAccess = await ctx.subjectAccess(subjectId);
      if (!subjectAccess.can('READ_TRANSCRIPTS') || !reads(ctx.viewer, subjectAccess, held)) return null;
      const recording = await batch(ctx, 'Conversation.recording', id, recordingsOf);
      if (!recording) return null;
      const { loudness, durationMs } = recording;
      return {
        url: mediaAddress(recording.id, ctx.viewer),
        durationSeconds: Math.round((durationMs ?? 0) / 1000),
        approximate: recording.approximate,
        wordsApproximate: recording.wordsApproximate,
        wordTimes: () => wordTimesIn(id, subjectAccess),
        loudness: async () => {
          const heard = subjectAccess.can('READ_PRIVATE')
            ? 'ALL'
            : await batch(ctx, 'Recording.loudness', { conversationId: id, subjectAccess }, spansHeardBy);
          return loudnessLine({ loudness, durationMs: durationMs ?? 0 }, heard);
        },
      };
    },
  }),
);

builder.objectField(ConversationObject, 'mayRecord', (t) =>
  t.boolean({
    description:
      'Whether the caller’s browser may record what is said in it now: the subject agreed to recording, and the caller speaks.',
    resolve: async ({ subjectId, channel, status, heldById }, _args, ctx) => {
      if (!ctx.viewer || channel !== 'WEB' || status !== 'IN_PROGRESS') return false;
      const subjectAccess = await ctx.subjectAccess(subjectId);
      return speaks(ctx.viewer, subjectAccess, { heldById }) && mayRecordTalks(db, subjectId);
    },
  }),
);

/** The measured times of words in a conversation, of messages that the viewer hears. */
async function wordTimesIn(conversationId: string, subjectAccess: SubjectAccess): Promise<WordTimes[]> {
  const { messageIds } = await wordsKeptFrom([subjectAccess], [conversationId]);
  const messages = await db.message.findMany({
    where: {
      ...{ conversationId, NOT: { wordStartsMs: { isEmpty: true } } },
      ...(!subjectAccess.can('READ_PRIVATE') && { private: false, deletedAt: null }),
    },
    orderBy: { seq: 'asc' },
    select: {
      ...{ id: true, text: true, correctedText: true },
      ...{ wordStartsMs: true, audioStartMs: true, audioEndMs: true },
    },
  });
  return messages
    .filter(({ id }) => !messageIds.has(id))
    .map((message) => ({ messageId: message.id, startsMs: timesOfShownWords(message) }))
    .filter(({ startsMs }) => startsMs.length > 0);
}

/** The audible recordings of these conversations. */
async function recordingsOf(conversationIds: string[]) {
  const found = await db.recording.findMany({
    where: { conversationId: { in: conversationIds }, ...audible },
  });
  const byConversation = new Map(found.map((recording) => [recording.conversationId, recording]));
  return conversationIds.map((id) => byConversation.get(id) ?? null);
}
