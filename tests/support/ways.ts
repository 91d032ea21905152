/** A POST to /graphql is handled in one of two ways, which must differ in nothing but time. */
export const ways = ['plainly', 'by Yoga'] as const;

export type Way = (typeof ways)[number];

/**
 * The Accept header that selects a way: with a charset the request is handled by Yoga, without one plainly where
 * possible.
 */
export function acceptFor(way: Way, type = '*/*'): string {
  return way === 'by Yoga' ? `${type}; charset=utf-8` : type;
}
