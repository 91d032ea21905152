import { batch } from '#api/graphql/batch.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { weighing } from '#api/graphql/limits/cost.ts';
import { languages } from '#api/language/languages.ts';
import { type ListedQuestion, listBank } from '#api/questions/bank/in-force.ts';
import { CHAPTERS } from '#api/questions/bank/question.ts';
import { ChangedMeanwhile } from '../errors.ts';
import {
  type AskedCounts,
  type BankQuestionVersion,
  countAsked,
  importBankQuestions,
  mostQuestions,
  orderBankQuestions,
  restoreBankQuestion,
  saveBankQuestion,
  switchBankQuestion,
  versionsOf,
} from './service.ts';

const AskedCountsRef = builder.objectRef<AskedCounts>('BankQuestionCounts').implement({
  description: 'What became of a question in the last 90 days.',
  fields: (t) => ({
    asked: t.exposeInt('asked'),
    answered: t.exposeInt('answered', { description: 'Something was told next.' }),
    skipped: t.exposeInt('skipped', { description: 'Nothing was told next: it was passed over.' }),
  }),
});

async function readCounts(questions: ListedQuestion[]): Promise<AskedCounts[]> {
  const counts = await countAsked(questions);
  return questions.map(({ key }) => counts.get(key) ?? { asked: 0, answered: 0, skipped: 0 });
}

const BankQuestionVersionRef = builder.objectRef<BankQuestionVersion>('BankQuestionVersion').implement({
  description: 'A wording that a question of the bank has or had. It never changes.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: '0: as it is built in.' }),
    chapter: t.string({ resolve: ({ content }) => content.chapter }),
    depth: t.string({ resolve: ({ content }) => content.depth }),
    sensitivity: t.int({ resolve: ({ content }) => content.sensitivity }),
    theme: t.stringList({ resolve: ({ content }) => content.theme }),
    text: t.string({ resolve: ({ content }) => content.text }),
    followUps: t.stringList({ resolve: ({ content }) => content.followUps }),
    reason: t.string({ nullable: true, resolve: ({ content }) => content.reason }),
    decade: t.string({ nullable: true, resolve: ({ content }) => content.decade }),
    language: t.string({ resolve: ({ content }) => content.language }),
    savedBy: t.exposeString('savedBy', { nullable: true, description: 'Null for the built-in wording.' }),
    savedAt: t.expose('savedAt', { type: 'DateTime', nullable: true }),
  }),
});

const BankQuestionRef = builder.objectRef<ListedQuestion>('BankQuestion').implement({
  description: 'A question that the interviewer may ask of itself.',
  fields: (t) => ({
    key: t.exposeString('key', {
      description:
        'Stable: what was asked is remembered by it. A built-in question in another language than en ends in @ and that language.',
    }),
    chapter: t.exposeString('chapter'),
    depth: t.exposeString('depth', { description: 'OPENER, SCENE, MEANING or LEGACY.' }),
    sensitivity: t.exposeInt('sensitivity', {
      description: '0 ordinary, 1 tender, 2 heavy: not in the first two conversations.',
    }),
    theme: t.exposeStringList('theme', { description: 'What it touches, by which it is left out.' }),
    text: t.exposeString('text'),
    followUps: t.exposeStringList('followUps'),
    reason: t.exposeString('reason', { nullable: true, description: 'Completes “I ask because …”.' }),
    decade: t.exposeString('decade', {
      nullable: true,
      description: 'The time of life that it is about: childhood, youth, adult or later.',
    }),
    language: t.exposeString('language'),
    enabled: t.exposeBoolean('enabled'),
    isBuiltIn: t.exposeBoolean('isBuiltIn'),
    isEdited: t.exposeBoolean('isEdited', { description: 'The team has written or changed its words.' }),
    isOrdered: t.boolean({
      description: 'The team has given it its place in the chapter.',
      resolve: ({ position }) => position !== undefined,
    }),
    revision: t.exposeInt('revision', {
      description: 'The number of its newest version, to send back as basedOn; 0 until it is saved first.',
    }),
    versions: t.field({
      type: [BankQuestionVersionRef],
      description: 'All its wordings, newest first; of a built-in question the last is the built-in one.',
      complexity: weighing(10),
      resolve: ({ key }, _args, ctx) => batch(ctx, 'bank question versions', key, (keys) => versionsOf(keys)),
    }),
    counts: t.field({
      type: AskedCountsRef,
      complexity: weighing(5),
      resolve: (question, _args, ctx) => batch(ctx, 'bank question counts', question, readCounts),
    }),
  }),
});

const BankChapterRef = builder.objectRef<(typeof CHAPTERS)[number]>('BankChapter').implement({
  description: 'One of the twelve chapters of a life.',
  fields: (t) => ({ key: t.exposeString('key'), title: t.exposeString('title') }),
});

builder.queryField('questionBank', (t) =>
  t.field({
    type: [BankQuestionRef],
    description: 'The questions that the interviewer asks of itself, in their order. For admins.',
    args: {
      chapter: t.arg.string({ description: 'All chapters without it.' }),
      language: t.arg.string({ description: 'All bankLanguages without it.' }),
    },
    authScopes: { admin: true },
    resolve: async (_root, { chapter, language }) => {
      const wanted: readonly string[] = language == null ? languages : [language];
      return (await listBank()).filter(
        (question) =>
          wanted.includes(question.language) && (chapter ?? question.chapter) === question.chapter,
      );
    },
  }),
);

