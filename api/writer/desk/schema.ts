import { builder } from '#api/graphql/builder.ts';
import { weighing } from '#api/graphql/limits/cost.ts';
import { db } from '#api/platform/database/database.ts';
import { canonicalZone, isTimeZone } from '#api/platform/domain-values/time-zone.ts';
import { InvalidInput } from '#api/platform/errors.ts';
import { SetAsideWorkObject } from '../set-aside/schema.ts';
import { setAsideWork } from '../set-aside/service.ts';
import { type DayCount, type Desk, deskAt } from './service.ts';

const DayCountRef = builder.objectRef<DayCount>('DayCount').implement({
  fields: (t) => ({
    day: t.exposeString('day', { description: 'YYYY-MM-DD, in the zone that was asked for.' }),
    count: t.exposeInt('count'),
  }),
});

const DeskRef = builder.objectRef<Desk>('Desk').implement({
  description: 'The desk at a glance.',
  fields: (t) => ({
    liveConversations: t.exposeInt('liveConversations'),
    conversationsToday: t.exposeInt('conversationsToday'),
    failedToday: t.exposeInt('failedToday', {
      description: 'Conversations that failed, or whose writing did.',
    }),
    waitingJobs: t.exposeInt('waitingJobs'),
    failedJobs: t.exposeInt('failedJobs', { description: 'Given up after the last try.' }),
    setAside: t.field({
      type: [SetAsideWorkObject],
      description: 'What was given up and can be tried again, the latest twenty first.',
      resolve: () => setAsideWork(),
    }),
    messagesPerDay: t.field({ type: [DayCountRef], resolve: (desk) => desk.messagesPerDay }),
    wellbeingNotes: t.prismaField({
      type: ['WellbeingNote'],
      description: 'The newest ten that nobody has marked as seen.',
      resolve: (query) =>
        db.wellbeingNote.findMany({
          ...query,
          where: { seenAt: null },
          orderBy: { createdAt: 'desc' },
          take: 10,
        }),
    }),
  }),
});

builder.queryField('desk', (t) =>
  t.field({
    type: DeskRef,
    description: 'The desk at a glance, for admins.',
    args: {
      timeZone: t.arg.string({
        description: 'Where a day begins, e.g. America/New_York; UTC when left out.',
      }),
    },
    // It counts all messages of each of fourteen days.
    complexity: weighing(2000),
    authScopes: { admin: true },
    resolve(_root, { timeZone }) {
      const zone = timeZone ?? 'UTC';
      if (!isTimeZone(zone))
        throw new InvalidInput([{ path: 'timeZone', message: 'must be an IANA time zone' }]);
      return deskAt(canonicalZone(zone));
    },
  }),
);
