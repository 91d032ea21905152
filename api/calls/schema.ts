import { ports } from '#api/adapters/ports.ts';
import type { CallVoice } from '#api/adapters/telephony/port.ts';
import { conversationAt, sees } from '#api/conversations/policy.ts';
import { ChannelEnum, ConversationObject } from '#api/conversations/schema/conversation.ts';
import { CallConfirmation, Channel, PauseReason } from '#api/generated/prisma/enums.ts';
import { batch } from '#api/graphql/batch.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { weighing } from '#api/graphql/limits/cost.ts';
import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { NotFound, WrongState } from '#api/platform/errors.ts';
import { isAskedForConsent } from './inbound/callers.ts';
import { confirmCaller } from './inbound/confirming.ts';
import { type TriedCall, tryCall, whyNoCall, whyNoCalls, whyNoTestCall } from './service/place.ts';
import { pauseCalls, skipNextCall } from './service/schedule.ts';
import { callWithVoiceSample, whyNoVoiceSample } from './service/voice-sample.ts';
import { voiceOf, voicesIn } from './service/voices.ts';
import { trustedCaller } from './trusted-caller/contact-card.ts';

export const CallVoiceObject = builder.objectRef<CallVoice>('CallVoice').implement({
  description: 'A voice that calls can have.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The phone service’s name of it.' }),
    description: t.exposeString('description'),
    language: t.exposeString('language', { description: 'That it speaks, as ISO 639-1.' }),
  }),
});

builder.prismaObjectField('Subject', 'callVoices', (t) =>
  t.field({
    type: [CallVoiceObject],
    description:
      'The voices that calls of the subject can have; none where no phone service is set up. In the browser, its own voice speaks.',
    select: { language: true },
    resolve: ({ language }) => voicesIn(language),
  }),
);

builder.prismaObjectField('Subject', 'voice', (t) =>
  t.string({
    nullable: true,
    description:
      'The name of the voice that was chosen for calls, if they can have it; null for the usual one.',
    select: { language: true, voice: true },
    resolve: ({ language, voice }) => voiceOf({ language, voice })?.name ?? null,
  }),
);

builder.prismaObjectField('Subject', 'whyNoVoiceSample', (t) =>
  t.string({
    nullable: true,
    description:
      'Why the viewer can’t hear a voice on their own phone; null when they can, and for those who may not choose the times of calls.',
    authScopes: ({ id }) => ({ may: ['SCHEDULE', id] }),
    unauthorizedResolver: () => null,
    resolve: async (_subject, _args, ctx) => (await whyNoVoiceSample(db, viewerOf(ctx)))?.message ?? null,
  }),
);

builder.mutationField('callWithVoiceSample', (t) =>
  t.prismaField({
    type: 'Subject',
    description:
      'Calls the caller’s own confirmed phone once and says a sentence in one of the subject’s callVoices; at most 5 a day.',
    args: { subjectId: t.arg.id({ required: true }), voice: t.arg.string({ required: true }) },
    complexity: weighing(100),
    authScopes: (_root, { subjectId }) => ({ may: ['SCHEDULE', subjectId] }),
    errors: { types: [WrongState] },
    resolve: async (query, _root, { subjectId, voice }, ctx) => {
      await callWithVoiceSample(viewerOf(ctx), { subjectId, voice });
      return db.subject.findUniqueOrThrow({ ...query, where: { id: subjectId } });
    },
  }),
);

const TriedCallObject = builder.objectRef<TriedCall>('TriedCall').implement({
  description: 'A call for which the browser is the phone.',
  fields: (t) => ({
    conversation: t.prismaField({
      type: 'Conversation',
      resolve: (query, { conversationId }) =>
        db.conversation.findUniqueOrThrow({ ...query, where: { id: conversationId } }),
    }),
    socketPath: t.string({
      description: 'The path to which the browser connects once, with ConversationRelay’s frames.',
      resolve: ({ socketPath }) => socketPath,
    }),
  }),
});

builder.mutationField('tryCall', (t) =>
  t.field({
    type: TriedCallObject,
    description:
      'Makes the browser ring like a phone; called again during the call, it reconnects. Family members sit at the subject’s side.',
    args: {
      subjectId: t.arg.id({ required: true }),
      agentPromptVersionId: t.arg.id({
        description:
          'The version of the agent prompt that is tried; by default the one in force. For admins, in the book about themselves.',
      }),
    },
    complexity: weighing(100),
    authScopes: (_root, { subjectId }) => ({ may: ['CONVERSE', subjectId] }),
    errors: { types: [WrongState] },
    resolve: (_root, { subjectId, agentPromptVersionId }, ctx) =>
      tryCall(viewerOf(ctx), { subjectId, versionId: agentPromptVersionId ?? null }),
  }),
);

