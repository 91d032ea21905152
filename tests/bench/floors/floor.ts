/** A baseline: one prepared statement, and the response built from its rows. */
export type Floor<Variables = Record<string, unknown>, Row = Record<string, unknown>> = {
  /** Whether one plan serves all values, as in the product's `prepared` pool, or each gets its own, as in `pool`. */
  plans: 'once' | 'asked';
  text: string;
  values: (variables: Variables, userId: string) => unknown[];
  /** The data of the response, as JSON. */
  answer: (rows: Row[], variables: Variables) => string;
};

/** A floor whose statement returns the data as JSON in one row. */
export function jsonFloor<Variables>(
  text: string,
  values: (variables: Variables, userId: string) => unknown[],
): Floor<Variables, { data: string }> {
  return { plans: 'once', text, values, answer: ([row]) => row?.data ?? 'null' };
}
