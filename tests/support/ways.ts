/** A POST to /graphql is answered in one of two ways, which must be told apart by nothing but time. */
export const ways = ['plainly', 'by Yoga'] as const;

export type Way = (typeof ways)[number];

/**
 * How a media type is asked for so that it is answered in one way: with a character set by Yoga, without one plainly
 * when it can be.
 */
export function acceptFor(way: Way, type = '*/*'): string {
  return way === 'by Yoga' ? `${type}; charset=utf-8` : type;
}