builder.mutationField('skipNextCall', (t) =>
  t.prismaField({
    type: 'Subject',
    description: 'Skips the next scheduled call; `skip: false` restores it.',
    args: { subjectId: t.arg.id({ required: true }), skip: t.arg.boolean({ required: true }) },
    authScopes: (_root, { subjectId }) => ({ may: ['CONVERSE', subjectId] }),
    errors: { types: [WrongState] },
    resolve: async (query, _root, { subjectId, skip }, ctx) => {
      await skipNextCall(viewerOf(ctx), { subjectId, skip });
      return db.subject.findUniqueOrThrow({ ...query, where: { id: subjectId } });
    },
  }),
);

builder.mutationField('pauseCalls', (t) =>
  t.prismaField({
    type: 'Subject',
    description: 'Pauses calls until this time; null ends the pause.',
    args: { subjectId: t.arg.id({ required: true }), until: t.arg({ type: 'DateTime' }) },
    authScopes: (_root, { subjectId }) => ({ may: ['CONVERSE', subjectId] }),
    errors: {},
    resolve: async (query, _root, { subjectId, until }, ctx) => {
      await pauseCalls(viewerOf(ctx), { subjectId, until: until ?? null });
      return db.subject.findUniqueOrThrow({ ...query, where: { id: subjectId } });
    },
  }),
);

builder.objectField(ConversationObject, 'isTry', (t) =>
  t.boolean({
    description: 'A call for which the browser was the phone.',
    resolve: async ({ id, channel }) =>
      channel === 'PHONE' && (await db.call.count({ where: { conversationId: id, line: 'BROWSER' } })) > 0,
  }),
);

builder.queryField('schedulableChannels', (t) =>
  t.field({
    type: [ChannelEnum],
    description:
      'How conversations can be scheduled here: PHONE and SMS, as far as such a service is set up.',
    authScopes: { signedIn: true },
    resolve: () => [
      ...(ports.telephony.dials ? [Channel.PHONE] : []),
      ...(ports.sms.isConnected ? [Channel.SMS] : []),
    ],
  }),
);

builder.prismaObjectField('Subject', 'whyNoCall', (t) =>
  t.string({
    nullable: true,
    description:
      'Why the subject can’t be called now; null when they can, and for those who may not have them called.',
    authScopes: ({ id }) => ({ may: ['CONVERSE', id] }),
    unauthorizedResolver: () => null,
    resolve: async ({ id }) => (await whyNoCall(db, id, clock.now()))?.message ?? null,
  }),
);

builder.prismaObjectField('Subject', 'whyNoTestCall', (t) =>
  t.string({
    nullable: true,
    description:
      'Why no call can be tried with the browser as the phone; null when one can, and for those who may not try one.',
    authScopes: ({ id }) => ({ may: ['CONVERSE', id] }),
    unauthorizedResolver: () => null,
    resolve: () => whyNoTestCall()?.message ?? null,
  }),
);

builder.prismaObjectField('Subject', 'whyNoCalls', (t) =>
  t.string({
    nullable: true,
    description:
      'Why the subject can’t be called at any time; null when they can, and for those who may not choose it.',
    authScopes: ({ id }) => ({ may: ['SCHEDULE', id] }),
    unauthorizedResolver: () => null,
    resolve: async ({ id }) => (await whyNoCalls(db, id))?.message ?? null,
  }),
);

const PauseReasonEnum = builder.enumType('PauseReason', {
  description: 'What the person who answered a call said. Nobody has checked it.',
  values: Object.values(PauseReason),
});

builder.prismaObjectField('Subject', 'pausedBecause', (t) =>
  t.field({
    type: PauseReasonEnum,
    nullable: true,
    description:
      'What was said on the phone, after which calls and texts were paused; null when somebody paused them, when they are not paused, and for those who may not choose it.',
    authScopes: ({ id }) => ({ may: ['SCHEDULE', id] }),
    unauthorizedResolver: () => null,
    resolve: ({ status, pausedBecause }) => (status === 'PAUSED' ? pausedBecause : null),
  }),
);

builder.prismaObjectField('Subject', 'skippedCallAt', (t) =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description: 'The scheduled time that is skipped, if it is still to come.',
    resolve: ({ skippedCallAt: at }) => (at && at > clock.now() ? at : null),
  }),
);

