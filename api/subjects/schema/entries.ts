import { ProofNeeded } from '#api/accounts/errors.ts';
import { ChannelEnum } from '#api/conversations/schema/conversation.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { searching } from '#api/graphql/limits/cost.ts';
import { forKeys } from '#api/graphql/limits/key-scopes.ts';
import { ListOrderEnum, listOrder } from '#api/graphql/list-order.ts';
import { fieldsAskedFor } from '#api/graphql/selection.ts';
import { db } from '#api/platform/database/database.ts';
import { LimitReached, WrongState } from '#api/platform/errors.ts';
import { saidFields } from '../details.ts';
import { readHome } from '../home.ts';
import { abilityToChange, ownTo } from '../policy.ts';
import { keepHome } from '../preloaded.ts';
import { subjectsMatching } from '../search.ts';
import { createSubject, updateSubject } from '../service.ts';
import { CallTimeInput, LivingForViewersEnum, SubjectStatusEnum, useLivingForViewers } from './parts.ts';
import { SubjectRef } from './subject.ts';

const SubjectConnection = builder.connectionObject({
  type: SubjectRef,
  name: 'SubjectConnection',
  fields: (t) => ({
    totalCount: t.int({
      extensions: forKeys('subjects:read'),
      resolve: (connection) => (connection as unknown as { totalCount: () => Promise<number> }).totalCount(),
    }),
  }),
});

builder.queryField('subject', (t) =>
  t.field({
    type: SubjectRef,
    nullable: true,
    description: 'One subject with its home; null when there is none that the caller may see.',
    extensions: forKeys('subjects:read'),
    args: { id: t.arg.id({ required: true }) },
    authScopes: { signedIn: true },
    resolve: async (_root, { id }, ctx, info) => {
      const read = await readHome(viewerOf(ctx), id, fieldsAskedFor(info));
      if (!read) return null;
      ctx.cacheAccess(read.home.subjectAccess);
      return keepHome(read.subject, read.home);
    },
  }),
);

builder.queryField('subjects', (t) =>
  t.prismaConnection(
    {
      type: SubjectRef,
      cursor: 'id',
      description: 'The caller’s own books: those of themself and those they are a member of.',
      extensions: forKeys('subjects:read'),
      authScopes: { signedIn: true },
      totalCount: (_root, _args, ctx) => db.subject.count({ where: ownTo(viewerOf(ctx)) }),
      resolve: (query, _root, _args, ctx) =>
        db.subject.findMany({ ...query, where: ownTo(viewerOf(ctx)), orderBy: { id: 'asc' } }),
    },
    SubjectConnection,
  ),
);

builder.queryField('allSubjects', (t) =>
  t.prismaConnection(
    {
      type: SubjectRef,
      cursor: 'id',
      description:
        'Every subject, for admins; a search finds 2,000 at most by a part of their name or phone.',
      args: { search: t.arg.string(), order: t.arg({ type: ListOrderEnum, defaultValue: 'NEWEST_FIRST' }) },
      complexity: searching,
      authScopes: { admin: true },
      totalCount: async (_root, { search }) => db.subject.count({ where: await subjectsMatching(search) }),
      resolve: async (query, _root, { search, order }) =>
        db.subject.findMany({
          ...query,
          where: await subjectsMatching(search),
          orderBy: listOrder(order),
        }),
    },
    SubjectConnection,
  ),
);

const CreateSubjectInput = builder.inputType('CreateSubjectInput', {
  fields: (t) => ({
    fullName: t.string({ required: true }),
    preferredName: t.string({ description: 'How they like to be called; the first name when left out.' }),
    pronouns: t.string(),
    relationship: t.string({ description: 'What the caller is to them (daughter, grandson).' }),
    phone: t.string(),
    timeZone: t.string({ description: 'Of the IANA database, e.g. America/New_York.' }),
    language: t.string({ description: 'In which they tell: en or es; en when left out.' }),
    birthDate: t.field({ type: 'Edtf' }),
    birthPlace: t.string(),
    isSelf: t.boolean({ description: 'The caller is this person; an account can say so once.' }),
  }),
});

builder.mutationField('createSubject', (t) =>
  t.prismaField({
    type: 'Subject',
    description: 'Begins somebody’s book, owned by the caller.',
    args: { input: t.arg({ type: CreateSubjectInput, required: true }) },
    authScopes: { signedIn: true },
    errors: { types: [LimitReached, WrongState] },
    resolve: async (query, _root, { input }, ctx) => {
      const { id } = await createSubject(viewerOf(ctx), input);
      return db.subject.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

const UpdateSubjectInput = builder.inputType('UpdateSubjectInput', {
  description: 'What is left out stays as it is; null clears what may be empty.',
  fields: (t) => ({
    id: t.id({ required: true }),
    fullName: t.string(),
    preferredName: t.string(),
    pronouns: t.string(),
    relationship: t.string({ description: 'What the caller is to them.' }),
    phone: t.string({ description: 'Consents given for another phone don’t cover a new one.' }),
    timeZone: t.string(),
    language: t.string({ description: 'In which they tell: en or es.' }),
    birthDate: t.field({ type: 'Edtf' }),
    birthPlace: t.string(),
    callTimes: t.field({ type: [CallTimeInput] }),
    hoursFrom: t.string({
      description: 'The hours of calls and texts, from 08:00 to 21:00. The call times must be within them.',
    }),
    hoursUntil: t.string(),
    scheduledBy: t.field({
      type: ChannelEnum,
      description: 'PHONE or SMS: whether Evertold calls at these times, or asks by text.',
    }),
    codeWord: t.string({
      description:
        'By which the person and Evertold know each other on the phone: words of letters, at least 5. Takes a sign-in or the password within 10 minutes.',
    }),
    avoidedThemes: t.stringList(),
    avoidedThemesBefore: t.stringList({
      description:
        'What the list was when it was changed: what was asked for in a talk since then stays. Without it, the list is as said.',
    }),
    maxMinutes: t.int(),
    maxQuestions: t.int(),
    patienceMs: t.int({ description: '1200, 2500 or 5000.' }),
    voice: t.string({
      description: 'The name of one of the subject’s callVoices, for calls; null for the usual voice.',
    }),
    viewersReadTranscripts: t.boolean(),
    publishesAutomatically: t.boolean(),
    livingForViewers: t.field({ type: LivingForViewersEnum }),
    viewersSeeLivingDates: t.boolean({ deprecationReason: useLivingForViewers }),
    playsVoiceCodes: t.boolean(),
    cloth: t.string(),
    status: t.field({ type: SubjectStatusEnum, description: 'ACTIVE, PAUSED or MEMORIAL.' }),
  }),
});

builder.mutationField('updateSubject', (t) =>
  t.prismaField({
    type: 'Subject',
    description: 'Changes a subject: the schedule is the whole family’s, the rest the owners’ and their own.',
    args: { input: t.arg({ type: UpdateSubjectInput, required: true }) },
    authScopes: (_root, { input }) => ({
      may: [abilityToChange(saidFields(input)), input.id],
    }),
    errors: { types: [WrongState, ProofNeeded] },
    resolve: async (query, _root, { input }, ctx) => {
      const { id } = await updateSubject(viewerOf(ctx), input);
      ctx.invalidateAccess(id);
      return db.subject.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);
