import { ConversationObject } from '#api/conversations/schema/conversation.ts';
import type { Prisma, Subject } from '#api/generated/prisma/client.ts';
import { batch } from '#api/graphql/batch.ts';
import { builder } from '#api/graphql/builder.ts';
import { weighing } from '#api/graphql/limits/cost.ts';
import { db } from '#api/platform/database/database.ts';
import { canonicalZone, isTimeZone } from '#api/platform/domain-values/time-zone.ts';
import { InvalidInput, NotFound } from '#api/platform/errors.ts';
import { type QueuedJob, type QueuedWork, queuedJobs, queuedWork } from '#api/platform/jobs.ts';
import { SubjectRef } from '#api/subjects/schema/subject.ts';
import { FailedRunObject, SetAsideWorkObject } from '../set-aside/schema.ts';
import { latestFailedRuns, setAsideWork } from '../set-aside/service.ts';
import { type CallMonth, callMonths } from './call-months.ts';
import { conversationFilter } from './conversations.ts';
import {
  type CallDay,
  type DayCount,
  type Desk,
  deskAt,
  type ModelTotals,
  type ModelUseDay,
} from './service.ts';
import { storyFilter } from './stories.ts';
import { idsOfWork } from './subject-work.ts';

const zoneInWords = 'Where a day begins, e.g. America/New_York; UTC when left out.';

function zoneOf(timeZone: string | null | undefined): string {
  const zone = timeZone ?? 'UTC';
  if (!isTimeZone(zone)) throw new InvalidInput([{ path: 'timeZone', message: 'must be an IANA time zone' }]);
  return canonicalZone(zone);
}

const DayCountRef = builder.objectRef<DayCount>('DayCount').implement({
  fields: (t) => ({
    day: t.exposeString('day', { description: 'YYYY-MM-DD, in the requested time zone.' }),
    count: t.exposeInt('count'),
  }),
});

const CallDayRef = builder.objectRef<CallDay>('CallDay').implement({
  description: 'The phone calls that began on a day.',
  fields: (t) => ({
    day: t.exposeString('day', { description: 'YYYY-MM-DD, in the requested time zone.' }),
    calls: t.exposeInt('calls'),
    missed: t.exposeInt('missed', { description: 'How many of them nobody answered.' }),
    failed: t.exposeInt('failed', { description: 'How many of them failed.' }),
  }),
});

const CallMonthRef = builder.objectRef<CallMonth>('CallMonth').implement({
  description: 'The calls over the phone service that began in a month and were answered.',
  fields: (t) => ({
    month: t.exposeString('month', { description: 'YYYY-MM, in the requested time zone.' }),
    calls: t.exposeInt('calls'),
    minutes: t.exposeFloat('minutes'),
    costUsd: t.exposeFloat('costUsd', {
      nullable: true,
      description: 'By the configured price of a begun minute; null when none is configured.',
    }),
  }),
});

const QueuedWorkRef = builder.objectRef<QueuedWork>('QueuedWork').implement({
  description: 'The jobs of one kind in the queue.',
  fields: (t) => ({
    work: t.exposeString('work', { description: 'E.g. `biography.write`.' }),
    waiting: t.exposeInt('waiting', { description: 'Includes jobs that are scheduled for later.' }),
    running: t.exposeInt('running'),
    dueSince: t.expose('dueSince', {
      type: 'DateTime',
      nullable: true,
      description: 'When the oldest due job became due; null when none is due.',
    }),
  }),
});

const QueuedJobRef = builder.objectRef<QueuedJob>('QueuedJob').implement({
  description: 'A job that waits or runs.',
  fields: (t) => ({
    id: t.exposeID('id'),
    running: t.exposeBoolean('running'),
    dueAt: t.expose('dueAt', { type: 'DateTime', description: 'When it may begin, or could have begun.' }),
    tries: t.exposeInt('tries', { description: 'How many times it was tried again.' }),
    cursor: t.exposeString('cursor', { description: 'Its place in the list.' }),
    subject: t.field({
      type: SubjectRef,
      nullable: true,
      description: 'Whose it is, when its input says so.',
      resolve: ({ input }, _args, ctx) => {
        const { subjectId, conversationId } = (input ?? {}) as Record<string, string | undefined>;
        if (subjectId) return batch(ctx, 'job subject', subjectId, readSubjects);
        return conversationId ? batch(ctx, 'job conversation', conversationId, readSubjectsOfTalks) : null;
      },
    }),
  }),
});

async function readSubjects(ids: string[]): Promise<(Subject | null)[]> {
  const subjects = await db.subject.findMany({ where: { id: { in: ids } } });
  return ids.map((id) => subjects.find((subject) => subject.id === id) ?? null);
}

async function readSubjectsOfTalks(ids: string[]): Promise<(Subject | null)[]> {
  const talks = await db.conversation.findMany({
    where: { id: { in: ids } },
    select: { id: true, subject: true },
  });
  return ids.map((id) => talks.find((talk) => talk.id === id)?.subject ?? null);
}

