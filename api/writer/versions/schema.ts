import { builder } from '#api/graphql/builder.ts';

export const VersionStatusEnum = builder.enumType('PromptVersionStatus', {
  description: 'LIVE: it is followed. RETIRED: it was live before. DRAFT: it never was.',
  values: ['DRAFT', 'LIVE', 'RETIRED'] as const,
});

export const PromptLabelEnum = builder.enumType('PromptLabel', { values: ['LIVE', 'TRIAL'] as const });

export function statusOf({ liveAt, liveOf }: { liveAt: Date | null; liveOf: object | null }) {
  if (liveOf) return 'LIVE';
  return liveAt ? 'RETIRED' : 'DRAFT';
}

export const TemplateVariableRef = builder
  .objectRef<{ name: string; meaning: string }>('TemplateVariable')
  .implement({
    description: 'What a template may name between double braces.',
    fields: (t) => ({
      name: t.exposeString('name'),
      meaning: t.exposeString('meaning', { description: 'What is filled in.' }),
    }),
  });

export const RatingCountsRef = builder.objectRef<{ up: number; down: number }>('RatingCounts').implement({
  description: 'How admins rated a version’s answers in the playground.',
  fields: (t) => ({ up: t.exposeInt('up'), down: t.exposeInt('down') }),
});
