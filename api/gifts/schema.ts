import type { Gift } from '#api/generated/prisma/client.ts';
import { GiftStatus } from '#api/generated/prisma/enums.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { UserError } from '#api/graphql/errors.ts';
import { weighing } from '#api/graphql/limits/cost.ts';
import { db } from '#api/platform/database/database.ts';
import { LimitReached, WrongState } from '#api/platform/errors.ts';
import { codeOf, giftUrl, hashOfCode } from './codes.ts';
import { GiftUnusable, TooManyGiftCodes } from './errors.ts';
import { giftStatusNow, giftWays, givenBy, isOpenable, seesCode, wayOf, waysOffered } from './policy.ts';
import { cancelGift, createGift, updateGift } from './service/give.ts';
import { type GiftPreview, giftByCode, redeemGift } from './service/redeem.ts';

const GiftStatusEnum = builder.enumType('GiftStatus', {
  description: 'DELIVERED for a year, then EXPIRED, unless it is REDEEMED.',
  values: Object.values(GiftStatus),
});

const GiftWayEnum = builder.enumType('GiftWay', {
  description:
    'LETTER: by mail, where the recipient’s email is given. TEXT: to their phone. CARD: the giver prints it.',
  values: giftWays,
});

builder.objectType(GiftUnusable, {
  name: 'GiftUnusable',
  description: 'The gift is in a state in which this is not possible.',
  interfaces: [UserError],
  fields: (t) => ({ status: t.expose('status', { type: GiftStatusEnum }) }),
});

builder.objectType(TooManyGiftCodes, {
  name: 'TooManyGiftCodes',
  description: 'Too many codes of gifts were tried.',
  interfaces: [UserError],
  fields: (t) => ({ retryAfterSeconds: t.exposeInt('retryAfterSeconds') }),
});

/** The gift's code; null when the server's secret has changed since it was stored. */
function codeNow(gift: Gift): string | null {
  const code = codeOf(gift.id);
  return hashOfCode(code) === gift.codeHash ? code : null;
}

