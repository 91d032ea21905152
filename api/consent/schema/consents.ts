import { ProofNeeded } from '#api/accounts/errors.ts';
import { CodeRefused, TooManyCodes } from '#api/accounts/phones/errors.ts';
import { ConsentKind, ConsentStatus, ConsentVia } from '#api/generated/prisma/enums.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { UserError } from '#api/graphql/errors.ts';
import { weighing } from '#api/graphql/limits/cost.ts';
import { forKeys, type KeyFields } from '#api/graphql/limits/key-scopes.ts';
import { languageOf } from '#api/language/languages.ts';
import { db } from '#api/platform/database/database.ts';
import { WrongState } from '#api/platform/errors.ts';
import { soundOfWords } from '#api/recordings/addresses.ts';
import { ConsentMissing, PhoneCodeNeeded } from '../errors.ts';
import { askForConsentCode } from '../given-back.ts';
import type { HistoryEntry } from '../history.ts';
import type { Consent } from '../ledger.ts';
import { giveConsent, withdrawConsent } from '../service.ts';
import type { Wording } from '../wording.ts';
import { wordingsInForce } from '../wordings.ts';

export const ConsentKindEnum = builder.enumType('ConsentKind', { values: Object.values(ConsentKind) });
const ConsentStatusEnum = builder.enumType('ConsentStatus', { values: Object.values(ConsentStatus) });
const ConsentViaEnum = builder.enumType('ConsentVia', { values: Object.values(ConsentVia) });

builder.objectType(ConsentMissing, {
  name: 'ConsentMissing',
  description: 'A consent that this needs was not given, or was withdrawn.',
  interfaces: [UserError],
  fields: (t) => ({ kind: t.expose('kind', { type: ConsentKindEnum }) }),
});

builder.objectType(PhoneCodeNeeded, {
  name: 'PhoneCodeNeeded',
  description: 'This consent needs a code that is texted to the subject’s phone: request it first.',
  interfaces: [UserError],
});

/** The current state of one consent; a field of the subject. */
export const ConsentRef = builder.objectRef<Consent>('Consent').implement({
  description: 'The current state of a consent: the newest entry of its kind and phone.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ConsentKindEnum }),
    phone: t.exposeString('phone', { nullable: true }),
    status: t.expose('status', { type: ConsentStatusEnum }),
    wordingVersion: t.exposeInt('wordingVersion'),
    at: t.expose('at', { type: 'DateTime' }),
    via: t.expose('via', { type: ConsentViaEnum }),
  }),
});

const ConsentWording = builder.objectRef<Wording>('ConsentWording').implement({
  description: 'The words that somebody agrees to.',
  extensions: { keyFields: { any: ['kind', 'version', 'language', 'text'] } } satisfies KeyFields,
  fields: (t) => ({
    kind: t.expose('kind', { type: ConsentKindEnum }),
    version: t.exposeInt('version'),
    language: t.exposeString('language', { description: 'As in Subject.language.' }),
    text: t.exposeString('text'),
  }),
});

/** One entry of the ledger; a field of the subject. */
export const ConsentEntryRef = builder.objectRef<HistoryEntry>('ConsentEntry').implement({
  description: 'One entry of the consent ledger, as it was made. Identifying data may have been erased.',
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.expose('kind', { type: ConsentKindEnum }),
    phone: t.exposeString('phone', { nullable: true }),
    status: t.expose('status', { type: ConsentStatusEnum }),
    at: t.expose('at', { type: 'DateTime' }),
    via: t.expose('via', { type: ConsentViaEnum }),
    wording: t.expose('wording', { type: ConsentWording, description: 'The words at that time.' }),
    by: t.exposeString('by', {
      nullable: true,
      description:
        'The account that entered it; null when it was said in a call or a text, or on a public page.',
    }),
    helpedBy: t.exposeString('helpedBy', {
      nullable: true,
      description: 'The account on whose device the subject agreed in person.',
    }),
    typedName: t.exposeString('typedName', { nullable: true }),
    brought: t.exposeBoolean('brought', {
      description:
        'Whether it was said at another Evertold and came with the book. It is history, and no consent here.',
    }),
    soundUrl: t.string({
      nullable: true,
      description:
        'Address of the sound of a yes that the person said once more while a call was recorded; null without one, and for those who may not hear it.',
      resolve: async ({ subjectId, voice }, _args, ctx) =>
        voice && soundOfWords(ctx.viewer, await ctx.subjectAccess(subjectId), voice),
    }),
    messageId: t.exposeID('messageId', { nullable: true, description: 'The message in which it was said.' }),
    ipAddress: t.exposeString('ipAddress', {
      nullable: true,
      description: 'The address from which it was entered; for the subject alone.',
      authScopes: ({ subjectId }) => ({ may: ['GIVE_CONSENT', subjectId] }),
      unauthorizedResolver: () => null,
    }),
    userAgent: t.exposeString('userAgent', {
      nullable: true,
      description: 'The program with which it was entered; for the subject alone.',
      authScopes: ({ subjectId }) => ({ may: ['GIVE_CONSENT', subjectId] }),
      unauthorizedResolver: () => null,
    }),
  }),
});

