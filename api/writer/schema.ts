import { builder } from '#api/graphql/builder.ts';
import { UserError } from '#api/graphql/errors.ts';
import { ChangedMeanwhile, WorseThanLive } from './errors.ts';

builder.objectType(ChangedMeanwhile, {
  name: 'ChangedMeanwhile',
  description: 'Somebody else saved meanwhile what one has before oneself. Nothing was changed.',
  interfaces: [UserError],
  fields: (t) => ({
    newest: t.exposeInt('newest', { description: 'The number of the newest version, or revision, by now.' }),
    savedBy: t.exposeString('savedBy', { nullable: true, description: 'Who saved it.' }),
  }),
});

type Worse = WorseThanLive['sets'][number];

const WorseMeasureRef = builder.objectRef<Worse['worse'][number]>('WorseMeasure').implement({
  description: 'A measure over the turns that both runs have answered.',
  fields: (t) => ({
    measure: t.exposeString('measure', {
      description: 'The name of the measure, e.g. `questions repeated`.',
    }),
    version: t.exposeFloat('version'),
    live: t.exposeFloat('live'),
  }),
});

const WorseSetRef = builder.objectRef<Worse>('WorseSet').implement({
  fields: (t) => ({
    set: t.exposeString('set', { description: 'The set’s name.' }),
    model: t.exposeString('model', { description: 'The name of the model with which it was run.' }),
    worse: t.field({
      type: [WorseMeasureRef],
      description: 'Empty when the live version was not run on the turns of the set with this model.',
      resolve: ({ worse }) => worse,
    }),
  }),
});

builder.objectType(WorseThanLive, {
  name: 'WorseThanLive',
  description:
    'The replays of a version are worse than those of the live one, or the live one was not run on their turns. Nothing was changed.',
  interfaces: [UserError],
  fields: (t) => ({ sets: t.field({ type: [WorseSetRef], resolve: ({ sets }) => [...sets] }) }),
});

export { WorseMeasureRef };