const ModelTotalsRef = builder.interfaceRef<ModelTotals>('ModelTotals').implement({
  description: 'Calls of one model for one task, added up.',
  fields: (t) => ({
    task: t.exposeString('task', { description: '`interview`, `write`, or `tune` for trials by admins.' }),
    model: t.exposeString('model', { description: 'The model’s name at that time.' }),
    calls: t.exposeInt('calls'),
    failed: t.exposeInt('failed', { description: 'How many calls gave no usable answer.' }),
    inputTokens: t.exposeFloat('inputTokens', {
      description: 'As reported by the model’s server, which may leave out calls.',
    }),
    outputTokens: t.exposeFloat('outputTokens'),
    priced: t.exposeInt('priced', { description: 'The number of calls whose cost is known.' }),
    costUsd: t.exposeFloat('costUsd', { description: 'The total cost of the calls whose cost is known.' }),
  }),
});

const ModelUseRef = builder.objectRef<ModelUseDay>('ModelUse').implement({
  description: 'The calls of one model for one task on a day.',
  interfaces: [ModelTotalsRef],
  fields: (t) => ({
    day: t.exposeString('day', { description: 'YYYY-MM-DD, in the requested time zone.' }),
    meanLatencyMs: t.exposeFloat('meanLatencyMs', {
      description: 'The mean time until an answer was complete.',
    }),
  }),
});

builder.prismaObject('SubjectModelUse', {
  description: 'The calls of one model for one task and subject in a month.',
  interfaces: [ModelTotalsRef],
  fields: (t) => ({
    month: t.string({
      description: 'YYYY-MM, in UTC.',
      resolve: ({ month }) => month.toISOString().slice(0, 7),
    }),
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
      description: 'What was given up and can be tried again, the latest first, twenty at a time.',
      args: { after: t.arg.string({ description: 'The cursor of the last one before.' }) },
      resolve: (_desk, { after }) => setAsideWork({ after }),
    }),
    failedRuns: t.field({
      type: [FailedRunObject],
      description:
        'The failed runs of schedules, the latest first, twenty at a time; failedJobs counts them too.',
      args: { after: t.arg.string({ description: 'The cursor of the last one before.' }) },
      resolve: (_desk, { after }) => latestFailedRuns(after),
    }),
    messagesPerDay: t.field({
      type: [DayCountRef],
      description: 'By the day on which they were said, as in the list of messages.',
      resolve: (desk) => desk.messagesPerDay,
    }),
    callsPerDay: t.field({ type: [CallDayRef], resolve: (desk) => desk.callsPerDay }),
    callMonths: t.field({
      type: [CallMonthRef],
      description: 'The last twelve months with calls, the newest first.',
      resolve: ({ timeZone }) => callMonths(timeZone),
    }),
    queue: t.field({
      type: [QueuedWorkRef],
      description: 'The longest due first.',
      resolve: (desk) => desk.queue,
    }),
    modelUse: t.field({
      type: [ModelUseRef],
      description: 'The newest day first.',
      resolve: (desk) => desk.modelUse,
    }),
    unseenNotes: t.exposeInt('unseenNotes', {
      description: 'Wellbeing notes that nobody has marked as seen.',
    }),
    seenNotes: t.prismaField({
      type: ['WellbeingNote'],
      description: 'Those that were marked as seen, the last marked first, twenty at a time.',
      args: { after: t.arg.id({ description: 'The last one before.' }) },
      resolve: async (query, _desk, { after }) =>
        db.wellbeingNote.findMany({
          ...query,
          where: { seenAt: { not: null }, ...(await notesFollowing(after, 'seenAt')) },
          orderBy: [{ seenAt: 'desc' }, { id: 'desc' }],
          take: 20,
        }),
    }),
    wellbeingNotes: t.prismaField({
      type: ['WellbeingNote'],
      description: 'Those that nobody has marked as seen, the newest first, a hundred at a time.',
      args: { after: t.arg.id({ description: 'The last one before.' }) },
      resolve: async (query, _desk, { after }) =>
        db.wellbeingNote.findMany({
          ...query,
          where: { seenAt: null, ...(await notesFollowing(after, 'createdAt')) },
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
          take: 100,
        }),
    }),
  }),
});

/** The notes that follow this one in their order by a time. */
async function notesFollowing(
  after: string | null | undefined,
  time: 'createdAt' | 'seenAt',
): Promise<Prisma.WellbeingNoteWhereInput> {
  if (after == null) return {};
  const note = await db.wellbeingNote.findUnique({ where: { id: after } });
  const at = note?.[time];
  if (!at) throw new NotFound('WellbeingNote', ['after']);
  return { OR: [{ [time]: { lt: at } }, { [time]: at, id: { lt: after } }] };
}

