import { ports } from '#api/adapters/ports.ts';
import { ConsentMissing } from '#api/consent/errors.ts';
import { reads } from '#api/conversations/policy.ts';
import { ConversationObject } from '#api/conversations/schema/conversation.ts';
import type { OldRecording } from '#api/generated/prisma/client.ts';
import { OldRecordingStatus } from '#api/generated/prisma/enums.ts';
import { batch } from '#api/graphql/batch.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { subjectOfKeepsake } from '#api/keepsakes/policy.ts';
import { Keepsake } from '#api/keepsakes/schema.ts';
import { db } from '#api/platform/database/database.ts';
import { WrongState } from '#api/platform/errors.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import { type Line, parseLines } from './lines.ts';
import { mayWriteDown, missingConsents, refusalFor, whyNotSound, whyNotTranscribed } from './policy.ts';
import {
  beginOldRecording,
  discardOldRecording,
  isLimited,
  putOldRecordingIntoBook,
  saveOldRecording,
} from './service.ts';

const OldRecordingStatusEnum = builder.enumType('OldRecordingStatus', {
  values: Object.values(OldRecordingStatus),
});

const LineRef = builder.objectRef<Line>('OldRecordingLine').implement({
  description: 'A piece of what is said on a recording.',
  fields: (t) => ({
    startMs: t.exposeInt('startMs'),
    endMs: t.exposeInt('endMs', { nullable: true, description: 'Null: until the next line.' }),
    text: t.exposeString('text'),
    someoneElse: t.exposeBoolean('someoneElse', {
      description: 'Somebody other than the subject says it; it is not written into stories.',
    }),
  }),
});

const OldRecordingRef = builder.objectRef<OldRecording>('OldRecording').implement({
  description: 'The words of a keepsake with the subject’s voice, on their way into the book.',
  fields: (t) => ({
    status: t.expose('status', { type: OldRecordingStatusEnum }),
    transcribes: t.exposeBoolean('transcribes', {
      description:
        'The words are written down by the transcription service; otherwise the family types them.',
    }),
    problem: t.exposeString('problem', { nullable: true, description: 'Why it does not go on.' }),
    durationSeconds: t.int({
      nullable: true,
      description: 'Null until its sound is read.',
      resolve: ({ durationMs }) => (durationMs === null ? null : Math.round(durationMs / 1000)),
    }),
    transcribedSeconds: t.int({ resolve: ({ transcribedMs }) => Math.round(transcribedMs / 1000) }),
    version: t.exposeInt('version', { description: 'Increased with each change of the lines.' }),
    lines: t.field({
      type: [LineRef],
      description: 'Empty once they are in the book.',
      resolve: ({ lines }) => parseLines(lines),
    }),
    conversation: t.field({
      type: ConversationObject,
      nullable: true,
      description: 'The conversation that it became.',
      resolve: async ({ conversationId, subjectId }, _args, ctx) => {
        if (!conversationId) return null;
        const conversation = await db.conversation.findUnique({ where: { id: conversationId } });
        const subjectAccess = await ctx.subjectAccess(subjectId);
        return conversation && reads(ctx.viewer, subjectAccess, conversation) ? conversation : null;
      },
    }),
  }),
});

builder.prismaObjectField(Keepsake, 'oldRecording', (t) =>
  t.field({
    type: OldRecordingRef,
    nullable: true,
    description:
      'Null until somebody puts it into the book, and for those who may not write or read transcripts.',
    resolve: async ({ id, subjectId }, _args, ctx) =>
      mayWriteDown(await ctx.subjectAccess(subjectId))
        ? batch(ctx, 'oldRecording', id, oldRecordingsOf)
        : null,
  }),
);

builder.prismaObjectField(Keepsake, 'mayBeTranscribed', (t) =>
  t.boolean({
    description:
      'It is a recording, this server has a transcription service, and the subject agreed that it gets the sound; false for those who may not write in the book.',
    resolve: async ({ contentType, subjectId }, _args, ctx) =>
      isTranscribable(contentType) &&
      (await ctx.subjectAccess(subjectId)).can('WRITE') &&
      (await batch(ctx, 'not transcribed', subjectId, reasonsNotToTranscribe)) === null,
  }),
);

builder.prismaObjectField(Keepsake, 'whyNotTranscribed', (t) =>
  t.string({
    nullable: true,
    description:
      'Why this server’s transcription service can’t write its words down, where it has one; null when it can, and for those who may not write in the book.',
    resolve: async ({ contentType, subjectId }, _args, ctx) => {
      if (!isTranscribable(contentType) || !(await ctx.subjectAccess(subjectId)).can('WRITE')) return null;
      return batch(ctx, 'not transcribed', subjectId, reasonsNotToTranscribe);
    },
  }),
);

function isTranscribable(contentType: string): boolean {
  return ports.transcription !== null && contentType.startsWith('audio/');
}

/** For each subject, why the transcription service can’t get their recordings; null if it can. */
async function reasonsNotToTranscribe(subjectIds: string[]): Promise<(string | null)[]> {
  const subjects = await db.subject.findMany({
    where: { id: { in: subjectIds } },
    select: { id: true, preferredName: true },
  });
  const reasons = new Map<string, string | null>();
  for (const subject of subjects) reasons.set(subject.id, await whyNotTranscribed(db, subject));
  return subjectIds.map((id) => reasons.get(id) ?? null);
}

