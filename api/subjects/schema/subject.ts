import { ports } from '#api/adapters/ports.ts';
import { mediaFor } from '#api/audiences/policy.ts';
import { consentHistory } from '#api/consent/history.ts';
import { hasConsent } from '#api/consent/policy.ts';
import { ConsentEntryRef, ConsentKindEnum, ConsentRef } from '#api/consent/schema/consents.ts';
import { consents } from '#api/consent/service.ts';
import { batch } from '#api/graphql/batch.ts';
import { builder } from '#api/graphql/builder.ts';
import type { Context } from '#api/graphql/context.ts';
import { weighing } from '#api/graphql/limits/cost.ts';
import type { KeyFields } from '#api/graphql/limits/key-scopes.ts';
import type { SharedFields } from '#api/graphql/sockets/sharing.ts';
import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { type CallTime, clockTime, nextCallAt } from '../calls.ts';
import { livingChoiceOf } from '../details.ts';
import { openingWords } from '../opening.ts';
import { abilities, roleName } from '../policy.ts';
import { homeOf } from '../preloaded.ts';
import {
  AbilityEnum,
  CallTimeRef,
  LivingForViewersEnum,
  NextCall,
  SubjectRoleEnum,
  SubjectStatusEnum,
  useLivingForViewers,
} from './parts.ts';

