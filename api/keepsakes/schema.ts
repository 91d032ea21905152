import { mediaAddress } from '#api/accounts/cross-domain/media-address.ts';
import { builder } from '#api/graphql/builder.ts';
import type { KeyFields } from '#api/graphql/limits/key-scopes.ts';

builder.prismaObject('Media', {
  description: 'A stored file, sent to who may see what it hangs from.',
  extensions: {
    keyFields: { 'keepsakes:read': ['id', 'url', 'contentType', 'width', 'height', 'caption'] },
  } satisfies KeyFields,
  fields: (t) => ({
    id: t.exposeID('id'),
    url: t.string({ resolve: ({ id }, _args, { viewer }) => mediaAddress(id, viewer) }),
    contentType: t.exposeString('contentType'),
    width: t.exposeInt('width', { nullable: true }),
    height: t.exposeInt('height', { nullable: true }),
    caption: t.exposeString('caption', { nullable: true }),
  }),
});
