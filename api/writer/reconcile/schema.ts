import { noteReading } from '#api/conversations/service/note-reading.ts';
import { ConflictKind, ConflictResolution, ConflictStatus } from '#api/generated/prisma/enums.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { UserError } from '#api/graphql/errors.ts';
import { weighing } from '#api/graphql/limits/cost.ts';
import { languageOf } from '#api/language/languages.ts';
import { db } from '#api/platform/database/database.ts';
import { NotFound, WrongState } from '#api/platform/errors.ts';
import { ChangedSince, SettledMeanwhile } from './errors.ts';
import { type Change, choicesOf, isFamilys, type Plan } from './plan.ts';
import { matchesForTeam, teamAt } from './policy.ts';
import { type Quote, quotesOf } from './quotes.ts';
import { searchOf } from './search.ts';
import {
  type AskedSearch,
  askAboutConflict,
  askForSearch,
  findReadable,
  inWords,
  previewConflict,
  readableConflicts,
  resolveConflict,
  undoConflict,
} from './service.ts';
import { areOpenToTeam, sharedPhone, writersOf } from './shared-phones.ts';
import { type ShownText, shownTexts } from './shown-texts.ts';
import { explanationOf, headingOf, labelOf, questionOf } from './wording.ts';

const ConflictKindEnum = builder.enumType('ConflictKind', { values: Object.values(ConflictKind) });
const ConflictStatusEnum = builder.enumType('ConflictStatus', { values: Object.values(ConflictStatus) });
const ConflictResolutionEnum = builder.enumType('ConflictResolution', {
  description:
    'Of two people KEEP_LEFT and KEEP_RIGHT say whose name stays, of two cards which one; of a sentence without a source KEEP_RIGHT takes it out; KEEP_LEFT gives the texts of an unknown phone to the person.',
  values: Object.values(ConflictResolution),
});

builder.objectType(SettledMeanwhile, {
  name: 'SettledMeanwhile',
  description: 'Another admin has settled the conflict meanwhile. Nothing was changed.',
  interfaces: [UserError],
  fields: (t) => ({ settledBy: t.exposeString('settledBy', { nullable: true }) }),
});

builder.objectType(ChangedSince, {
  name: 'ChangedSince',
  description: 'The stories are not what they were when the conflict was looked at. Nothing was changed.',
  interfaces: [UserError],
});

const ConflictQuote = builder.objectRef<Quote>('ConflictQuote').implement({
  description: 'The sentence of a message that names a person.',
  fields: (t) => ({
    id: t.exposeID('id'),
    text: t.exposeString('text'),
    saidAt: t.expose('saidAt', { type: 'DateTime' }),
    conversationId: t.exposeID('conversationId'),
    messageId: t.exposeID('messageId'),
  }),
});

const kindOfSide = { select: { kind: true, reason: true } } as const;

builder.prismaObject('ConflictSide', {
  description: 'One side of a conflict, with what it rests on.',
  fields: (t) => ({
    label: t.string({
      description: 'What it says, in a few words.',
      select: {
        ...{ value: true, conflict: kindOfSide, card: { select: { title: true } } },
        person: { select: { name: true, relationship: true } },
      },
      resolve: ({ value, conflict, card, person }) =>
        labelOf(
          conflict.kind,
          {
            value,
            cardTitle: card?.title ?? null,
            personName: person?.name ?? null,
            relation: person?.relationship ?? null,
          },
          conflict.reason,
        ),
    }),
    start: t.exposeInt('start', {
      nullable: true,
      description: 'Where in the sentence the words stand that contradict the other side’s.',
    }),
    end: t.exposeInt('end', { nullable: true }),
    card: t.relation('card', { nullable: true }),
    person: t.relation('person', { nullable: true }),
    sentence: t.relation('sentence', { nullable: true }),
    quotes: t.field({
      type: [ConflictQuote],
      description: 'The newest words that name the person, at most 5.',
      select: { personId: true },
      resolve: ({ personId }) => (personId ? quotesOf(personId) : []),
    }),
  }),
});

