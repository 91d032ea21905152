import { server } from './world.ts';

/** An operation close to the cost limit that reads nothing for a user without books. */
export const dear = '{ subjects(first: 60) { edges { node { chapters { cards { people { id } } } } } } }';

let lastAddress = 0;

/** An IP address that has sent no request yet. */
export const anAddress = () => `198.51.100.${++lastAddress}`;

/** The sender of a request. */
type From = { cookie?: string | null; key?: string; address: string; accept?: string };

export async function ask(
  query: string,
  { cookie, key, address, accept = '*/*' }: From,
  body: object = { query },
) {
  const response = await fetch(`${server().url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept,
      'x-forwarded-for': address,
      ...(cookie && { cookie }),
      ...(key && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

export const numberIn = (headers: Headers, name: string) => Number(headers.get(name) ?? Number.NaN);

/** Sends expensive operations until one is refused; returns the refusal and how many were answered before. */
export async function spendAll(from: () => From) {
  for (let answered = 0; answered < 1000; answered++) {
    const answer = await ask(dear, from());
    if (answer.status !== 200) return { answered, ...answer };
  }
  throw new Error('None of 1000 operations was refused');
}
