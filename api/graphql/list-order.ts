import { builder } from './builder.ts';

export const ListOrderEnum = builder.enumType('ListOrder', {
  description: 'The order of a list. Names are ordered without regard to capitals and accents.',
  values: ['NEWEST_FIRST', 'OLDEST_FIRST', 'NAME_ASCENDING', 'NAME_DESCENDING'] as const,
});

type Order = typeof ListOrderEnum.$inferType;

type Direction = 'asc' | 'desc';

/** Prisma's `orderBy` for a model with `sortName` and `createdAt`; the id settles ties. */
export function listOrder(order: Order | null | undefined) {
  const isDescending = !order || order === 'NEWEST_FIRST' || order === 'NAME_DESCENDING';
  const direction: Direction = isDescending ? 'desc' : 'asc';
  const first = order?.startsWith('NAME') ? { sortName: direction } : { createdAt: direction };
  return [first, { id: direction }];
}