builder.prismaObject('ConflictMatch', {
  description: 'A name of the book that the texts of an unknown phone contain.',
  fields: (t) => ({
    id: t.exposeID('id'),
    start: t.exposeInt('start', { nullable: true, description: 'Where the name stands in the sentence.' }),
    end: t.exposeInt('end', { nullable: true }),
    card: t.relation('card', { nullable: true }),
    person: t.relation('person', { nullable: true }),
    sentence: t.relation('sentence', { nullable: true }),
  }),
});

const ConflictText = builder.objectRef<ShownText>('ConflictText').implement({
  description: 'A text of an unknown phone that may be the person’s.',
  fields: (t) => ({
    id: t.exposeID('id'),
    text: t.exposeString('text', {
      nullable: true,
      description: 'Null while its words are private or kept for others.',
    }),
    sentAt: t.expose('sentAt', { type: 'DateTime' }),
    conversationId: t.exposeID('conversationId', {
      nullable: true,
      description: 'Where it stands once it is the person’s.',
    }),
    messageId: t.exposeID('messageId', { nullable: true }),
  }),
});

const said = {
  sides: {
    include: {
      card: { select: { id: true, title: true } },
      person: { select: { id: true, name: true, relationship: true, found: true, membershipId: true } },
      sentence: { select: { text: true } },
    },
  },
} as const;
const saidOfSubject = { ...said, subject: { select: { preferredName: true } } } as const;

/** Loaded once for a whole page of conflicts. */
const itsTexts = {
  texts: {
    orderBy: { textId: 'asc' },
    select: { text: { select: { phone: true, mayBeOf: true } } },
  },
} as const;

