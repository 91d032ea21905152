import { builder } from '#api/graphql/builder.ts';
import { WrongState } from '#api/platform/errors.ts';
import { undoEmailChange } from '../service/email-undo.ts';

const UndoEmailChangeSuccess = builder.objectRef<{ email: string }>('UndoEmailChangeSuccess').implement({
  fields: (t) => ({ email: t.exposeString('email', { description: 'The address, as it was before.' }) }),
});

builder.mutationField('undoEmailChange', (t) =>
  t.field({
    type: UndoEmailChangeSuccess,
    description:
      'Gives an account back to the address that it had, by the link in the letter to it: once, for 72 hours, without being signed in. Everybody is signed out of it.',
    args: { token: t.arg.string({ required: true }) },
    authScopes: { public: true },
    errors: { types: [WrongState] },
    resolve: (_root, input) => undoEmailChange(input),
  }),
);
