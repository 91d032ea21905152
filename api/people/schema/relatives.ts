import { getRefFromModel, type PrismaObjectRef } from '@pothos/plugin-prisma';
import { visibleCards } from '#api/biography/policy.ts';
import type PrismaTypes from '#api/generated/pothos-types.ts';
import type { Person as PersonRow } from '#api/generated/prisma/client.ts';
import { batch } from '#api/graphql/batch.ts';
import { builder } from '#api/graphql/builder.ts';
import { type Context, viewerOf } from '#api/graphql/context.ts';
import { forKeys, type KeyFields } from '#api/graphql/limits/key-scopes.ts';
import { db } from '#api/platform/database/database.ts';
import { LimitReached, WrongState } from '#api/platform/errors.ts';
import { visiblePeople } from '../policy.ts';
import {
  type RelativeKind,
  relativeKinds,
  relativeOf,
  removeRelative,
  saveRelative,
} from '../service/relatives.ts';

const Person = getRefFromModel('Person', builder) as PrismaObjectRef<
  typeof builder.$inferSchemaTypes,
  PrismaTypes['Person']
>;

const RelativeKindEnum = builder.enumType('RelativeKind', {
  description: 'What somebody is to a person.',
  values: relativeKinds,
});

interface RelativeView {
  relationId: string;
  kind: RelativeKind;
  person: PersonRow;
}

const Relative = builder.objectRef<RelativeView>('Relative').implement({
  description: 'Somebody in the stories who is related to a person.',
  extensions: { keyFields: { 'people:read': ['relationId', 'kind', 'person'] } } satisfies KeyFields,
  fields: (t) => ({
    // Not `id`: a client's cache would take the two sides of a relation for one object.
    relationId: t.exposeID('relationId', { description: 'Of the relation; the same from both sides.' }),
    kind: t.expose('kind', { type: RelativeKindEnum, description: 'What they are to the person.' }),
    person: t.field({ type: Person, resolve: ({ person }) => person }),
  }),
});

builder.prismaObjectField('Person', 'relatives', (t) =>
  t.field({
    type: [Relative],
    description:
      'Parents, children, partners and siblings in the stories, as far as the caller may see them.',
    extensions: forKeys('people:read'),
    select: { id: true, subjectId: true },
    resolve: ({ id, subjectId }, _args, ctx) =>
      batch(ctx, 'relatives', { id, subjectId }, (people) => readRelatives(ctx, people)),
  }),
);

/** The relatives of each person whom the caller may see, by name. */
async function readRelatives(
  ctx: Context,
  people: readonly { id: string; subjectId: string }[],
): Promise<RelativeView[][]> {
  const ids = people.map(({ id }) => id);
  const rows = await db.personRelation.findMany({
    where: { OR: [{ fromId: { in: ids } }, { toId: { in: ids } }] },
    orderBy: { id: 'asc' },
  });
  if (rows.length === 0) return people.map(() => []);
  const namedIds = [...new Set(rows.flatMap(({ fromId, toId }) => [fromId, toId]))];
  const subjectAccesses = await Promise.all(
    [...new Set(people.map(({ subjectId }) => subjectId))].map((subjectId) => ctx.subjectAccess(subjectId)),
  );
  const seen = await db.person.findMany({
    where: {
      id: { in: namedIds },
      OR: subjectAccesses
        .filter(({ sees }) => sees)
        .map((subjectAccess) => ({
          AND: [
            { subjectId: subjectAccess.subjectId },
            visiblePeople(subjectAccess, visibleCards(subjectAccess)),
          ],
        })),
    },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
  return people.map(({ id }) => {
    const own = new Map(
      rows
        .filter(({ fromId, toId }) => fromId === id || toId === id)
        .map((row) => [
          relativeOf(id, row).relativeId,
          { relationId: row.id, kind: relativeOf(id, row).kind },
        ]),
    );
    // Somebody whom the caller may not see has no relatives for them either.
    if (!seen.some((person) => person.id === id)) return [];
    return seen.flatMap((person) => {
      const relation = own.get(person.id);
      return relation ? [{ ...relation, person }] : [];
    });
  });
}

/** The subject of a person; null when there is none. */
async function subjectOf(id: string): Promise<string | null> {
  const person = await db.person.findUnique({ where: { id }, select: { subjectId: true } });
  return person?.subjectId ?? null;
}

const SaveRelativeInput = builder.inputType('SaveRelativeInput', {
  fields: (t) => ({
    relationId: t.id({ description: 'Changes this one. None adds one.' }),
    personId: t.id({ required: true }),
    relativeId: t.id({ required: true, description: 'Another person of the same book.' }),
    kind: t.field({
      type: RelativeKindEnum,
      required: true,
      description: 'What the relative is to the person: PARENT makes them the person’s mother or father.',
    }),
  }),
});

builder.mutationField('saveRelative', (t) =>
  t.prismaField({
    type: 'Person',
    description: 'Relates two people in the stories, or changes what they are to each other.',
    extensions: forKeys('people:write'),
    args: { input: t.arg({ type: SaveRelativeInput, required: true }) },
    authScopes: async (_root, { input }) => ({ may: ['WRITE', await subjectOf(input.personId)] }),
    errors: { types: [LimitReached, WrongState] },
    resolve: async (query, _root, { input }, ctx) => {
      const id = await saveRelative(viewerOf(ctx), input);
      return db.person.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('removeRelative', (t) =>
  t.prismaField({
    type: 'Person',
    description: 'Ends the relation of two people in the stories; answers with the first one.',
    extensions: forKeys('people:write'),
    args: { personId: t.arg.id({ required: true }), relativeId: t.arg.id({ required: true }) },
    authScopes: async (_root, { personId }) => ({ may: ['WRITE', await subjectOf(personId)] }),
    errors: {},
    resolve: async (query, _root, input, ctx) => {
      const id = await removeRelative(viewerOf(ctx), input);
      return db.person.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);
