import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { db } from '#api/platform/database/database.ts';
import { removePhoto } from '../service/photo.ts';

builder.mutationField('removePhoto', (t) =>
  t.prismaField({
    type: 'User',
    description:
      'Takes the caller’s photo away. One is set by PUT /media/photo, with the picture as the body.',
    authScopes: (_root, _args, { viewer }) => viewer?.impersonatorId === null,
    errors: {},
    resolve: async (query, _root, _args, ctx) => {
      await removePhoto(viewerOf(ctx));
      return db.user.findUniqueOrThrow({ ...query, where: { id: viewerOf(ctx).userId } });
    },
  }),
);