builder.prismaObjectField(Keepsake, 'whyNotInBook', (t) =>
  t.string({
    nullable: true,
    description:
      'Why its words can’t be put into the book; null when they can, and for those who may not write in it.',
    resolve: async ({ id, subjectId, contentType, bytes }, _args, ctx) => {
      const subjectAccess = await ctx.subjectAccess(subjectId);
      if (!subjectAccess.can('WRITE')) return null;
      const sound = whyNotSound({ contentType, bytes, isLimited: false });
      if (sound) return sound;
      return (
        (await batch(ctx, 'old recordings refused', subjectAccess, refusalsOf)) ??
        whyNotSound({ contentType, bytes, isLimited: await isLimited(db, subjectAccess, id) })
      );
    },
  }),
);

async function oldRecordingsOf(mediaIds: string[]) {
  const found = await db.oldRecording.findMany({ where: { mediaId: { in: mediaIds } } });
  const byMedia = new Map(found.map((recording) => [recording.mediaId, recording]));
  return mediaIds.map((id) => byMedia.get(id) ?? null);
}

/** For each subject, why recordings can’t be put into the book without a consent that is missing; null if none is. */
async function refusalsOf(all: SubjectAccess[]): Promise<(string | null)[]> {
  return Promise.all(
    all.map(async ({ subjectId, self }) => {
      const [missing] = await missingConsents(db, subjectId, { self });
      if (!missing) return null;
      const { preferredName } = await db.subject.findUniqueOrThrow({ where: { id: subjectId } });
      return refusalFor(missing, preferredName);
    }),
  );
}

const BeginOldRecordingInput = builder.inputType('BeginOldRecordingInput', {
  fields: (t) => ({
    keepsakeId: t.id({ required: true }),
    transcribe: t.boolean({
      required: true,
      description: 'True: the transcription service writes the words down. False: the family types them.',
    }),
    addItself: t.boolean({
      description: 'The transcribed words go into the book without being checked: only the subject speaks.',
    }),
    happened: t.field({ type: 'Edtf', description: 'When the recording is from.' }),
  }),
});

builder.mutationField('beginOldRecording', (t) =>
  t.prismaField({
    type: Keepsake,
    description: 'Begins to write down the words of a keepsake with the subject’s voice.',
    args: { input: t.arg({ type: BeginOldRecordingInput, required: true }) },
    authScopes: async (_root, { input }, ctx) => ({
      may: ['WRITE', await subjectOfKeepsake(input.keepsakeId, ctx.viewer)],
    }),
    errors: { types: [ConsentMissing, WrongState] },
    resolve: async (query, _root, { input }, ctx) => {
      const id = await beginOldRecording(viewerOf(ctx), input);
      return db.media.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

const OldRecordingLineInput = builder.inputType('OldRecordingLineInput', {
  fields: (t) => ({
    startMs: t.int({ required: true }),
    endMs: t.int(),
    text: t.string({ required: true }),
    someoneElse: t.boolean({ required: true }),
  }),
});

const SaveOldRecordingInput = builder.inputType('SaveOldRecordingInput', {
  fields: (t) => ({
    keepsakeId: t.id({ required: true }),
    version: t.int({ required: true, description: 'The version that the lines are based on.' }),
    lines: t.field({ type: [OldRecordingLineInput], required: true }),
  }),
});

builder.mutationField('saveOldRecording', (t) =>
  t.prismaField({
    type: Keepsake,
    description: 'Stores the lines of a recording that is being written down.',
    args: { input: t.arg({ type: SaveOldRecordingInput, required: true }) },
    authScopes: async (_root, { input }, ctx) => ({
      may: ['WRITE', await subjectOfKeepsake(input.keepsakeId, ctx.viewer)],
    }),
    errors: { types: [ConsentMissing, WrongState] },
    resolve: async (query, _root, { input }, ctx) => {
      const id = await saveOldRecording(viewerOf(ctx), input);
      return db.media.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('putOldRecordingIntoBook', (t) =>
  t.prismaField({
    type: Keepsake,
    description:
      'Makes a conversation of the lines, with the recording as its sound; stories are written from it like from any other.',
    args: { keepsakeId: t.arg.id({ required: true }) },
    authScopes: async (_root, { keepsakeId }, ctx) => ({
      may: ['WRITE', await subjectOfKeepsake(keepsakeId, ctx.viewer)],
    }),
    errors: { types: [ConsentMissing, WrongState] },
    resolve: async (query, _root, { keepsakeId }, ctx) => {
      const id = await putOldRecordingIntoBook(viewerOf(ctx), keepsakeId);
      return db.media.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('discardOldRecording', (t) =>
  t.prismaField({
    type: Keepsake,
    description: 'Deletes what was written down of a recording that is not in the book; the keepsake stays.',
    args: { keepsakeId: t.arg.id({ required: true }) },
    authScopes: async (_root, { keepsakeId }, ctx) => ({
      may: ['WRITE', await subjectOfKeepsake(keepsakeId, ctx.viewer)],
    }),
    errors: { types: [WrongState] },
    resolve: async (query, _root, { keepsakeId }, ctx) => {
      const id = await discardOldRecording(viewerOf(ctx), keepsakeId);
      return db.media.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);
