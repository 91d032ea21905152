import { type Context, viewerOf } from '#api/graphql/context.ts';
import { NotFound } from '#api/platform/errors.ts';
import type { Guarded } from '../live/guarded.ts';
import type { SubjectAccess } from '../policy.ts';

/** Whether the caller may follow a book by this rule. Throws `NotFound` for a book that they may not see at all. */
export async function mayFollow(
  ctx: Context,
  subjectId: string,
  rule: (subjectAccess: SubjectAccess) => boolean,
): Promise<boolean> {
  viewerOf(ctx);
  const subjectAccess = await ctx.subjectAccess(subjectId);
  if (!subjectAccess.sees) throw new NotFound('Subject');
  return rule(subjectAccess);
}

/** Caches the access that was checked for an event, so that the resolvers don't check it again. */
export function letThrough<T>(event: Guarded<T>, ctx: Context): Guarded<T> {
  ctx.cacheAccess(event.subjectAccess);
  return event;
}
