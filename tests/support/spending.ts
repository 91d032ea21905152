import { server } from './world.ts';

/** Nearly as much as one operation may cost, and nothing to read for who has no books. */
export const dear = '{ subjects(first: 60) { edges { node { chapters { cards { people { id } } } } } } }';

let lastAddress = 0;

/** An address from which nobody has asked yet. */
export const anAddress = () => `198.51.100.${++lastAddress}`;

/** Who asks, and from where. */
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

/** Asks for dear things until it is refused; gives the refusal and how often it was answered before. */
export async function spendAll(from: () => From) {
  for (let answered = 0; answered < 1000; answered++) {
    const answer = await ask(dear, from());
    if (answer.status !== 200) return { answered, ...answer };
  }
  throw new Error('It is never refused');
}