/** The subject type. Fields with narrower rights are null or empty for others. */
export const SubjectRef = builder.prismaObject('Subject', {
  description: 'The person whose stories are kept.',
  extensions: {
    sharedFields: ['id', 'fullName', 'preferredName'],
    keyFields: {
      any: ['id'],
      'subjects:read': [
        ...['fullName', 'preferredName', 'pronouns', 'birthDate', 'birthPlace', 'timeZone', 'language'],
        ...['status', 'myRole', 'abilities', 'cloth', 'createdAt', 'photo', 'callTimes', 'nextCall'],
      ],
    },
  } satisfies SharedFields & KeyFields,
  fields: (t) => ({
    id: t.exposeID('id'),
    fullName: t.exposeString('fullName'),
    preferredName: t.exposeString('preferredName'),
    pronouns: t.exposeString('pronouns', { nullable: true }),
    birthDate: t.expose('birthDate', { type: 'Edtf', nullable: true }),
    birthPlace: t.exposeString('birthPlace', { nullable: true }),
    phone: t.exposeString('phone', {
      nullable: true,
      description: 'E.164. For owners, the subject themself and admins.',
      authScopes: ({ id }) => ({ admin: true, may: ['MANAGE_SUBJECT', id] }),
      unauthorizedResolver: () => null,
    }),
    timeZone: t.exposeString('timeZone'),
    language: t.exposeString('language'),
    status: t.expose('status', { type: SubjectStatusEnum }),
    myRole: t.field({
      type: SubjectRoleEnum,
      nullable: true,
      resolve: async ({ id }, _args, ctx) => roleName(await ctx.subjectAccess(id)),
    }),
    abilities: t.field({
      type: [AbilityEnum],
      description: 'What the caller may do here.',
      resolve: async ({ id }, _args, ctx) => abilities.filter((await ctx.subjectAccess(id)).can),
    }),
    myRelationship: t.string({
      nullable: true,
      description: 'What the caller is to them, as entered (daughter, grandson).',
      resolve: async ({ id }, _args, ctx) => (await ctx.subjectAccess(id)).relationship,
    }),
    isSelf: t.boolean({
      description: 'The caller is this person.',
      resolve: async ({ id }, _args, ctx) => (await ctx.subjectAccess(id)).self,
    }),
    selfUserId: t.exposeID('selfUserId', {
      nullable: true,
      description: 'The account of the person themself, when they have one.',
    }),
    cloth: t.exposeString('cloth', { description: 'What the book is bound in.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    deletedAt: t.expose('deletedAt', { type: 'DateTime', nullable: true }),
    photo: t.prismaField({
      type: 'Media',
      nullable: true,
      resolve: async (query, { id, photoId }, _args, ctx) =>
        photoId
          ? db.media.findFirst({
              ...query,
              where: { AND: [{ id: photoId }, mediaFor(await ctx.subjectAccess(id))] },
            })
          : null,
    }),
    avoidedThemes: t.exposeStringList('avoidedThemes', {
      description: 'What is not asked about. It may be in the subject’s own words: for those who read them.',
      authScopes: ({ id }) => ({ may: ['READ_TRANSCRIPTS', id] }),
      unauthorizedResolver: () => [],
    }),
    maxMinutes: t.exposeInt('maxMinutes'),
    maxQuestions: t.exposeInt('maxQuestions'),
    patienceMs: t.exposeInt('patienceMs', {
      description:
        'How long a pause may be on the phone before it is taken as the end of an answer: 1200, 2500 or 5000 milliseconds.',
    }),
    viewersReadTranscripts: t.exposeBoolean('viewersReadTranscripts'),
    publishesAutomatically: t.exposeBoolean('publishesAutomatically'),
    livingForViewers: t.field({
      type: LivingForViewersEnum,
      description: 'What viewers see of people of whom nobody has said that they died.',
      resolve: livingChoiceOf,
    }),
    viewersSeeLivingDates: t.exposeBoolean('viewersSeeLivingDates', {
      description: 'Viewers see the dates of birth and death of people who may be living.',
      deprecationReason: useLivingForViewers,
    }),
    playsVoiceCodes: t.exposeBoolean('playsVoiceCodes', {
      description: 'The codes in printed books play their stories to everyone who holds one.',
    }),
    callTimes: t.field({
      type: [CallTimeRef],
      resolve: async (subject, _args, ctx) =>
        inOrder(homeOf(subject)?.calls?.times ?? (await callTimesOf(ctx, subject.id))),
    }),
    hoursFrom: t.string({
      description:
        '09:00: no call, and no text that nobody waits for, comes earlier; by the subject’s clock.',
      resolve: ({ hoursFrom }) => clockTime(hoursFrom),
    }),
    hoursUntil: t.string({
      description: '18:00: they come before this.',
      resolve: ({ hoursUntil }) => clockTime(hoursUntil),
    }),
    nextCall: t.field({
      type: NextCall,
      nullable: true,
      description:
        'Null when nobody is called: paused, memorial, no consent to calls, asked by text, or no phone service set up here.',
      resolve: async (subject, _args, ctx) => {
        if (subject.status !== 'ACTIVE' || subject.scheduledBy !== 'PHONE') return null;
        if (!ports.telephony.dials) return null;
        const calls = homeOf(subject)?.calls;
        const at = nextCallAt(
          {
            ...subject,
            callTimes: calls?.times ?? (await callTimesOf(ctx, subject.id)),
            callsAgreed: calls?.agreed ?? (await hasConsent(db, subject.id, 'CALLS', subject.phone)),
          },
          clock.now(),
        );
        return at && { at };
      },
    }),
    openingWords: t.string({
      description: 'What the interviewer will say first.',
      resolve: openingWords,
    }),
    consents: t.field({
      type: [ConsentRef],
      description: 'The newest entry of each kind and phone; for the subject, owners and admins.',
      authScopes: ({ id }) => ({ admin: true, may: ['MANAGE_SUBJECT', id] }),
      unauthorizedResolver: () => [],
      resolve: ({ id }) => consents(id),
    }),
    consentHistory: t.field({
      type: [ConsentEntryRef],
      description:
        'Every entry of the ledger with its words, newest first; for the subject, owners and admins.',
      complexity: weighing(100),
      args: { kind: t.arg({ type: ConsentKindEnum }) },
      authScopes: ({ id }) => ({ admin: true, may: ['MANAGE_SUBJECT', id] }),
      unauthorizedResolver: () => [],
      resolve: ({ id }, { kind }) => consentHistory(id, kind),
    }),
  }),
});

function callTimesOf(ctx: Context, subjectId: string): Promise<CallTime[]> {
  return batch(ctx, 'call times', subjectId, async (subjectIds) => {
    const times = await db.callTime.findMany({ where: { subjectId: { in: [...subjectIds] } } });
    return subjectIds.map((id) => times.filter((time) => time.subjectId === id));
  });
}

function inOrder(times: readonly CallTime[]): CallTime[] {
  return times.toSorted((a, b) => a.weekday - b.weekday || a.minute - b.minute);
}
