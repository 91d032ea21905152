import { getRefFromModel, type PrismaObjectRef } from '@pothos/plugin-prisma';
import { visibleCardsTo } from '#api/biography/policy.ts';
import type PrismaTypes from '#api/generated/pothos-types.ts';
import { batchSelected } from '#api/graphql/batch.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { forKeys, type KeyFields } from '#api/graphql/limits/key-scopes.ts';
import { db } from '#api/platform/database/database.ts';
import { LimitReached } from '#api/platform/errors.ts';
import { type KnownPlace, loadGazetteer, searchPlaces } from '../gazetteer/gazetteer.ts';
import {
  candidatesFor,
  type Position,
  placeStandings,
  readStoryPlaces,
  type StoryPlace,
  savePlace,
} from '../service/places.ts';

/** The biography's Card type by its model name, to avoid a circular import of the schemas. */
const Card = getRefFromModel('Card', builder) as PrismaObjectRef<
  typeof builder.$inferSchemaTypes,
  PrismaTypes['Card']
>;

const PlaceStandingEnum = builder.enumType('PlaceStanding', {
  description:
    'BY_NAME: on the map, because its name leaves no doubt. CHOSEN: put on the map by the family. TAKEN_OFF: taken off it by the family. AMBIGUOUS: several places have that name, or a small one. UNKNOWN: no known place has it.',
  values: placeStandings,
});

const PlacePosition = builder.objectRef<Position>('PlacePosition').implement({
  description: 'A point on the map, in degrees.',
  extensions: {
    keyFields: { 'people:read': ['label', 'latitude', 'longitude'] },
  } satisfies KeyFields,
  fields: (t) => ({
    label: t.exposeString('label', { description: 'The place with its state or region and its country.' }),
    latitude: t.exposeFloat('latitude'),
    longitude: t.exposeFloat('longitude'),
  }),
});

const PlaceCandidate = builder.objectRef<KnownPlace>('PlaceCandidate').implement({
  description: 'A place of the list of towns, regions and countries (GeoNames and Natural Earth).',
  extensions: {
    keyFields: { 'people:read': ['key', 'label', 'latitude', 'longitude'] },
  } satisfies KeyFields,
  fields: (t) => ({
    key: t.exposeString('id', { description: 'For `candidate` of savePlace.' }),
    label: t.exposeString('label'),
    latitude: t.exposeFloat('latitude'),
    longitude: t.exposeFloat('longitude'),
  }),
});

const StoryPlaceRef = builder.objectRef<StoryPlace>('StoryPlace').implement({
  description: 'A place of the stories that the caller may read, under the name that the family keeps.',
  extensions: {
    keyFields: {
      'people:read': ['key', 'name', 'otherNames', 'standing', 'position', 'candidates'],
      'biography:read': ['cards'],
    },
  } satisfies KeyFields,
  fields: (t) => ({
    key: t.exposeString('key', { description: 'The same for all spellings of the name; unique in a book.' }),
    name: t.exposeString('name'),
    otherNames: t.exposeStringList('otherNames', { description: 'What else the stories call it.' }),
    standing: t.expose('standing', { type: PlaceStandingEnum }),
    position: t.field({
      type: PlacePosition,
      nullable: true,
      description: 'Null where it is not on the map; `standing` says why.',
      resolve: ({ position }) => position,
    }),
    cards: t.prismaField({
      type: [Card],
      description: 'The stories that tell of it, as far as the caller may read them.',
      resolve: (query, { cardIds }, _args, ctx, { fieldNodes }) =>
        batchSelected(ctx, { node: fieldNodes[0], query }, cardIds, async (lists) => {
          const cards = await db.card.findMany({
            ...query,
            where: { AND: [{ id: { in: lists.flat() } }, visibleCardsTo(ctx.viewer)] },
            orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
          });
          return lists.map((ids) => cards.filter(({ id }) => ids.includes(id)));
        }),
    }),
    candidates: t.field({
      type: [PlaceCandidate],
      description: 'The known places that it may be, at most 20; only for those who may write.',
      authScopes: ({ subjectId }) => ({ may: ['WRITE', subjectId] }),
      unauthorizedResolver: () => [],
      resolve: candidatesFor,
    }),
  }),
});

builder.prismaObjectField('Subject', 'placesInStories', (t) =>
  t.field({
    type: [StoryPlaceRef],
    description: 'The places of the stories that the caller may read, those with the most stories first.',
    extensions: forKeys('people:read'),
    resolve: async ({ id }, _args, ctx) => readStoryPlaces(await ctx.subjectAccess(id)),
  }),
);

builder.prismaObjectField('Subject', 'placesOffList', (t) =>
  t.field({
    type: ['String'],
    description: 'The names of the places that the family took off the list; only for those who may write.',
    extensions: forKeys('people:read'),
    authScopes: ({ id }) => ({ may: ['WRITE', id] }),
    unauthorizedResolver: () => [],
    resolve: async ({ id }, _args, ctx) => {
      const places = await readStoryPlaces(await ctx.subjectAccess(id), { offList: true });
      return places.map(({ name }) => name);
    },
  }),
);

builder.prismaObjectField('Subject', 'placeCandidates', (t) =>
  t.field({
    type: [PlaceCandidate],
    description:
      'Known places whose names begin so, with at least 3 letters, at most 10; only for those who may write. A comma narrows it: "Bergen, Norway".',
    extensions: forKeys('people:read'),
    args: { search: t.arg.string({ required: true }) },
    authScopes: ({ id }) => ({ may: ['WRITE', id] }),
    unauthorizedResolver: () => [],
    resolve: async (_subject, { search }) => {
      await loadGazetteer();
      return searchPlaces(search.slice(0, 200));
    },
  }),
);

const SavePlaceInput = builder.inputType('SavePlaceInput', {
  fields: (t) => ({
    subjectId: t.id({ required: true }),
    name: t.string({ required: true, description: 'One of its names, as `placesInStories` gives it.' }),
    candidate: t.string({ description: 'Puts it on the map there: the key of a candidate.' }),
    onMap: t.boolean({
      description: 'False takes it off the map; true forgets what was chosen, so that it follows its name.',
    }),
    listed: t.boolean({
      description:
        'False takes it off the list of places, with all its names; true puts it back. The stories keep their words.',
    }),
    calledAs: t.string({
      description:
        'Another name for it; that of another place makes the two one. Null or empty makes this spelling a place of its own again.',
    }),
  }),
});

builder.mutationField('savePlace', (t) =>
  t.prismaField({
    type: 'Subject',
    description:
      'Corrects a place of the stories: where it lies, or what it is called. Fields left out stay.',
    extensions: forKeys('people:write'),
    args: { input: t.arg({ type: SavePlaceInput, required: true }) },
    authScopes: (_root, { input }) => ({ may: ['WRITE', input.subjectId] }),
    errors: { types: [LimitReached] },
    resolve: async (query, _root, { input }, ctx) => {
      const id = await savePlace(viewerOf(ctx), input);
      return db.subject.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);
