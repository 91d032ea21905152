/** One prepared statement, and the answer made of its rows. */
export type Floor<Variables, Row> = {
  text: string;
  values: (variables: Variables) => unknown[];
  answer: (rows: Row[], variables: Variables) => object;
};
