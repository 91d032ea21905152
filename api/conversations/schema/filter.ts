import { builder } from '#api/graphql/builder.ts';
import { MessageRoleEnum } from './message.ts';

export const MessageFilterInput = builder.inputType('MessageFilter', {
  fields: (t) => ({
    dateFrom: t.field({ type: 'DateTime', description: 'From then on, inclusive.' }),
    dateTo: t.field({ type: 'DateTime', description: 'Until then, exclusive.' }),
    phone: t.string({
      description:
        'A phone number, or the beginning of one in E.164; without a country code it is North American.',
    }),
    subjectId: t.id(),
    conversationId: t.id(),
    role: t.field({ type: MessageRoleEnum }),
  }),
});