builder.queryField('consentWordings', (t) =>
  t.field({
    type: [ConsentWording],
    description: 'The words in force, one for each kind.',
    args: { language: t.arg.string({ description: 'As in Subject.language; en without it.' }) },
    extensions: forKeys('any'),
    authScopes: { public: true },
    resolve: (_root, { language }) => wordingsInForce(languageOf(language ?? 'en')),
  }),
);

builder.prismaObjectField('Subject', 'consentWordings', (t) =>
  t.field({
    type: [ConsentWording],
    description: 'The words in force in the subject’s language, one for each kind.',
    select: { language: true },
    resolve: ({ language }) => wordingsInForce(languageOf(language)),
  }),
);

const ConsentGrantInput = builder.inputType('ConsentGrantInput', {
  fields: (t) => ({
    kind: t.field({ type: ConsentKindEnum, required: true }),
    wordingVersion: t.int({ required: true }),
    phone: t.string({
      description: 'For CALLS, SMS and RECORDING: the subject’s own phone, which is also the default.',
    }),
  }),
});

const InPersonInput = builder.inputType('InPersonInput', {
  description: 'The subject agrees in person on a family member’s device.',
  fields: (t) => ({ typedName: t.string({ required: true }) }),
});

const GiveConsentInput = builder.inputType('GiveConsentInput', {
  fields: (t) => ({
    subjectId: t.id({ required: true }),
    grants: t.field({ type: [ConsentGrantInput], required: true }),
    inPerson: t.field({ type: InPersonInput }),
    code: t.string({
      description:
        'The six digits that `askForConsentCode` texted to the subject’s phone. Needed for CALLS, SMS and RECORDING unless the caller’s account has verified the phone, and on another person’s device if the subject has an account or withdrew the consent themself.',
    }),
  }),
});

const ConsentCodeSent = builder.objectRef<{ expiresAt: Date }>('ConsentCodeSent').implement({
  description: 'Six digits are on their way to the phone of the subject.',
  fields: (t) => ({ expiresAt: t.expose('expiresAt', { type: 'DateTime' }) }),
});

builder.mutationField('askForConsentCode', (t) =>
  t.field({
    type: ConsentCodeSent,
    description: 'Texts six digits to the subject’s phone, with which they agree in `giveConsent`.',
    complexity: weighing(100),
    args: { subjectId: t.arg.id({ required: true }) },
    authScopes: (_root, { subjectId }) => ({ may: ['CONVERSE', subjectId] }),
    errors: { types: [WrongState, TooManyCodes] },
    resolve: (_root, input, ctx) => askForConsentCode(viewerOf(ctx), input),
  }),
);

builder.mutationField('giveConsent', (t) =>
  t.prismaField({
    type: 'Subject',
    description:
      'The subject agrees, in their own account or in person on a family member’s device. Nobody agrees for them.',
    args: { input: t.arg({ type: GiveConsentInput, required: true }) },
    authScopes: (_root, { input }) => ({
      may: [input.inPerson ? 'CONVERSE' : 'GIVE_CONSENT', input.subjectId],
    }),
    errors: { types: [WrongState, ProofNeeded, PhoneCodeNeeded, CodeRefused] },
    resolve: async (query, _root, { input }, ctx) => {
      const { subjectId } = await giveConsent(viewerOf(ctx), ctx.origin, input);
      ctx.invalidateAccess(subjectId);
      return db.subject.findUniqueOrThrow({ ...query, where: { id: subjectId } });
    },
  }),
);

const WithdrawConsentInput = builder.inputType('WithdrawConsentInput', {
  fields: (t) => ({
    subjectId: t.id({ required: true }),
    kinds: t.field({ type: [ConsentKindEnum], required: true }),
    phone: t.string({
      description: 'Only for this phone; by default for every phone for which it was given.',
    }),
    eraseWriting: t.boolean({ description: 'With AI_WRITING: also erases what was written.' }),
  }),
});

builder.mutationField('withdrawConsent', (t) =>
  t.prismaField({
    type: 'Subject',
    description: 'Withdraws consents at once.',
    args: { input: t.arg({ type: WithdrawConsentInput, required: true }) },
    authScopes: (_root, { input }) => ({ may: ['WITHDRAW_CONSENT', input.subjectId] }),
    errors: {},
    resolve: async (query, _root, { input }, ctx) => {
      const { subjectId } = await withdrawConsent(viewerOf(ctx), ctx.origin, input);
      ctx.invalidateAccess(subjectId);
      return db.subject.findUniqueOrThrow({ ...query, where: { id: subjectId } });
    },
  }),
);