builder.prismaObject('Gift', {
  description: 'Evertold, given to somebody. For its giver alone.',
  fields: (t) => ({
    id: t.exposeID('id'),
    recipientName: t.exposeString('recipientName'),
    recipientEmail: t.exposeString('recipientEmail', { nullable: true }),
    recipientPhone: t.exposeString('recipientPhone', { nullable: true }),
    words: t.exposeString('message', { nullable: true, description: 'The giver’s own, on the card.' }),
    cloth: t.exposeString('cloth', { description: 'What the card and the book are bound in.' }),
    language: t.exposeString('language', { description: 'The recipient’s, as in Subject.language.' }),
    way: t.field({ type: GiftWayEnum, resolve: wayOf }),
    status: t.field({ type: GiftStatusEnum, resolve: giftStatusNow }),
    deliverOn: t.string({
      description: 'The day where the recipient lives, e.g. 2026-12-25.',
      resolve: ({ deliverOn }) => deliverOn.toISOString().slice(0, 10),
    }),
    timeZone: t.exposeString('timeZone'),
    deliveredAt: t.expose('deliveredAt', { type: 'DateTime', nullable: true }),
    remindedAt: t.expose('remindedAt', { type: 'DateTime', nullable: true }),
    redeemedAt: t.expose('redeemedAt', { type: 'DateTime', nullable: true }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    undelivered: t.boolean({
      description:
        'The letter or text could not be sent, or the recipient wants no invitations and gifts by email: its giver can hand over a printed card.',
      resolve: async ({ id, undeliverable }) =>
        undeliverable ||
        (await db.notice.count({ where: { dedupeKey: `gift:${id}`, status: 'FAILED' } })) > 0,
    }),
    redeemCode: t.string({
      nullable: true,
      description: 'What opens the gift, for a printed card; null unless it can be opened.',
      resolve: (gift, _args, ctx) => (seesCode(viewerOf(ctx), gift) ? codeNow(gift) : null),
    }),
    url: t.string({
      nullable: true,
      description: 'Where the code is entered by itself, for the QR code of a card.',
      resolve(gift, _args, ctx) {
        const code = seesCode(viewerOf(ctx), gift) && codeNow(gift);
        return code ? giftUrl(code) : null;
      },
    }),
  }),
});

builder.queryField('gifts', (t) =>
  t.prismaConnection(
    {
      type: 'Gift',
      cursor: 'id',
      description: 'The gifts that the caller gave, the newest first.',
      authScopes: { signedIn: true },
      resolve: (query, _root, _args, ctx) =>
        db.gift.findMany({ ...query, where: givenBy(viewerOf(ctx)), orderBy: { id: 'desc' } }),
    },
    { name: 'QueryGiftsConnection' },
    { name: 'QueryGiftsConnectionEdge' },
  ),
);

builder.queryField('gift', (t) =>
  t.prismaField({
    type: 'Gift',
    nullable: true,
    description: 'A gift that the caller gave; null for anybody else’s.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { signedIn: true },
    resolve: (query, _root, { id }, ctx) =>
      db.gift.findFirst({ ...query, where: { id, ...givenBy(viewerOf(ctx)) } }),
  }),
);

builder.queryField('giftWays', (t) =>
  t.field({
    type: [GiftWayEnum],
    description: 'The ways in which a gift can be delivered here.',
    authScopes: { signedIn: true },
    resolve: () => waysOffered(),
  }),
);

const Preview = builder.objectRef<GiftPreview>('GiftPreview').implement({
  description: 'The card, as the holder of its code reads it.',
  fields: (t) => ({
    status: t.field({ type: GiftStatusEnum, resolve: giftStatusNow }),
    recipientName: t.exposeString('recipientName'),
    language: t.exposeString('language', { description: 'As in Subject.language.' }),
    cloth: t.exposeString('cloth'),
    words: t.string({
      nullable: true,
      description: 'The giver’s own words, while the gift can be opened.',
      resolve: (gift) => (isOpenable(gift) ? gift.message : null),
    }),
    // The giver may have closed their account since.
    giverName: t.string({ resolve: ({ giver }) => giver?.name ?? 'Somebody close' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
  }),
});

builder.queryField('giftPreview', (t) =>
  t.field({
    type: Preview,
    nullable: true,
    description: 'For the holder of a gift’s code, signed in or not; null when the code opens nothing.',
    args: { token: t.arg.string({ required: true }) },
    authScopes: { public: true },
    resolve: (_root, { token }, ctx) => giftByCode(ctx.viewer, ctx.origin, token),
  }),
);

const CreateGiftInput = builder.inputType('CreateGiftInput', {
  description: 'With an email it is delivered by letter, with a phone alone by text, with neither as a card.',
  fields: (t) => ({
    recipientName: t.string({ required: true, description: 'At most 60 characters.' }),
    recipientEmail: t.string(),
    recipientPhone: t.string(),
    message: t.string({ description: 'At most 1000 characters, without links or numbers to call.' }),
    deliverOn: t.string({ description: 'A day within a year, e.g. 2026-12-25; without one, today.' }),
    timeZone: t.string({ description: 'Where the recipient lives; without one, that of the phone.' }),
    cloth: t.string({ description: 'spruce, ink, plum, moss or slate.' }),
    language: t.string({ description: 'Of the letter, the card and the book: en or es; en when left out.' }),
    draft: t.boolean({ description: 'Keeps it, to be given later.' }),
  }),
});

const UpdateGiftInput = builder.inputType('UpdateGiftInput', {
  description: 'The whole gift as it is to be: what is left out is empty.',
  fields: (t) => ({
    id: t.id({ required: true }),
    recipientName: t.string({ required: true }),
    recipientEmail: t.string(),
    recipientPhone: t.string(),
    message: t.string(),
    deliverOn: t.string(),
    timeZone: t.string(),
    cloth: t.string(),
    language: t.string(),
    draft: t.boolean(),
  }),
});

/** A letter is sent. */
const weight = weighing(1000);

builder.mutationField('createGift', (t) =>
  t.prismaField({
    type: 'Gift',
    description: 'Gives Evertold to somebody, on a day of the caller’s choice.',
    args: { input: t.arg({ type: CreateGiftInput, required: true }) },
    complexity: weight,
    authScopes: { signedIn: true },
    errors: { types: [LimitReached] },
    resolve: async (query, _root, { input }, ctx) => {
      const { id } = await createGift(viewerOf(ctx), ctx.origin, input);
      return db.gift.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('updateGift', (t) =>
  t.prismaField({
    type: 'Gift',
    description: 'Changes a gift of the caller’s until it is delivered.',
    args: { input: t.arg({ type: UpdateGiftInput, required: true }) },
    complexity: weight,
    authScopes: { signedIn: true },
    errors: { types: [LimitReached, GiftUnusable] },
    resolve: async (query, _root, { input }, ctx) => {
      const { id } = await updateGift(viewerOf(ctx), ctx.origin, input);
      return db.gift.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('cancelGift', (t) =>
  t.prismaField({
    type: 'Gift',
    description: 'Cancels a gift of the caller’s until it is delivered. Again changes nothing.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { signedIn: true },
    errors: { types: [GiftUnusable] },
    resolve: async (query, _root, { id }, ctx) => {
      await cancelGift(viewerOf(ctx), { id });
      return db.gift.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('redeemGift', (t) =>
  t.prismaField({
    type: 'Subject',
    description:
      'Makes a book of a gift, about the caller, and begins the onboarding with it. It works once.',
    args: {
      token: t.arg.string({ required: true, description: 'The code, with or without hyphens.' }),
      isSelf: t.arg.boolean({
        description: 'False where the caller helps the recipient, and is not the one it is about.',
      }),
    },
    authScopes: { signedIn: true },
    errors: { types: [GiftUnusable, TooManyGiftCodes, LimitReached, WrongState] },
    resolve: async (query, _root, args, ctx) => {
      const { id } = await redeemGift(viewerOf(ctx), ctx.origin, args);
      return db.subject.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);
