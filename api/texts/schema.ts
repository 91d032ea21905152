import { ChannelEnum } from '#api/conversations/schema/conversation.ts';
import { builder } from '#api/graphql/builder.ts';
import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { nextCallAt } from '#api/subjects/calls.ts';
import { NextCall } from '#api/subjects/schema/parts.ts';
import { whyNoTexts } from './service/why.ts';

builder.prismaObjectField('Subject', 'scheduledBy', (t) =>
  t.expose('scheduledBy', {
    type: ChannelEnum,
    description: 'PHONE or SMS: whether Evertold calls at the times of the schedule, or asks by text.',
  }),
);

builder.prismaObjectField('Subject', 'whyNoTexts', (t) =>
  t.string({
    nullable: true,
    description:
      'Why the subject can’t be asked by text; null when they can, and for those who may not choose it.',
    authScopes: ({ id }) => ({ may: ['SCHEDULE', id] }),
    unauthorizedResolver: () => null,
    resolve: async ({ id }) => (await whyNoTexts(db, id))?.message ?? null,
  }),
);

builder.prismaObjectField('Subject', 'nextText', (t) =>
  t.field({
    type: NextCall,
    nullable: true,
    description: 'When the next question is sent by text; null when none is planned.',
    resolve: async (subject) => {
      if (subject.status !== 'ACTIVE' || subject.scheduledBy !== 'SMS') return null;
      if (await whyNoTexts(db, subject.id)) return null;
      const callTimes = await db.callTime.findMany({ where: { subjectId: subject.id } });
      const at = nextCallAt({ ...subject, callTimes, callsAgreed: true }, clock.now());
      return at && { at };
    },
  }),
);
