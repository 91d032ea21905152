import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { db } from '#api/platform/database/database.ts';
import type { FailedRun } from '#api/platform/set-aside.ts';
import { retryWork, type SetAsideWork } from './service.ts';

export const SetAsideWorkObject = builder.objectRef<SetAsideWork>('SetAsideWork').implement({
  description: 'Work that failed again and again: nobody tries it any more until an admin asks for it.',
  fields: (t) => ({
    id: t.exposeID('id'),
    work: t.exposeString('work', { description: 'E.g. `biography.write`, `conversations.answer`.' }),
    failure: t.exposeString('failure', {
      description: 'What kind of error it was; nothing of what anybody said.',
    }),
    tries: t.exposeInt('tries'),
    setAsideAt: t.expose('setAsideAt', { type: 'DateTime' }),
    cursor: t.exposeString('cursor', { description: 'Its place in the list.' }),
    conversation: t.prismaField({
      type: 'Conversation',
      nullable: true,
      description: 'The conversation that it was about.',
      resolve: (query, { conversationId }) =>
        conversationId === null
          ? null
          : db.conversation.findUnique({ ...query, where: { id: conversationId } }),
    }),
  }),
});

export const FailedRunObject = builder.objectRef<FailedRun>('FailedRun').implement({
  description:
    'A run of a schedule that failed: nobody tries it again, because the next run does all its work.',
  fields: (t) => ({
    id: t.exposeID('id'),
    work: t.exposeString('job', { description: 'E.g. `biography.weekly`.' }),
    failure: t.string({
      description: 'What kind of error it was; nothing of what anybody said.',
      resolve: ({ failure }) => failure ?? '',
    }),
    tries: t.exposeInt('tries'),
    failedAt: t.expose('failedAt', { type: 'DateTime' }),
    cursor: t.exposeString('cursor', { description: 'Its place in the list.' }),
  }),
});

const RetriedWork = builder.objectRef<{ id: string }>('RetriedWork').implement({
  fields: (t) => ({ id: t.exposeID('id') }),
});

builder.mutationField('retryWork', (t) =>
  t.field({
    type: RetriedWork,
    description: 'Has work that was set aside tried again. The audit log keeps who asked for it.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { admin: true },
    errors: {},
    resolve: async (_root, { id }, ctx) => ({ id: await retryWork(viewerOf(ctx), id) }),
  }),
);
