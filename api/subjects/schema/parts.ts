import { SubjectStatus } from '#api/generated/prisma/enums.ts';
import { builder } from '#api/graphql/builder.ts';
import type { KeyFields } from '#api/graphql/limits/key-scopes.ts';
import { type CallTime, clockTime } from '../calls.ts';
import type { livingChoices } from '../details.ts';
import { abilities } from '../policy.ts';

export const SubjectStatusEnum = builder.enumType('SubjectStatus', { values: Object.values(SubjectStatus) });

export const SubjectRoleEnum = builder.enumType('SubjectRole', {
  description: 'What somebody is at a subject. SUBJECT is the person themself, when they have no membership.',
  values: ['OWNER', 'EDITOR', 'VIEWER', 'SUBJECT'] as const,
});

export const LivingForViewersEnum = builder.enumType('LivingForViewers', {
  description: 'What viewers see of people who may be living.',
  values: {
    EVERYTHING: {},
    WITHOUT_DATES: { description: 'Everything but their dates.' },
    STORIES_ONLY: {
      description: 'Only what the stories say: they are not among the people, and have no page.',
    },
  } as const satisfies Record<(typeof livingChoices)[number], object>,
});

/** Why the two values of the old field are left. */
export const useLivingForViewers = 'Use livingForViewers. Removed after 2027-06-01.';

export const AbilityEnum = builder.enumType('Ability', { values: abilities });

export const CallTimeRef = builder.objectRef<CallTime>('CallTime').implement({
  description: 'When the interviewer calls, by the clock on the subject’s wall.',
  extensions: { keyFields: { 'subjects:read': ['weekday', 'time'] } } satisfies KeyFields,
  fields: (t) => ({
    weekday: t.exposeInt('weekday', { description: '1 Monday … 7 Sunday.' }),
    time: t.string({ description: '14:00', resolve: ({ minute }) => clockTime(minute) }),
  }),
});

export const NextCall = builder.objectRef<{ at: Date }>('NextCall').implement({
  extensions: { keyFields: { 'subjects:read': ['at'] } } satisfies KeyFields,
  fields: (t) => ({ at: t.expose('at', { type: 'DateTime' }) }),
});

export const CallTimeInput = builder.inputType('CallTimeInput', {
  fields: (t) => ({
    weekday: t.int({ required: true, description: '1 Monday … 7 Sunday.' }),
    time: t.string({ required: true, description: '14:00, within the subject’s hours.' }),
  }),
});

builder.prismaObject('Activity', {
  description: 'Something that happened at a subject’s book.',
  fields: (t) => ({
    id: t.exposeID('id'),
    at: t.expose('at', { type: 'DateTime' }),
    kind: t.exposeString('kind', {
      description:
        'story-written, story-published, story-edited, question-asked, keepsake-added, member-joined, conversation-ended.',
    }),
    actor: t.relation('actor', { nullable: true }),
    card: t.relation('card', { nullable: true }),
  }),
});
