import { batch } from '#api/graphql/batch.ts';
import { builder } from '#api/graphql/builder.ts';
import { db } from '#api/platform/database/database.ts';
import { type Named, readNotes, readSubjects, readUsers } from './names.ts';
import { detailAsText, entriesLike } from './service.ts';

const NamedRef = builder.objectRef<NonNullable<Named>>('AuditName').implement({
  description: 'Whom an entry names, while there is such an account or book.',
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name') }),
});

const Entry = builder.prismaObject('AuditEvent', {
  variant: 'AuditLogEntry',
  description: 'Who did what to whom, and under whose name. Never edited.',
  select: { id: true, actorId: true, impersonatorId: true, targetId: true, subjectId: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    at: t.expose('at', { type: 'DateTime' }),
    action: t.exposeString('action', { description: 'Such as “conflict.settled”.' }),
    actorId: t.exposeID('actorId', { nullable: true }),
    actor: t.field({
      type: NamedRef,
      nullable: true,
      description: 'Who did it; the person acted for, when somebody acted as them. Null: Evertold itself.',
      resolve: ({ actorId }, _args, ctx) => (actorId ? batch(ctx, 'audit user', actorId, readUsers) : null),
    }),
    impersonator: t.field({
      type: NamedRef,
      nullable: true,
      description: 'The admin who acted as the actor.',
      resolve: ({ impersonatorId }, _args, ctx) =>
        impersonatorId ? batch(ctx, 'audit user', impersonatorId, readUsers) : null,
    }),
    subject: t.field({
      type: NamedRef,
      nullable: true,
      description: 'In whose book.',
      resolve: ({ subjectId }, _args, ctx) =>
        subjectId ? batch(ctx, 'audit subject', subjectId, readSubjects) : null,
    }),
    subjectId: t.exposeID('subjectId', { nullable: true }),
    target: t.field({
      type: NamedRef,
      nullable: true,
      description: 'Whose account it was done to, where it was done to one.',
      resolve: ({ targetId }, _args, ctx) =>
        targetId ? batch(ctx, 'audit user', targetId, readUsers) : null,
    }),
    targetId: t.exposeID('targetId', {
      nullable: true,
      description: 'What it was done to: an account, a message, a conflict, a prompt.',
    }),
    detail: t.string({
      nullable: true,
      description: 'The entry’s details as JSON.',
      select: { detail: true },
      resolve: ({ detail }) => detailAsText(detail),
    }),
    note: t.string({
      nullable: true,
      description: 'The reason that was given, while its book is there.',
      resolve: ({ id }, _args, ctx) => batch(ctx, 'audit note', id, readNotes),
    }),
  }),
});

const AuditLogFilter = builder.inputType('AuditLogFilter', {
  fields: (t) => ({
    actorId: t.id({ description: 'Who did it, under their own name or as somebody.' }),
    targetId: t.id({ description: 'To whom or what.' }),
    subjectId: t.id({ description: 'In whose book.' }),
    action: t.string({
      description: 'The act, or the beginning of its name: conflict, agent, accounts.ban-user.',
    }),
    from: t.field({ type: 'DateTime', description: 'Inclusive.' }),
    until: t.field({ type: 'DateTime', description: 'Exclusive.' }),
  }),
});

builder.queryField('auditLog', (t) =>
  t.prismaConnection(
    {
      type: Entry,
      cursor: 'id',
      description: 'Who did what to whom, the newest first. For admins.',
      args: { filter: t.arg({ type: AuditLogFilter }) },
      authScopes: { admin: true },
      resolve: (query, _root, { filter }) =>
        db.auditEvent.findMany({
          ...query,
          where: entriesLike(filter ?? {}),
          orderBy: [{ at: 'desc' }, { id: 'desc' }],
        }),
    },
    { name: 'AuditLogConnection' },
    { name: 'AuditLogEdge' },
  ),
);
