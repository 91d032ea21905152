import { z } from 'zod';
import type { SavedMessageFilter } from '#api/generated/prisma/client.ts';
import { MessageRole } from '#api/generated/prisma/enums.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { line, parse } from '#api/platform/domain-values/input.ts';
import { InvalidInput, LimitReached, NotFound } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { mustBeTeam } from '../policy.ts';

/** So many filters are kept for each admin. */
export const filterLimit = 50;

const day = z.iso
  .date('must be a day such as 2026-11-01')
  .refine((text) => text >= '1000', 'must be a day such as 2026-11-01')
  .transform((text) => new Date(`${text}T00:00:00Z`))
  .nullish();

const Parts = z.object({
  dateFrom: day,
  dateTo: day,
  lastDays: z.int().min(1, 'must be from 1 to 366').max(366, 'must be from 1 to 366').nullish(),
  phone: z
    .string()
    .regex(/^\+\d{1,15}$/, 'must be E.164 or its beginning, such as +1555')
    .nullish(),
  subjectId: z.uuid('must be an id').nullish(),
  role: z.enum(MessageRole).nullish(),
});

const SaveMessageFilter = Parts.extend({ name: line(60) })
  .refine(
    ({ name: _, ...parts }) => Object.values(parts).some((part) => part !== null && part !== undefined),
    {
      path: ['name'],
      message: 'must name a filter that has a part',
    },
  )
  .refine(({ lastDays, dateFrom, dateTo }) => !lastDays || !(dateFrom || dateTo), {
    path: ['lastDays'],
    message: 'can’t be given together with days',
  })
  .refine(({ dateFrom, dateTo }) => !dateFrom || !dateTo || dateFrom <= dateTo, {
    path: ['dateTo'],
    message: 'must not be before dateFrom',
  });

/** One's own saved filters of the message list, by name. */
export async function savedMessageFilters(viewer: Viewer): Promise<SavedMessageFilter[]> {
  mustBeTeam(viewer);
  return db.savedMessageFilter.findMany({ where: { userId: viewer.userId }, orderBy: { name: 'asc' } });
}

/** Saves a filter of the message list under a name, in place of one's own filter that has this name. */
export async function saveMessageFilter(
  viewer: Viewer,
  input: z.input<typeof SaveMessageFilter>,
): Promise<SavedMessageFilter> {
  mustBeTeam(viewer);
  const { name, ...given } = parse(SaveMessageFilter, input);
  const { userId } = viewer;
  const parts = { ...empty, ...given };
  return transaction(async (tx) => {
    // One after the other, so that the limit holds.
    await tx.$queryRaw`select 1 from "user" where id = ${userId}::uuid for update`;
    const { subjectId } = parts;
    if (subjectId && !(await tx.subject.findUnique({ where: { id: subjectId }, select: { id: true } })))
      throw new InvalidInput([{ path: 'subjectId', message: 'is not a subject' }]);
    const others = await tx.savedMessageFilter.count({ where: { userId, name: { not: name } } });
    if (others >= filterLimit)
      throw new LimitReached(`There are ${filterLimit} saved filters already`, filterLimit);
    return tx.savedMessageFilter.upsert({
      where: { userId_name: { userId, name } },
      create: { userId, name, ...parts },
      update: parts,
    });
  });
}

const empty = {
  dateFrom: null,
  dateTo: null,
  lastDays: null,
  phone: null,
  subjectId: null,
  role: null,
};

/** Removes one's own saved filter. */
export async function removeMessageFilter(viewer: Viewer, id: string): Promise<string> {
  mustBeTeam(viewer);
  return transaction(async (tx) => {
    const { count } = await tx.savedMessageFilter.deleteMany({ where: { id, userId: viewer.userId } });
    if (count === 0) throw new NotFound('Filter', ['id']);
    return id;
  });
}
