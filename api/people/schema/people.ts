import { getRefFromModel, type PrismaObjectRef } from '@pothos/plugin-prisma';
import { visibleCards, visibleCardsTo } from '#api/biography/policy.ts';
import { sayDate } from '#api/biography/writing/dates.ts';
import type PrismaTypes from '#api/generated/pothos-types.ts';
import { batch } from '#api/graphql/batch.ts';
import { builder } from '#api/graphql/builder.ts';
import { type Context, viewerOf } from '#api/graphql/context.ts';
import { forKeys, type KeyFields } from '#api/graphql/limits/key-scopes.ts';
import { db } from '#api/platform/database/database.ts';
import { LimitReached, WrongState } from '#api/platform/errors.ts';
import { hasDied, seesLivingDates, visiblePeople, visiblePlaces } from '../policy.ts';
import type { Other } from '../service/merges.ts';
import { mergePeople, savePerson, undoMergePeople } from '../service/people.ts';

/** The biography's Card type by its model name, to avoid a circular import of the schemas. */
const Card = getRefFromModel('Card', builder) as PrismaObjectRef<
  typeof builder.$inferSchemaTypes,
  PrismaTypes['Card']
>;

async function canSeeLifeDates(
  person: { subjectId: string; living: boolean | null; died: string | null },
  _args: object,
  ctx: Context,
): Promise<boolean> {
  if (hasDied(person)) return true;
  const subjectAccess = await ctx.subjectAccess(person.subjectId);
  const allowed =
    !seesLivingDates(subjectAccess, false) &&
    (await batch(ctx, 'viewersSeeLivingDates', person.subjectId, readChoices));
  return seesLivingDates(subjectAccess, allowed);
}

/** Whether the owners of each book show viewers the life dates of living people. */
async function readChoices(subjectIds: string[]): Promise<boolean[]> {
  const subjects = await db.subject.findMany({
    where: { id: { in: subjectIds }, viewersSeeLivingDates: true },
    select: { id: true },
  });
  const allowing = new Set(subjects.map(({ id }) => id));
  return subjectIds.map((id) => allowing.has(id));
}

builder.prismaObject('Person', {
  description: 'Someone in the subject’s life.',
  extensions: {
    keyFields: {
      'people:read': [
        ...['id', 'name', 'relationship', 'relation', 'aliases', 'living', 'isMerged', 'mergedId'],
        ...['born', 'bornText', 'died', 'diedText'],
      ],
      'biography:read': ['cards'],
    },
  } satisfies KeyFields,
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    relationship: t.exposeString('relationship', { nullable: true }),
    relation: t.exposeString('relationship', {
      nullable: true,
      description: 'What they are to the subject: sister, neighbour. The same as `relationship`.',
    }),
    aliases: t.exposeStringList('aliases', {
      description: 'Other names: a nickname, a name before a marriage.',
    }),
    living: t.exposeBoolean('living', { nullable: true, description: 'Null where nobody has said.' }),
    born: t.expose('born', {
      type: 'Edtf',
      nullable: true,
      description:
        'Of somebody who may be living only for those who may write, unless the book’s owners show it to viewers.',
      authScopes: canSeeLifeDates,
      unauthorizedResolver: () => null,
    }),
    bornText: t.string({
      nullable: true,
      description: 'The same as a person says it: 9 March 1941.',
      authScopes: canSeeLifeDates,
      unauthorizedResolver: () => null,
      resolve: ({ born }) => (born && sayDate(born)) || null,
    }),
    died: t.expose('died', { type: 'Edtf', nullable: true }),
    diedText: t.string({ nullable: true, resolve: ({ died }) => (died && sayDate(died)) || null }),
    isMerged: t.boolean({
      description: 'Another person was made one with them, which can be undone.',
      select: { _count: { select: { merges: true } } },
      resolve: ({ _count }) => _count.merges > 0,
    }),
    mergedId: t.id({
      nullable: true,
      description: 'The person who was made one with them last, to be given to `undoMergePeople`.',
      select: { merges: { orderBy: { id: 'desc' }, take: 1, select: { other: true } } },
      resolve: ({ merges: [last] }) => (last?.other as Other | undefined)?.id ?? null,
    }),
    cards: t.field({
      type: [Card],
      description: 'The stories they appear in, as far as the caller may read them.',
      // Selected in the query itself, so that a hundred people need no hundred queries.
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
        const subjectAccess = await ctx.subjectAccess(id);
        return db.person.findMany({
          ...query,
          where: { AND: [{ subjectId: id }, visiblePeople(subjectAccess, visibleCards(subjectAccess))] },
          orderBy: [{ name: 'asc' }, { id: 'asc' }],
        });
      },
    },
    { name: 'SubjectPeopleConnection' },
    { name: 'SubjectPeopleConnectionEdge' },
  ),
);

