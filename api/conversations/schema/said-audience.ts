import type { SaidAudienceView } from '#api/conversations/engine/said-audiences.ts';
import { builder } from '#api/graphql/builder.ts';
import type { SharedFields } from '#api/graphql/sockets/sharing.ts';

export const SaidAudienceRef = builder.objectRef<SaidAudienceView>('SaidAudience').implement({
  description:
    'The readers of private words, as the person named them. With nothing set, the person reads them alone.',
  extensions: { sharedFields: ['readers', 'until', 'afterDeath', 'pending'] } satisfies SharedFields,
  fields: (t) => ({
    readers: t.exposeStringList('readers', {
      description: 'The names of those who may read them, the first ones of the book first.',
    }),
    until: t.expose('until', {
      type: 'Date',
      nullable: true,
      description: 'The day from which they are no longer private, where the person lives.',
    }),
    afterDeath: t.exposeBoolean('afterDeath', {
      description: 'They are no longer private once the person has died.',
    }),
    pending: t.exposeBoolean('pending', {
      description: 'Whether the person was asked who may read them and has not answered.',
    }),
  }),
});
