import { Agent, request } from 'node:http';
import { getIntrospectionQuery } from 'graphql';
import { documents as tooMuch } from '#tests/support/too-much.ts';
import { hostname, nextAddress, outcome, port, tell, until } from './line.ts';

export const documents = {
  /**
   * Sends the most expensive documents one after the other on twenty connections, each from one address until its
   * budget is used up, then from another.
   */
  documents: () => Promise.all(Array.from({ length: 20 }, (_, n) => ask(n))),
};

/** All documents that are refused, and the most expensive one that anybody may send: the introspection query. */
const queries = [...tooMuch.map(([, query]) => query), getIntrospectionQuery()].map((query) =>
  JSON.stringify(query).slice(1),
);
const batch = JSON.stringify(Array.from({ length: 500 }, () => ({ query: '{ __typename }' })));

/** Varies the text each time, so that no cache helps. */
function bodyOf(n: number): string {
  const query = queries[n % (queries.length + 1)];
  return query === undefined ? batch : `{"query":"# ${Math.random()}\\n${query}}`;
}

const agent = new Agent({ keepAlive: true });

async function ask(from: number) {
  let address = nextAddress();
  for (let n = from; Date.now() < until; n++) {
    const status = await sent(bodyOf(n), address);
    outcome.opened++;
    tell(`${status}`);
    if (status === 429) address = nextAddress();
  }
}

function sent(body: string, address: string): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/graphql-response+json',
    'content-length': Buffer.byteLength(body),
    'x-forwarded-for': address,
  };
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path: '/graphql', method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    });
    asked.once('error', reject);
    asked.end(body);
  });
}