builder.queryField('bankQuestion', (t) =>
  t.field({
    type: BankQuestionRef,
    nullable: true,
    description: 'One question of the bank; null when there is none. For admins.',
    args: { key: t.arg.string({ required: true }) },
    authScopes: { admin: true },
    resolve: async (_root, { key }) => (await listBank()).find((question) => question.key === key) ?? null,
  }),
);

builder.queryField('bankChapters', (t) =>
  t.field({
    type: [BankChapterRef],
    description: 'The chapters that questions belong to, in their order. For admins.',
    authScopes: { admin: true },
    resolve: () => [...CHAPTERS],
  }),
);

builder.queryField('bankLanguages', (t) =>
  t.stringList({
    description: 'The languages in which questions may be asked. For admins.',
    authScopes: { admin: true },
    resolve: () => languages,
  }),
);

const SaveBankQuestionInput = builder.inputType('SaveBankQuestionInput', {
  fields: (t) => ({
    key: t.string({ description: 'None: a new question.' }),
    chapter: t.string({ required: true }),
    depth: t.string({ required: true, description: 'OPENER, SCENE, MEANING or LEGACY.' }),
    sensitivity: t.int({ required: true, description: '0, 1 or 2.' }),
    text: t.string({ required: true, description: 'At most 25 words and one question.' }),
    followUps: t.stringList({ required: true, description: 'At most 5.' }),
    theme: t.stringList({ required: true, description: 'At least one, at most 10.' }),
    reason: t.string({ description: 'Left out: as before; null: none.' }),
    language: t.string({ description: 'Left out: as before, or en for a new question.' }),
    basedOn: t.int({ description: 'The revision that the caller has seen.' }),
  }),
});

builder.mutationField('saveBankQuestion', (t) =>
  t.field({
    type: BankQuestionRef,
    description: 'Changes a question of the bank, or adds one. For admins.',
    args: { input: t.arg({ type: SaveBankQuestionInput, required: true }) },
    authScopes: { admin: true },
    errors: { types: [ChangedMeanwhile] },
    resolve: async (_root, { input }, ctx) => questionAt(await saveBankQuestion(viewerOf(ctx), input)),
  }),
);

builder.mutationField('restoreBankQuestion', (t) =>
  t.field({
    type: BankQuestionRef,
    description: 'Brings an earlier version of a question back, as a new version. For admins.',
    args: {
      key: t.arg.string({ required: true }),
      number: t.arg.int({ required: true, description: '0: as it is built in.' }),
      basedOn: t.arg.int({ required: true, description: 'The revision that the caller has seen.' }),
    },
    authScopes: { admin: true },
    errors: { types: [ChangedMeanwhile] },
    resolve: async (_root, args, ctx) => questionAt(await restoreBankQuestion(viewerOf(ctx), args)),
  }),
);

async function questionAt(key: string): Promise<ListedQuestion> {
  const question = (await listBank()).find((each) => each.key === key);
  if (!question) throw new Error('The question that was saved is not there');
  return question;
}

builder.mutationField('switchBankQuestion', (t) =>
  t.field({
    type: BankQuestionRef,
    description: 'Switches a question on or off. For admins.',
    args: { key: t.arg.string({ required: true }), enabled: t.arg.boolean({ required: true }) },
    authScopes: { admin: true },
    errors: {},
    resolve: async (_root, args, ctx) => questionAt(await switchBankQuestion(viewerOf(ctx), args)),
  }),
);

const OrderedBank = builder.objectRef<{ chapter: string; language: string }>('OrderedBank').implement({
  fields: (t) => ({
    questions: t.field({
      type: [BankQuestionRef],
      resolve: async ({ chapter, language }) =>
        (await listBank()).filter((each) => each.chapter === chapter && each.language === language),
    }),
  }),
});

builder.mutationField('orderBankQuestions', (t) =>
  t.field({
    type: OrderedBank,
    description:
      'Puts a chapter’s questions in this order; those that are not named come after them. For admins.',
    args: { chapter: t.arg.string({ required: true }), keys: t.arg.stringList({ required: true }) },
    authScopes: { admin: true },
    errors: {},
    resolve: async (_root, { chapter, keys }, ctx) => {
      const language = await orderBankQuestions(viewerOf(ctx), { chapter, keys });
      return { chapter, language };
    },
  }),
);

const ImportedQuestion = builder.inputType('ImportedBankQuestion', {
  fields: (t) => ({
    key: t.string(),
    chapter: t.string({ required: true }),
    depth: t.string({ required: true }),
    sensitivity: t.int({ required: true }),
    text: t.string({ required: true }),
    followUps: t.stringList({ required: true }),
    theme: t.stringList({ required: true }),
    reason: t.string({ description: 'Left out: as before; null: none.' }),
    decade: t.string({
      description: 'childhood, youth, adult or later; left out: as before, or none for a new question.',
    }),
    language: t.string({ description: 'Left out: as before, or en for a new question.' }),
    enabled: t.boolean(),
  }),
});

const ImportedBank = builder
  .objectRef<{ count: number }>('ImportedBank')
  .implement({ fields: (t) => ({ count: t.exposeInt('count') }) });

builder.mutationField('importBankQuestions', (t) =>
  t.field({
    type: ImportedBank,
    description: `Takes in questions, all of them or none; at most ${mostQuestions}. For admins.`,
    args: { questions: t.arg({ type: [ImportedQuestion], required: true }) },
    complexity: weighing(100),
    authScopes: { admin: true },
    errors: {},
    resolve: async (_root, { questions }, ctx) => ({
      count: await importBankQuestions(viewerOf(ctx), { questions }),
    }),
  }),
);
