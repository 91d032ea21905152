import type { AuditEvent } from '#api/generated/prisma/client.ts';
import { builder } from '#api/graphql/builder.ts';
import { weighing } from '#api/graphql/limits/cost.ts';
import { db } from '#api/platform/database/database.ts';
import { leftToNobody } from '../profile/service/deletion.ts';
import { auditOf, type Detail } from './service.ts';

const AuditEntry = builder.objectRef<AuditEvent>('AuditEntry').implement({
  description: 'Who did what, as the audit log has it; never edited.',
  fields: (t) => ({
    id: t.exposeID('id'),
    at: t.expose('at', { type: 'DateTime' }),
    action: t.exposeString('action', { description: 'Such as “accounts.ban-user”.' }),
    actor: accountBy(t, 'actorId', 'Who did it; the person acted for, when somebody acted as them.'),
    impersonator: accountBy(t, 'impersonatorId', 'The admin who acted as the actor.'),
    target: accountBy(t, 'targetId', 'Whose account it was done to.'),
    role: t.string({ nullable: true, resolve: ({ detail }) => (detail as Detail).role ?? null }),
    until: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When a ban ends.',
      resolve: ({ detail }) => ((detail as Detail).until ? new Date((detail as Detail).until ?? 0) : null),
    }),
  }),
});

type Names = 'actorId' | 'impersonatorId' | 'targetId';
type Fields = PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, AuditEvent>;

/** An account named by an audit entry, while it exists. */
function accountBy(t: Fields, column: Names, description: string) {
  return t.prismaField({
    type: 'User',
    nullable: true,
    description,
    resolve: (query, entry) => {
      const id = entry[column];
      return id ? db.user.findUnique({ ...query, where: { id } }) : null;
    },
  });
}

/** For admins; null for anyone else. */
const adminsAffair = {
  nullable: true,
  authScopes: { admin: true },
  unauthorizedResolver: () => null,
} as const;

builder.prismaObjectFields('User', (t) => ({
  banReason: t.exposeString('banReason', adminsAffair),
  banExpires: t.expose('banExpires', { ...adminsAffair, type: 'DateTime' }),
  ownsAlone: t.int({
    ...adminsAffair,
    description: 'How many subjects would be nobody’s if this account went. For admins.',
    resolve: ({ id }) => leftToNobody(id),
  }),
  audit: t.field({
    ...adminsAffair,
    type: [AuditEntry],
    description:
      'The newest of what was done to this account, by it as an admin, or in its name. For admins.',
    complexity: weighing(100),
    resolve: ({ id }) => auditOf(id),
  }),
}));

builder.queryField('user', (t) =>
  t.prismaField({
    type: 'User',
    nullable: true,
    description: 'One account. For admins.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { admin: true },
    resolve: (query, _root, { id }) => db.user.findUnique({ ...query, where: { id } }),
  }),
);
