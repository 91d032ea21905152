import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { db } from '#api/platform/database/database.ts';
import { subscription } from '#api/platform/events/subscription.ts';
import { awayDescription } from '#api/subjects/live/away.ts';
import type { Guarded } from '#api/subjects/live/guarded.ts';
import { letThrough, mayFollow } from '#api/subjects/schema/may-follow.ts';
import { followKeepsakes, type KeepsakeChange } from '../live.ts';
import { seesKeepsakes, visibleKeepsakes } from '../policy.ts';
import { Keepsake } from '../schema.ts';

const KeepsakeChanged = builder.objectRef<Guarded<KeepsakeChange>>('KeepsakeChanged').implement({
  description: 'A keepsake was added, described anew, deleted or restored, or others may see it.',
  fields: (t) => ({
    keepsake: t.prismaField({
      type: Keepsake,
      nullable: true,
      description: 'The keepsake as it is now; null when the caller may not see it, or several were changed.',
      resolve: (query, { item: { keepsakeId }, subjectAccess }) =>
        keepsakeId === null
          ? null
          : db.media.findFirst({
              ...query,
              where: { AND: [{ id: keepsakeId }, visibleKeepsakes(subjectAccess)] },
            }),
    }),
  }),
});

builder.subscriptionField('keepsakeChanged', (t) =>
  t.field({
    type: KeepsakeChanged,
    description:
      'The changes of keepsakes themselves, for those who see the book. What a story’s readers see of its keepsakes changes with cardChanged as well.',
    args: {
      subjectId: t.arg.id({ required: true }),
      awaySeconds: t.arg.int({ description: awayDescription }),
    },
    authScopes: (_root, { subjectId }, ctx) => mayFollow(ctx, subjectId, seesKeepsakes),
    subscribe: (_root, { subjectId, awaySeconds }, ctx) =>
      subscription(() => followKeepsakes(viewerOf(ctx), subjectId, awaySeconds)),
    resolve: (event, _args, ctx) => letThrough(event, ctx),
  }),
);
