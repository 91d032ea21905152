/** A baseline: one prepared statement, and the response built from its rows. */
export type Floor<Variables, Row> = {
  text: string;
  values: (variables: Variables) => unknown[];
  answer: (rows: Row[], variables: Variables) => object;
};