builder.prismaObject('Conflict', {
  description: 'What doesn’t fit together in a book. For admins.',
  select: { id: true, subjectId: true, kind: true, about: true, reason: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.expose('kind', { type: ConflictKindEnum }),
    status: t.expose('status', { type: ConflictStatusEnum }),
    heading: t.string({
      select: saidOfSubject,
      resolve: (conflict) => headingOf(inWords(conflict), conflict.subject.preferredName),
    }),
    explanation: t.string({
      description: 'Why it was found, in plain words.',
      select: saidOfSubject,
      resolve: (conflict) => explanationOf(inWords(conflict), conflict.subject.preferredName),
    }),
    left: t.prismaField({
      type: 'ConflictSide',
      nullable: true,
      description: 'Null where it is gone, as one of two people who were made one.',
      resolve: (query, { id }) =>
        db.conflictSide.findFirst({ ...query, where: { conflictId: id, isLeft: true } }),
    }),
    right: t.prismaField({
      type: 'ConflictSide',
      nullable: true,
      description: 'Null where there is no other side.',
      resolve: (query, { id }) =>
        db.conflictSide.findFirst({ ...query, where: { conflictId: id, isLeft: false } }),
    }),
    texts: t.field({
      type: [ConflictText],
      description: 'Of an unknown phone: its newest texts, at most 10, oldest first.',
      select: itsTexts,
      resolve: async (conflict, _args, ctx) => {
        const { id, subjectId, kind } = conflict;
        if (kind !== 'UNKNOWN_PHONE') return [];
        const subjectAccess = await teamAt(subjectId);
        const isOpen = await areOpenToTeam(conflict);
        const texts = await shownTexts({ id, subjectId, isOpen, subjectAccess });
        for (const { id: textId, text } of texts)
          if (text !== null) await noteReading(ctx.viewer, 'texts.read', subjectAccess, textId);
        return texts;
      },
    }),
    textCount: t.int({
      description: 'Of an unknown phone: how many texts it is about.',
      resolve: ({ id }) => db.conflictText.count({ where: { conflictId: id } }),
    }),
    sharedPhone: t.string({
      nullable: true,
      description:
        'Of texts from a phone that several people shared: the phone; null once the texts are erased.',
      select: itsTexts,
      resolve: ({ reason, texts }) => (reason === sharedPhone ? (texts[0]?.text.phone ?? null) : null),
    }),
    mayBelongTo: t.prismaField({
      type: ['Subject'],
      description:
        'Of texts from a phone that several people shared: those of them who still have a book, each of whom may have written them.',
      select: itsTexts,
      resolve: async (query, { reason, texts }) =>
        reason === sharedPhone
          ? db.subject.findMany({
              ...query,
              where: { id: { in: writersOf(texts) }, deletedAt: null },
              orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
            })
          : [],
    }),
    matches: t.prismaField({
      type: ['ConflictMatch'],
      description: 'Of an unknown phone: the names of the book that its texts contain.',
      resolve: async (query, { id, subjectId }) =>
        db.conflictMatch.findMany({
          ...query,
          where: { conflictId: id, ...matchesForTeam(await teamAt(subjectId)) },
          orderBy: { id: 'asc' },
        }),
    }),
    choices: t.field({
      type: [ConflictResolutionEnum],
      description: 'What may be decided, in the order in which it is offered; none once it is settled.',
      select: { ...said, ...itsTexts, status: true },
      resolve: async (conflict) =>
        conflict.status === 'OPEN'
          ? choicesOf(conflict.kind, conflict.sides, { isOpen: await areOpenToTeam(conflict) })
          : [],
    }),
    isForFamily: t.boolean({
      description: 'The family has entered one of the two people: only it makes them one.',
      select: said,
      resolve: ({ kind, sides }) => kind === 'SAME_PERSON' && isFamilys(sides),
    }),
    questionToAsk: t.string({
      nullable: true,
      description:
        'What the person can be asked about it in the next conversation; null where they can’t say.',
      select: { ...said, subject: { select: { language: true } } },
      resolve: (conflict) => questionOf(inWords(conflict), languageOf(conflict.subject.language)),
    }),
    question: t.relation('question', { nullable: true, description: 'As it stands in the person’s line.' }),
    resolution: t.expose('resolution', { type: ConflictResolutionEnum, nullable: true }),
    note: t.exposeString('note', { nullable: true }),
    decidedBy: t.relation('decidedBy', { nullable: true }),
    decidedAt: t.expose('decidedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

builder.queryField('conflicts', (t) =>
  t.prismaConnection(
    {
      type: 'Conflict',
      cursor: 'id',
      description:
        'What doesn’t fit together in a book, as far as the team may read it; the latest first. For admins.',
      args: {
        subjectId: t.arg.id({ required: true }),
        status: t.arg({ type: ConflictStatusEnum, description: 'All without it.' }),
      },
      authScopes: { admin: true },
      resolve: async (query, _root, { subjectId, status }, ctx) => {
        const subjectAccess = await ctx.subjectAccess(subjectId);
        if (!subjectAccess.sees) throw new NotFound('Subject', ['subjectId']);
        await noteReading(ctx.viewer, 'drafts.read', subjectAccess);
        const ids = await readableConflicts(subjectId, status ?? null);
        return db.conflict.findMany({ ...query, where: { id: { in: ids } }, orderBy: { id: 'desc' } });
      },
    },
    { name: 'ConflictConnection' },
    { name: 'ConflictEdge' },
  ),
);

builder.queryField('conflict', (t) =>
  t.prismaField({
    type: 'Conflict',
    nullable: true,
    description: 'One of them; null where the team may not read it. For admins.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { admin: true },
    resolve: async (query, _root, { id }, ctx) => {
      const conflict = await findReadable(id);
      if (!conflict) return null;
      await noteReading(ctx.viewer, 'drafts.read', await ctx.subjectAccess(conflict.subjectId));
      return db.conflict.findUnique({ ...query, where: { id } });
    },
  }),
);

type Search = { subjectId: string; doneAt: Date | null; isWaiting: boolean };

const ConflictSearchRef = builder.objectRef<Search>('ConflictSearch').implement({
  description: 'The search of a book for what doesn’t fit together.',
  fields: (t) => ({
    doneAt: t.expose('doneAt', { type: 'DateTime', nullable: true, description: 'Of the last one.' }),
    isWaiting: t.exposeBoolean('isWaiting', { description: 'Somebody asked for another one.' }),
  }),
});

async function searchAt(subjectId: string): Promise<Search> {
  const search = await searchOf(subjectId);
  const doneAt = search?.doneAt ?? null;
  return { subjectId, doneAt, isWaiting: !!search && (doneAt === null || doneAt < search.askedAt) };
}

builder.queryField('conflictSearch', (t) =>
  t.field({
    type: ConflictSearchRef,
    description: 'When a book was looked through. For admins.',
    args: { subjectId: t.arg.id({ required: true }) },
    authScopes: { admin: true },
    resolve: async (_root, { subjectId }, ctx) => {
      if (!(await ctx.subjectAccess(subjectId)).sees) throw new NotFound('Subject', ['subjectId']);
      return searchAt(subjectId);
    },
  }),
);

const ConflictChange = builder.objectRef<Change>('ConflictChange').implement({
  description: 'What a decision does to a story.',
  fields: (t) => ({
    cardId: t.exposeID('cardId'),
    title: t.exposeString('title'),
    kind: t.exposeString('kind', { description: 'REWORDED, TAKEN_OUT, ADDED_TO or HIDDEN.' }),
    isProposal: t.exposeBoolean('isProposal', {
      description: 'A person has touched the story: the family decides.',
    }),
    before: t.exposeString('before', { nullable: true }),
    after: t.exposeString('after', { nullable: true }),
  }),
});

const ConflictPreview = builder.objectRef<Plan>('ConflictPreview').implement({
  description: 'What a decision would change.',
  fields: (t) => ({
    mark: t.exposeString('mark', { description: 'To send back with the decision.' }),
    changes: t.field({ type: [ConflictChange], resolve: ({ changes }) => changes }),
    keptPerson: t.prismaField({
      type: 'Person',
      nullable: true,
      description: 'Of two people the one who stays; the other’s name becomes another name of theirs.',
      resolve: (query, { merge }) =>
        merge ? db.person.findUnique({ ...query, where: { id: merge.keepId } }) : null,
    }),
  }),
});

builder.queryField('conflictPreview', (t) =>
  t.field({
    type: ConflictPreview,
    description: 'What a decision would change; nothing is changed. For admins.',
    args: {
      id: t.arg.id({ required: true }),
      resolution: t.arg({ type: ConflictResolutionEnum, required: true }),
    },
    complexity: weighing(20),
    authScopes: { admin: true },
    resolve: (_root, args, ctx) => previewConflict(viewerOf(ctx), args),
  }),
);

const ResolveConflictInput = builder.inputType('ResolveConflictInput', {
  fields: (t) => ({
    id: t.id({ required: true }),
    resolution: t.field({ type: ConflictResolutionEnum, required: true }),
    note: t.string({ description: 'At most 300 characters.' }),
    mark: t.string({ description: 'Of the preview that was looked at: refused where it is another by now.' }),
  }),
});

builder.mutationField('resolveConflict', (t) =>
  t.prismaField({
    type: 'Conflict',
    description:
      'Settles a conflict. Stories that only the machine wrote are changed at once; to others a change is proposed. For admins.',
    args: { input: t.arg({ type: ResolveConflictInput, required: true }) },
    complexity: weighing(20),
    authScopes: { admin: true },
    errors: { types: [SettledMeanwhile, ChangedSince, WrongState] },
    resolve: async (query, _root, { input }, ctx) => {
      const id = await resolveConflict(viewerOf(ctx), input);
      return db.conflict.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('undoConflict', (t) =>
  t.prismaField({
    type: 'Conflict',
    description: 'Opens a settled conflict again, with everything as it was before. For admins.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { admin: true },
    errors: { types: [ChangedSince, WrongState] },
    resolve: async (query, _root, { id }, ctx) => {
      await undoConflict(viewerOf(ctx), id);
      return db.conflict.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('askAboutConflict', (t) =>
  t.prismaField({
    type: 'Conflict',
    description: 'Puts a question about it into the person’s line for the next conversation. For admins.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { admin: true },
    errors: { types: [SettledMeanwhile, WrongState] },
    resolve: async (query, _root, { id }, ctx) => {
      await askAboutConflict(viewerOf(ctx), id);
      return db.conflict.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

const AskedSearchRef = builder.objectRef<AskedSearch>('AskedConflictSearch').implement({
  description: 'A search that was asked for: `conflictSearch` says when it is done.',
  fields: (t) => ({
    subjectId: t.exposeID('subjectId'),
    askedAt: t.expose('askedAt', { type: 'DateTime' }),
  }),
});

builder.mutationField('findConflicts', (t) =>
  t.field({
    type: AskedSearchRef,
    description: 'Has a book looked through again; answers at once. For admins.',
    args: { subjectId: t.arg.id({ required: true }) },
    authScopes: { admin: true },
    errors: {},
    resolve: (_root, { subjectId }, ctx) => askForSearch(viewerOf(ctx), subjectId),
  }),
);
