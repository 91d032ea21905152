import { z } from 'zod';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { lowestIdAt } from '#api/platform/domain-values/ids.ts';
import { line, parse } from '#api/platform/domain-values/input.ts';

export const ModelCallFilter = z
  .object({
    dateFrom: z.date().nullish(),
    dateTo: z.date().nullish(),
    task: line(60).nullish(),
    model: line(200).nullish(),
    failedOnly: z.boolean().nullish(),
    subjectId: z.string().nullish(),
  })
  .refine(({ dateFrom, dateTo }) => !dateFrom || !dateTo || dateFrom < dateTo, {
    path: ['dateTo'],
    message: 'must be later than dateFrom',
  });

/** The model calls of a filter. Ids order them by time, so that times are bounds of ids. */
export function modelCallsLike(input: z.input<typeof ModelCallFilter>): Prisma.ModelCallWhereInput {
  const { dateFrom, dateTo, task, model, failedOnly, subjectId } = parse(ModelCallFilter, input);
  return {
    ...((dateFrom || dateTo) && {
      id: { ...(dateFrom && { gte: lowestIdAt(dateFrom) }), ...(dateTo && { lt: lowestIdAt(dateTo) }) },
    }),
    ...(task && { task }),
    ...(model && { model }),
    ...(failedOnly && { failed: true }),
    ...(subjectId && { subjectId }),
  };
}
