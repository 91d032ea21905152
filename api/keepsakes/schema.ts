import { builder } from '#api/graphql/builder.ts';

builder.prismaObject('Media', {
  description: 'A stored file, sent to who may see what it hangs from.',
  fields: (t) => ({
    id: t.exposeID('id'),
    url: t.string({ resolve: ({ id }) => `/media/${id}` }),
    contentType: t.exposeString('contentType'),
    width: t.exposeInt('width', { nullable: true }),
    height: t.exposeInt('height', { nullable: true }),
    caption: t.exposeString('caption', { nullable: true }),
  }),
});
