import { builder } from '#api/graphql/builder.ts';
import { UserError } from '#api/graphql/errors.ts';
import { ChangedMeanwhile } from './errors.ts';

builder.objectType(ChangedMeanwhile, {
  name: 'ChangedMeanwhile',
  description: 'Somebody else saved meanwhile what one has before oneself. Nothing was changed.',
  interfaces: [UserError],
  fields: (t) => ({
    newest: t.exposeInt('newest', { description: 'The number of the newest version, or revision, by now.' }),
    savedBy: t.exposeString('savedBy', { nullable: true, description: 'Who saved it.' }),
  }),
});
