import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { db } from '#api/platform/database/database.ts';
import { type Kind, kinds, securityEventsOf } from './service.ts';

const SecurityEventKind = builder.enumType('SecurityEventKind', {
  description: 'SUPPORT_ACTED: somebody of Evertold’s team acted as the caller.',
  values: [...new Set(Object.values(kinds))],
});

type Detail = { device?: string; country?: string; isNew?: boolean; provider?: string; prefix?: string };

const SecurityEvent = builder.prismaObject('AuditEvent', {
  name: 'SecurityEvent',
  description: 'Something that happened to the caller’s account. Never edited.',
  fields: (t) => ({
    id: t.exposeID('id'),
    at: t.expose('at', { type: 'DateTime' }),
    kind: t.field({
      type: SecurityEventKind,
      resolve: ({ action }) => kinds[action as keyof typeof kinds] as Kind,
    }),
    about: t.string({
      nullable: true,
      description: 'The kind of device, the provider, or how the key begins.',
      resolve: ({ detail }) => {
        const { device, provider, prefix } = detail as Detail;
        return device ?? prefix ?? (provider === 'credential' ? null : (provider ?? null));
      },
    }),
    country: t.string({
      nullable: true,
      description: 'Of a sign-in: where from, as two letters of ISO 3166; null when its address told none.',
      resolve: ({ detail }) => (detail as Detail).country ?? null,
    }),
    isNewDevice: t.boolean({
      description: 'Nobody had signed in from such a device before.',
      resolve: ({ detail }) => !!(detail as Detail).isNew,
    }),
  }),
});

builder.queryField('securityEvents', (t) =>
  t.prismaConnection(
    {
      type: SecurityEvent,
      cursor: 'id',
      description: 'What happened to the caller’s account, newest first.',
      authScopes: { signedIn: true },
      resolve: (query, _root, _args, ctx) =>
        db.auditEvent.findMany({ ...query, ...securityEventsOf(viewerOf(ctx)) }),
    },
    { name: 'SecurityEventConnection' },
    { name: 'SecurityEventEdge' },
  ),
);