builder.prismaObjectField('Subject', 'person', (t) =>
  t.prismaField({
    type: 'Person',
    nullable: true,
    description: 'One of the people in the stories; null for another family’s.',
    extensions: forKeys('people:read'),
    args: { id: t.arg.id({ required: true }) },
    resolve: async (query, subject, { id }, ctx) => {
      const subjectAccess = await ctx.subjectAccess(subject.id);
      return db.person.findFirst({
        ...query,
        where: {
          AND: [{ id, subjectId: subject.id }, visiblePeople(subjectAccess, visibleCards(subjectAccess))],
        },
      });
    },
  }),
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
      const subjectAccess = await ctx.subjectAccess(id);
      const where = visiblePlaces(subjectAccess, async () => {
        const named = await db.card.findMany({
          where: { AND: [{ subjectId: id, place: { not: null } }, visibleCards(subjectAccess)] },
          select: { place: true },
        });
        return named.flatMap(({ place }) => place ?? []);
      });
      return db.place.findMany({
        ...query,
        where: { AND: [{ subjectId: id, offList: false }, await where] },
        orderBy: { name: 'asc' },
        take: 500,
      });
    },
  }),
);

const SavePersonInput = builder.inputType('SavePersonInput', {
  fields: (t) => ({
    id: t.id({ description: 'None adds somebody.' }),
    subjectId: t.id({ required: true }),
    name: t.string({ required: true }),
    aliases: t.stringList({ description: 'At most 20.' }),
    relation: t.string({ description: 'What they are to the subject; null or empty clears it.' }),
    living: t.boolean(),
    born: t.field({ type: 'Edtf', description: 'Null or empty clears it.' }),
    died: t.field({
      type: 'Edtf',
      description: 'Only for somebody who isn’t living; null or empty clears it.',
    }),
    userId: t.id({ description: 'The member of the book that they are; null unties them.' }),
  }),
});

builder.mutationField('savePerson', (t) =>
  t.prismaField({
    type: 'Person',
    description: 'Adds somebody of the subject’s life, or corrects what is known. Fields left out stay.',
    extensions: forKeys('people:write'),
    args: { input: t.arg({ type: SavePersonInput, required: true }) },
    authScopes: (_root, { input }) => ({ may: ['WRITE', input.subjectId] }),
    errors: { types: [LimitReached] },
    resolve: async (query, _root, { input }, ctx) => {
      const id = await savePerson(viewerOf(ctx), input);
      return db.person.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

/** The subject of a person; null when there is none. */
async function subjectOf(id: string): Promise<string | null> {
  const person = await db.person.findUnique({ where: { id }, select: { subjectId: true } });
  return person?.subjectId ?? null;
}

builder.mutationField('mergePeople', (t) =>
  t.prismaField({
    type: 'Person',
    description: 'Makes two people one, the first one: the other’s name becomes another name of theirs.',
    extensions: forKeys('people:write'),
    args: { keepId: t.arg.id({ required: true }), otherId: t.arg.id({ required: true }) },
    authScopes: async (_root, { keepId }) => ({ may: ['WRITE', await subjectOf(keepId)] }),
    errors: { types: [WrongState] },
    resolve: async (query, _root, input, ctx) => {
      const id = await mergePeople(viewerOf(ctx), input);
      return db.person.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('undoMergePeople', (t) =>
  t.prismaField({
    type: 'Person',
    description: 'Undoes the last merge into a person; answers with the one who is there again.',
    extensions: forKeys('people:write'),
    args: {
      id: t.arg.id({ required: true }),
      otherId: t.arg.id({
        description: 'Whom the caller means to part; nothing is changed when they were not merged last.',
      }),
    },
    authScopes: async (_root, { id }) => ({ may: ['WRITE', await subjectOf(id)] }),
    errors: { types: [WrongState] },
    resolve: async (query, _root, input, ctx) => {
      const id = await undoMergePeople(viewerOf(ctx), input);
      return db.person.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);
