import type { ListOrder } from '#web/app/generated/schema-types.ts';

/** The orders of a list in words; the key stands in the address as `order`. */
export const listOrders = {
  newest: { value: 'NEWEST_FIRST', name: 'Newest first' },
  oldest: { value: 'OLDEST_FIRST', name: 'Oldest first' },
  name: { value: 'NAME_ASCENDING', name: 'By name, A to Z' },
  'name-down': { value: 'NAME_DESCENDING', name: 'By name, Z to A' },
} satisfies Record<string, { value: ListOrder; name: string }>;

export type ListOrderKey = keyof typeof listOrders;

/** Search text and order of a list, as its address has them. */
export function readListAddress(params: URLSearchParams): { search: string; orderKey: ListOrderKey } {
  const order = params.get('order') ?? '';
  return {
    search: params.get('search')?.trim() ?? '',
    orderKey: Object.hasOwn(listOrders, order) ? (order as ListOrderKey) : 'newest',
  };
}
