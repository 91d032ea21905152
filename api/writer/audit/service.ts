import { z } from 'zod';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { line, parse } from '#api/platform/domain-values/input.ts';

export const AuditFilter = z
  .object({
    actorId: z.uuid('must be an id').nullish(),
    targetId: z.uuid('must be an id').nullish(),
    subjectId: z.uuid('must be an id').nullish(),
    action: line(80).nullish(),
    from: z.date().nullish(),
    until: z.date().nullish(),
  })
  .refine(({ from, until }) => !from || !until || from < until, {
    path: ['until'],
    message: 'must be after from',
  });

/**
 * The audit entries of a filter: by actor, under either name; by target; by action or the beginning of its name; and
 * by time.
 */
export function entriesLike(input: z.input<typeof AuditFilter>): Prisma.AuditEventWhereInput {
  const { actorId, targetId, subjectId, action, from, until } = parse(AuditFilter, input);
  return {
    AND: [
      actorId ? { OR: [{ actorId }, { impersonatorId: actorId }] } : {},
      targetId ? { targetId } : {},
      subjectId ? { subjectId } : {},
      action ? { action: action.includes('.') ? action : { startsWith: action } } : {},
      from || until ? { at: { ...(from && { gte: from }), ...(until && { lt: until }) } } : {},
    ],
  };
}

/** An entry's details as JSON; null when it has none. */
export function detailAsText(detail: unknown): string | null {
  const text = JSON.stringify(detail);
  return text === '{}' ? null : text;
}
