import { getRefFromModel, type PrismaObjectRef } from '@pothos/plugin-prisma';
import { visibleCards, visibleCardsTo } from '#api/biography/policy.ts';
import type PrismaTypes from '#api/generated/pothos-types.ts';
import { builder } from '#api/graphql/builder.ts';
import { forKeys, type KeyFields } from '#api/graphql/limits/key-scopes.ts';
import { db } from '#api/platform/database/database.ts';
import { visiblePeople, visiblePlaces } from '../policy.ts';

/** The biography's own type, named by its model: neither schema waits for the other. */
const Card = getRefFromModel('Card', builder) as PrismaObjectRef<
  typeof builder.$inferSchemaTypes,
  PrismaTypes['Card']
>;

builder.prismaObject('Person', {
  description: 'Someone in the subject’s life.',
  extensions: {
    keyFields: { 'people:read': ['id', 'name', 'relationship'], 'biography:read': ['cards'] },
  } satisfies KeyFields,
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    relationship: t.exposeString('relationship', { nullable: true }),
    cards: t.field({
      type: [Card],
      description: 'The stories they appear in, as far as the caller may read them.',
      // Chosen in the query itself, so that a hundred people take no hundred questions.
      select: (_args, ctx, nested) => ({
        cards: {
          where: { card: visibleCardsTo(ctx.viewer) },
          orderBy: { card: { createdAt: 'asc' } },
          select: { card: nested({}) },
        },
      }),
      resolve: ({ cards }) => cards.map(({ card }) => card),
    }),
    member: t.relation('member', { nullable: true }),
  }),
});

builder.prismaObjectField('Subject', 'people', (t) =>
  t.prismaConnection(
    {
      type: 'Person',
      cursor: 'id',
      description: 'The people in the stories, by name.',
      extensions: forKeys('people:read'),
      resolve: async (query, { id }, _args, ctx) => {
        const standing = await ctx.standing(id);
        return db.person.findMany({
          ...query,
          where: { AND: [{ subjectId: id }, visiblePeople(standing, visibleCards(standing))] },
          orderBy: [{ name: 'asc' }, { id: 'asc' }],
        });
      },
    },
    { name: 'SubjectPeopleConnection' },
    { name: 'SubjectPeopleConnectionEdge' },
  ),
);

builder.prismaObject('Place', {
  description: 'A place in the stories.',
  extensions: { keyFields: { 'people:read': ['id', 'name'] } } satisfies KeyFields,
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name') }),
});

builder.prismaObjectField('Subject', 'places', (t) =>
  t.prismaField({
    type: ['Place'],
    description: 'The places in the stories, by name.',
    extensions: forKeys('people:read'),
    resolve: async (query, { id }, _args, ctx) => {
      const standing = await ctx.standing(id);
      const where = visiblePlaces(standing, async () => {
        const named = await db.card.findMany({
          where: { AND: [{ subjectId: id, place: { not: null } }, visibleCards(standing)] },
          select: { place: true },
        });
        return named.flatMap(({ place }) => place ?? []);
      });
      return db.place.findMany({
        ...query,
        where: { AND: [{ subjectId: id }, await where] },
        orderBy: { name: 'asc' },
        take: 500,
      });
    },
  }),
);
