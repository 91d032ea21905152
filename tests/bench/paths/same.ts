import { deepStrictEqual } from 'node:assert';
import type { GraphqlRequest } from '../documents.ts';

/** Throws unless all servers return the same data, since otherwise their times can't be compared. */
export async function answerTheSame(
  request: GraphqlRequest,
  ours: string,
  floors: readonly string[],
): Promise<void> {
  const [ourData, ...floorData] = await Promise.all([ours, ...floors].map((url) => dataOf(url, request)));
  for (const data of floorData) deepStrictEqual(data, ourData);
}

async function dataOf(url: string, { body, headers }: GraphqlRequest): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const { data, errors } = (await response.json()) as { data: unknown; errors?: object[] };
  if (errors || !data) throw new Error(`${url} answers ${JSON.stringify(errors)}`);
  // The same moment can be formatted in more than one way, so dates are compared as numbers.
  return JSON.parse(JSON.stringify(data), (_key, value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : value,
  );
}
