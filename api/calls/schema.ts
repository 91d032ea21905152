import { ConversationObject } from '#api/conversations/schema/conversation.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { weighing } from '#api/graphql/limits/cost.ts';
import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { WrongState } from '#api/platform/errors.ts';
import { type TriedCall, tryCall, whyNoCall, whyNoCalls } from './service/place.ts';
import { pauseCalls, skipNextCall } from './service/schedule.ts';

const TriedCallObject = builder.objectRef<TriedCall>('TriedCall').implement({
  description: 'A call for which the browser is the phone.',
  fields: (t) => ({
    conversation: t.prismaField({
      type: 'Conversation',
      resolve: (query, { conversationId }) =>
        db.conversation.findUniqueOrThrow({ ...query, where: { id: conversationId } }),
    }),
    socketPath: t.string({
      description: 'Where the browser connects, once: ConversationRelay’s frames are spoken there.',
      resolve: ({ socketPath }) => socketPath,
    }),
  }),
});

builder.mutationField('tryCall', (t) =>
  t.field({
    type: TriedCallObject,
    description:
      'Has the browser ring as a phone would; asked again while it goes on, it is connected again. The family sits at the subject’s side.',
    args: { subjectId: t.arg.id({ required: true }) },
    complexity: weighing(100),
    authScopes: (_root, { subjectId }) => ({ may: ['CONVERSE', subjectId] }),
    errors: { types: [WrongState] },
    resolve: (_root, { subjectId }, ctx) => tryCall(viewerOf(ctx), subjectId),
  }),
);

builder.mutationField('skipNextCall', (t) =>
  t.prismaField({
    type: 'Subject',
    description: 'Leaves out the next call of the schedule; with `skip: false` it comes after all.',
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
    description: 'Nobody calls before this time; null: they call again.',
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

builder.prismaObjectField('Subject', 'skippedCallAt', (t) =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description: 'The time of the schedule that is left out, as long as it is still to come.',
    resolve: ({ skippedCallAt: at }) => (at && at > clock.now() ? at : null),
  }),
);

builder.prismaObjectField('Subject', 'callsPausedUntil', (t) =>
  t.expose('callsPausedUntil', { type: 'DateTime', nullable: true }),
);
