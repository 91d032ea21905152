import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { db } from '#api/platform/database/database.ts';
import { type NoticeWish, remarkWish, setNotices, storyWish } from '../service/notices.ts';

const NoticeWishEnum = builder.enumType('StoryNotices', {
  description: 'How often somebody hears of new stories, or of remarks and hearts.',
  values: ['AT_ONCE', 'WEEKLY', 'NEVER'] satisfies NoticeWish[],
});

/** A deprecated choice, and what replaces it. */
const deprecationReason = 'Use remarkNotices. Removed after 2027-03-01.';

type Choices = {
  storyNotices: string;
  missedCallNotices: boolean;
  remarkNotices: boolean;
  remarksWeekly: boolean;
};

const NoticeChoices = builder.objectRef<Choices>('NoticeChoices').implement({
  description: 'What a member wants to hear of by mail. Notes of wellbeing go to the owners always.',
  fields: (t) => ({
    stories: t.field({ type: NoticeWishEnum, resolve: ({ storyNotices }) => storyWish(storyNotices) }),
    missedCalls: t.exposeBoolean('missedCallNotices'),
    remarkNotices: t.field({ type: NoticeWishEnum, resolve: remarkWish }),
    remarks: t.exposeBoolean('remarkNotices', { deprecationReason }),
  }),
});

builder.prismaObjectField('Membership', 'notices', (t) =>
  t.field({
    type: NoticeChoices,
    nullable: true,
    description: 'For the member themself; null for everybody else.',
    authScopes: ({ userId }, _args, { viewer }) => viewer?.userId === userId,
    unauthorizedResolver: () => null,
    resolve: (member) => member,
  }),
);

builder.prismaObjectField('User', 'memberships', (t) =>
  t.prismaField({
    type: ['Membership'],
    description: 'The caller’s places at books that are there.',
    authScopes: ({ id }, _args, { viewer }) => viewer?.userId === id,
    unauthorizedResolver: () => [],
    resolve: (query, { id }) =>
      db.membership.findMany({
        ...query,
        where: { userId: id, subject: { deletedAt: null } },
        orderBy: { createdAt: 'asc' },
        take: 100,
      }),
  }),
);

const SetNoticesInput = builder.inputType('SetNoticesInput', {
  description: 'What is left out stays as it is.',
  fields: (t) => ({
    subjectId: t.id({ required: true }),
    stories: t.field({ type: NoticeWishEnum }),
    missedCalls: t.boolean(),
    remarkNotices: t.field({ type: NoticeWishEnum }),
    remarks: t.boolean({ deprecationReason }),
  }),
});

builder.mutationField('setNotices', (t) =>
  t.prismaField({
    type: 'Membership',
    description: 'Says what the caller wants to hear of at a book of which they are a member.',
    args: { input: t.arg({ type: SetNoticesInput, required: true }) },
    authScopes: (_root, { input: { subjectId } }) => ({ may: ['SEE', subjectId] }),
    errors: {},
    resolve: async (query, _root, { input }, ctx) => {
      const { id } = await setNotices(viewerOf(ctx), input);
      return db.membership.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);