builder.prismaObjectFields('Subject', (t) => ({
  queuedWork: t.field({
    type: [QueuedWorkRef],
    description: 'Its jobs in the queue, the longest due first. For admins.',
    complexity: weighing(100),
    authScopes: { admin: true },
    resolve: async ({ id }) => queuedWork(await idsOfWork(id)),
  }),
  setAsideWork: t.field({
    type: [SetAsideWorkObject],
    description: 'Its jobs that were given up, the latest twenty first. For admins.',
    complexity: weighing(100),
    authScopes: { admin: true },
    resolve: async ({ id }) => setAsideWork({ about: await idsOfWork(id) }),
  }),
  recentWellbeingNotes: t.prismaField({
    type: ['WellbeingNote'],
    description: 'Its newest twenty wellbeing notes, also those that were marked as seen. For admins.',
    authScopes: { admin: true },
    resolve: (query, { id }) =>
      db.wellbeingNote.findMany({
        ...query,
        where: { subjectId: id },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: 20,
      }),
  }),
  callMonths: t.field({
    type: [CallMonthRef],
    description: 'The last twelve months with calls to it, the newest first. For admins.',
    args: { timeZone: t.arg.string({ description: zoneInWords }) },
    complexity: weighing(100),
    authScopes: { admin: true },
    resolve: ({ id }, { timeZone }) => callMonths(zoneOf(timeZone), id),
  }),
  modelUse: t.relation('modelUse', {
    description: 'What language models did for it, the newest month first. For admins.',
    authScopes: { admin: true },
    query: { orderBy: [{ month: 'desc' }, { calls: 'desc' }, { task: 'asc' }, { model: 'asc' }] },
  }),
}));

builder.queryField('desk', (t) =>
  t.field({
    type: DeskRef,
    description: 'The desk at a glance, for admins.',
    args: { timeZone: t.arg.string({ description: zoneInWords }) },
    // It counts all messages and calls of each of fourteen days.
    complexity: weighing(2000),
    authScopes: { admin: true },
    resolve: (_root, { timeZone }) => deskAt(zoneOf(timeZone)),
  }),
);

builder.queryField('queuedJobs', (t) =>
  t.field({
    type: [QueuedJobRef],
    description:
      'Jobs of one kind, fifty at a time: the running ones, then those that are due first. For admins.',
    args: {
      work: t.arg.string({ required: true, description: 'E.g. `biography.write`.' }),
      after: t.arg.string({ description: 'The cursor of the last one before.' }),
      subjectId: t.arg.id({ description: 'Only the jobs of this subject.' }),
    },
    complexity: weighing(100),
    authScopes: { admin: true },
    resolve: async (_root, { work, after, subjectId }) =>
      queuedJobs(work, { most: 50, after, about: subjectId ? await idsOfWork(subjectId) : null }),
  }),
);

const ConversationStateEnum = builder.enumType('DeskConversationState', {
  description:
    'LIVE: ringing or in progress. HELD: neither missed nor failed. ANSWERED: answered and ended calls over the phone service, by when they began. FAILED_OR_NOT_WRITTEN: the conversation or the writing of its stories failed.',
  values: ['LIVE', 'HELD', 'ANSWERED', 'MISSED', 'FAILED', 'FAILED_OR_NOT_WRITTEN'] as const,
});

const DeskConversationFilter = builder.inputType('DeskConversationFilter', {
  fields: (t) => ({
    dateFrom: t.field({ type: 'DateTime', description: 'Created at this time or later.' }),
    dateTo: t.field({ type: 'DateTime', description: 'Created before this time.' }),
    phoneOnly: t.boolean({ description: 'Only phone calls.' }),
    state: t.field({ type: ConversationStateEnum }),
    subjectId: t.id(),
    agentVersionId: t.id({ description: 'Those that followed this version of an agent prompt.' }),
    promptVersionId: t.id({
      description: 'Those whose stories were written by this version of a writing prompt.',
    }),
  }),
});

builder.queryField('allConversations', (t) =>
  t.prismaConnection(
    {
      type: ConversationObject,
      cursor: 'id',
      description: 'The conversations that the numbers on the desk count, newest first. For admins.',
      args: { filter: t.arg({ type: DeskConversationFilter }) },
      complexity: weighing(200),
      authScopes: { admin: true },
      resolve: (query, _root, { filter }) =>
        db.conversation.findMany({
          ...query,
          where: conversationFilter(filter ?? {}),
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        }),
    },
    { name: 'AllConversationsConnection' },
    { name: 'AllConversationsConnectionEdge' },
  ),
);

const DeskStoryFilter = builder.inputType('DeskStoryFilter', {
  fields: (t) => ({
    agentVersionId: t.id({
      description: 'Those written from conversations that followed this version of an agent prompt.',
    }),
    promptVersionId: t.id({ description: 'Those that this version of a writing prompt wrote.' }),
  }),
});

builder.queryField('allStories', (t) =>
  t.prismaConnection(
    {
      type: 'Card',
      cursor: 'id',
      description: 'The stories that the team may read, newest first. For admins.',
      args: { filter: t.arg({ type: DeskStoryFilter }) },
      complexity: weighing(200),
      authScopes: { admin: true },
      resolve: (query, _root, { filter }, { viewer }) =>
        db.card.findMany({ ...query, where: storyFilter(viewer, filter ?? {}), orderBy: { id: 'desc' } }),
    },
    { name: 'AllStoriesConnection' },
    { name: 'AllStoriesConnectionEdge' },
  ),
);