builder.prismaObjectField('Subject', 'callsPausedUntil', (t) =>
  t.expose('callsPausedUntil', { type: 'DateTime', nullable: true }),
);

const CallConfirmationEnum = builder.enumType('CallConfirmation', {
  values: Object.values(CallConfirmation),
});

type Caller = { confirmedBy: CallConfirmation | null; isRefused: boolean };

const CallerObject = builder.objectRef<Caller>('Caller').implement({
  description:
    'The caller of an inbound call. A number alone proves nothing: nothing is written until the caller is confirmed.',
  fields: (t) => ({
    confirmedBy: t.field({
      type: CallConfirmationEnum,
      nullable: true,
      description: 'How it was confirmed that it was the subject; null while it is not.',
      resolve: ({ confirmedBy }) => confirmedBy,
    }),
    isRefused: t.boolean({
      description:
        'Whether the family says that it was somebody else; the words are then erased after 30 days.',
      resolve: ({ isRefused }) => isRefused,
    }),
  }),
});

async function callersOf(ids: readonly string[]): Promise<(Caller | null)[]> {
  const calls = await db.call.findMany({ where: { conversationId: { in: [...ids] }, inbound: true } });
  return ids.map((id) => {
    const call = calls.find(({ conversationId }) => conversationId === id);
    return call ? { confirmedBy: call.confirmedBy, isRefused: call.refusedAt !== null } : null;
  });
}

builder.objectField(ConversationObject, 'caller', (t) =>
  t.field({
    type: CallerObject,
    nullable: true,
    description: 'The caller of an inbound call; null for every other conversation.',
    resolve: ({ id, channel }, _args, ctx) =>
      channel === 'PHONE' ? batch(ctx, 'caller', id, callersOf) : null,
  }),
);

builder.mutationField('confirmCaller', (t) =>
  t.prismaField({
    type: 'Conversation',
    description:
      'Says whether the subject placed an inbound call. If so, it is written; if not, its words are erased after 30 days. This can’t be changed.',
    args: { id: t.arg.id({ required: true }), isSubject: t.arg.boolean({ required: true }) },
    authScopes: async (_root, { id }, ctx) => {
      const conversation = await conversationAt(id);
      const subjectAccess = await ctx.subjectAccess(conversation.subjectId);
      if (!sees(viewerOf(ctx), subjectAccess, conversation)) throw new NotFound('Conversation');
      return subjectAccess.can('MANAGE_SUBJECT');
    },
    errors: { types: [WrongState] },
    resolve: async (query, _root, { id, isSubject }, ctx) => {
      await confirmCaller(viewerOf(ctx), { id, isSubject });
      return db.conversation.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.prismaObjectField('Subject', 'codeWord', (t) =>
  t.exposeString('codeWord', {
    nullable: true,
    description:
      'The word by which the person and Evertold recognize each other on the phone. For owners and the subject.',
    authScopes: ({ id }) => ({ may: ['MANAGE_SUBJECT', id] }),
    unauthorizedResolver: () => null,
  }),
);

const TrustedCallerObject = builder
  .objectRef<NonNullable<ReturnType<typeof trustedCaller>>>('TrustedCaller')
  .implement({
    description: 'The one number from which Evertold calls and at which it can be called.',
    fields: (t) => ({
      number: t.exposeString('number', { description: 'E.164.' }),
      contactCard: t.exposeString('contactCard', {
        description: 'A vCard without a picture, for a QR code.',
      }),
      contactCardPath: t.exposeString('contactCardPath', {
        description: 'Where the vCard with its picture is.',
      }),
    }),
  });

builder.prismaObjectField('Subject', 'trustedCaller', (t) =>
  t.field({
    type: TrustedCallerObject,
    nullable: true,
    description:
      'Null where no phone service is set up, and for those who may not choose the times of calls.',
    authScopes: ({ id }) => ({ may: ['SCHEDULE', id] }),
    unauthorizedResolver: () => null,
    resolve: () => trustedCaller(),
  }),
);

builder.prismaObjectField('Subject', 'isAskedWhenCalling', (t) =>
  t.boolean({
    description:
      'Whether a call to Evertold’s number from the phone of the book is asked for the consent to calls. False for those who may not choose the times of calls.',
    authScopes: ({ id }) => ({ may: ['SCHEDULE', id] }),
    unauthorizedResolver: () => false,
    select: { phone: true },
    resolve: ({ phone }) => phone !== null && trustedCaller() !== null && isAskedForConsent(db, phone),
  }),
);
