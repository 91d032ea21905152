import { cardsSeen, visibleCards } from '#api/biography/policy.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { db } from '#api/platform/database/database.ts';
import { subscription } from '#api/platform/events/subscription.ts';
import { awayDescription } from '#api/subjects/live/away.ts';
import type { Guarded } from '#api/subjects/live/guarded.ts';
import { letThrough, mayFollow } from '#api/subjects/schema/may-follow.ts';
import { followPeople, type PersonChange } from '../live.ts';
import { visiblePeople } from '../policy.ts';

const PersonChanged = builder.objectRef<Guarded<PersonChange>>('PersonChanged').implement({
  description:
    'A person of the book was added, corrected, related, merged with another one, or separated again.',
  fields: (t) => ({
    person: t.prismaField({
      type: 'Person',
      nullable: true,
      description:
        'The person as they are now; null when the caller may not see them, or when the owners chose anew which of the living people readers see.',
      resolve: (query, { item: { personId, subjectId }, subjectAccess }) =>
        personId === null
          ? null
          : db.person.findFirst({
              ...query,
              where: {
                AND: [{ id: personId, subjectId }, visiblePeople(subjectAccess, visibleCards(subjectAccess))],
              },
            }),
    }),
  }),
});

builder.subscriptionField('personChanged', (t) =>
  t.field({
    type: PersonChanged,
    description: 'The changes of people in the stories, for those who may read the book.',
    args: {
      subjectId: t.arg.id({ required: true }),
      awaySeconds: t.arg.int({ description: awayDescription }),
    },
    authScopes: (_root, { subjectId }, ctx) => mayFollow(ctx, subjectId, (may) => cardsSeen(may) !== null),
    subscribe: (_root, { subjectId, awaySeconds }, ctx) =>
      subscription(() => followPeople(viewerOf(ctx), subjectId, awaySeconds)),
    resolve: (event, _args, ctx) => letThrough(event, ctx),
  }),
);
