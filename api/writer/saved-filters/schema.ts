import { MessageRoleEnum } from '#api/conversations/schema/message.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { LimitReached } from '#api/platform/errors.ts';
import { removeMessageFilter, savedMessageFilters, saveMessageFilter } from './service.ts';

const asDay = (date: Date | null) => date?.toISOString().slice(0, 10) ?? null;

const SavedMessageFilter = builder.prismaObject('SavedMessageFilter', {
  description: 'A filter of the message list that an admin has saved under a name.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    dateFrom: t.string({
      nullable: true,
      description: 'YYYY-MM-DD, in the reader’s time zone.',
      resolve: ({ dateFrom }) => asDay(dateFrom),
    }),
    dateTo: t.string({
      nullable: true,
      description: 'The last day, YYYY-MM-DD.',
      resolve: ({ dateTo }) => asDay(dateTo),
    }),
    lastDays: t.exposeInt('lastDays', {
      nullable: true,
      description: 'Instead of fixed days: the last days, today included.',
    }),
    phone: t.exposeString('phone', { nullable: true, description: 'E.164, or its beginning.' }),
    subjectId: t.exposeID('subjectId', { nullable: true }),
    role: t.expose('role', { type: MessageRoleEnum, nullable: true }),
  }),
});

builder.queryField('savedMessageFilters', (t) =>
  t.field({
    type: [SavedMessageFilter],
    description: 'One’s own saved filters of the message list, by name. For admins.',
    authScopes: { admin: true },
    resolve: (_root, _args, ctx) => savedMessageFilters(viewerOf(ctx)),
  }),
);

const SaveMessageFilterInput = builder.inputType('SaveMessageFilterInput', {
  fields: (t) => ({
    name: t.string({ required: true, description: 'At most 60 characters.' }),
    dateFrom: t.string({ description: 'YYYY-MM-DD.' }),
    dateTo: t.string({ description: 'The last day, YYYY-MM-DD.' }),
    lastDays: t.int({ description: 'From 1 to 366; instead of dateFrom and dateTo.' }),
    phone: t.string({ description: 'E.164, or its beginning.' }),
    subjectId: t.id(),
    role: t.field({ type: MessageRoleEnum }),
  }),
});

builder.mutationField('saveMessageFilter', (t) =>
  t.field({
    type: SavedMessageFilter,
    description:
      'Saves a filter of the message list, in place of one’s own filter that has this name. For admins.',
    args: { input: t.arg({ type: SaveMessageFilterInput, required: true }) },
    authScopes: { admin: true },
    errors: { types: [LimitReached] },
    resolve: (_root, { input }, ctx) => saveMessageFilter(viewerOf(ctx), input),
  }),
);

const RemovedMessageFilter = builder.objectRef<{ id: string }>('RemovedMessageFilter').implement({
  fields: (t) => ({ id: t.exposeID('id') }),
});

builder.mutationField('removeMessageFilter', (t) =>
  t.field({
    type: RemovedMessageFilter,
    description: 'Removes one’s own saved filter. For admins.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { admin: true },
    errors: {},
    resolve: async (_root, { id }, ctx) => ({ id: await removeMessageFilter(viewerOf(ctx), id) }),
  }),
);
