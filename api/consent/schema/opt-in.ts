import { CodeRefused, TooManyCodes } from '#api/accounts/phones/errors.ts';
import { builder } from '#api/graphql/builder.ts';
import { UserError } from '#api/graphql/errors.ts';
import { weighing } from '#api/graphql/limits/cost.ts';
import { askToOptIn, optIn } from '../opt-in.ts';

const CodeRefusal = builder.enumType('CodeRefusal', { values: ['WRONG', 'EXPIRED', 'TOO_MANY'] as const });

builder.objectType(CodeRefused, {
  name: 'CodeRefused',
  description: 'The digits are wrong, too old or used, or were tried too often.',
  interfaces: [UserError],
  fields: (t) => ({ reason: t.expose('reason', { type: CodeRefusal }) }),
});

builder.objectType(TooManyCodes, {
  name: 'TooManyCodes',
  description: 'The phone or the requesting address has reached its limit of codes for now.',
  interfaces: [UserError],
  fields: (t) => ({ retryAfterSeconds: t.exposeInt('retryAfterSeconds') }),
});

const AskToOptInInput = builder.inputType('AskToOptInInput', {
  fields: (t) => ({
    phone: t.string({ required: true }),
    wordingVersion: t.int({ required: true }),
    agreed: t.boolean({ required: true, description: 'The box was ticked.' }),
  }),
});

const CodeSent = builder.objectRef<{ phone: string; expiresAt: Date }>('CodeSent').implement({
  description: 'Six digits are on their way.',
  fields: (t) => ({
    phone: t.exposeString('phone', { description: 'The phone in E.164.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
  }),
});

builder.mutationField('askToOptIn', (t) =>
  t.field({
    type: CodeSent,
    description: 'Texts six digits to a phone whose holder wants to agree to texts. No account is needed.',
    complexity: weighing(100),
    args: { input: t.arg({ type: AskToOptInInput, required: true }) },
    authScopes: { public: true },
    errors: { types: [TooManyCodes] },
    resolve: (_root, { input }, ctx) => askToOptIn(ctx.origin, { ...input, agreed: input.agreed as true }),
  }),
);

const OptInInput = builder.inputType('OptInInput', {
  fields: (t) => ({
    phone: t.string({ required: true }),
    wordingVersion: t.int({ required: true }),
    code: t.string({ required: true }),
  }),
});

const OptedIn = builder.objectRef<{ phone: string; agreedAt: Date }>('OptedIn').implement({
  description: 'The consent is in the ledger, and a text confirms it.',
  fields: (t) => ({
    phone: t.exposeString('phone'),
    agreedAt: t.expose('agreedAt', { type: 'DateTime' }),
  }),
});

builder.mutationField('optIn', (t) =>
  t.field({
    type: OptedIn,
    description:
      'The holder of a phone agrees to texts with the digits that were sent to it. No account is needed.',
    complexity: weighing(100),
    args: { input: t.arg({ type: OptInInput, required: true }) },
    // An admin who impersonates a user can neither agree nor help to agree.
    authScopes: (_root, _args, { viewer }) => !viewer?.impersonatorId,
    errors: { types: [CodeRefused, TooManyCodes] },
    resolve: (_root, { input }, { viewer, origin }) => optIn(viewer, origin, input),
  }),
);
