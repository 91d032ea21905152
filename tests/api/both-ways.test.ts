import {
  GraphQLError,
  GraphQLInt,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql';
import { describe, expect, onTestFinished, test } from 'vitest';
import { answerPlainly } from '#api/graphql/plain.ts';
import { openYoga, type RequestContext } from '#api/graphql/yoga.ts';
import type { Spending } from '#api/platform/budgets.ts';
import { acceptFor, type Way, ways } from '#tests/support/ways.ts';

const secret = 'password=Brimborium at /srv/evertold/api/accounts';

function asking(message: string, http: object, more: object = {}) {
  return new GraphQLError(message, { extensions: { code: 'FORBIDDEN', http, ...more } });
}

/** Fields that go wrong, each in its own way. */
const wrongs = {
  thrown: () => {
    throw new Error(secret);
  },
  rejected: () => Promise.reject(new TypeError(secret, { cause: secret })),
  noError: () => {
    throw secret;
  },
  given: () => new Error(secret),
  wrapped: () => {
    throw new GraphQLError(secret, { originalError: new Error(secret) });
  },
  withStatus: () => {
    throw Object.assign(new Error(secret), { extensions: { http: { status: 418 }, secret } });
  },
  inOurName: () => {
    throw new GraphQLError(secret, { extensions: { code: 'INTERNAL_SERVER_ERROR', secret } });
  },
  noNumber: () => secret,
};

const fields = {
  fine: { type: GraphQLString, resolve: () => 'fine' },
  ...Object.fromEntries(
    Object.entries(wrongs).map(([name, resolve]) => [
      name,
      { type: name === 'noNumber' ? GraphQLInt : GraphQLString, resolve },
    ]),
  ),
  never: { type: new GraphQLNonNull(GraphQLString), resolve: wrongs.thrown },
  missing: { type: new GraphQLNonNull(GraphQLString), resolve: () => null },
  refused: {
    type: GraphQLString,
    resolve: () => {
      throw asking('Not you', {
        status: 401,
        headers: { 'www-authenticate': 'Bearer', 'x-last': 'refused' },
      });
    },
  },
  away: {
    type: GraphQLString,
    resolve: () => {
      throw asking(
        'Not now',
        { status: 503, headers: { 'retry-after': '7', 'x-last': 'away' } },
        { kept: true },
      );
    },
  },
};

const schema = new GraphQLSchema({
  query: new GraphQLObjectType({ name: 'Query', fields }),
  mutation: new GraphQLObjectType({ name: 'Mutation', fields }),
});

type Options = { accept?: string; charge?: RequestContext['charge'] };

async function answerIn(
  way: Way,
  query: string,
  { accept = 'application/json', charge = async () => null }: Options = {},
) {
  const context: RequestContext = {
    viewer: null,
    account: null,
    origin: { requestId: 'both', ipAddress: null, userAgent: null },
    asked: () => {},
    charge,
  };
  const asked = JSON.stringify({ query });
  const plain = await answerPlainly(
    schema,
    { body: Buffer.from(asked), accept: acceptFor(way, accept) },
    context,
  );
  if (plain) return { way: 'plainly', status: plain.status, headers: plain.headers, text: plain.body };
  const yoga = openYoga(schema);
  const response = await yoga.fetch(
    'http://evertold.test/graphql',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: acceptFor(way, accept) },
      body: asked,
    },
    context,
  );
  const headers = Object.fromEntries(
    [...response.headers].map(([name, value]) => [name.toLowerCase(), value]),
  );
  delete headers['content-length'];
  return { way: 'by Yoga', status: response.status, headers, text: await response.text() };
}

/** What is answered, which is the same in either way; that they are two is seen of each. */
async function answerTo(query: string, options: Options = {}) {
  const answers = [];
  for (const way of ways) {
    const { way: taken, text, ...rest } = await answerIn(way, query, options);
    expect(taken).toBe(way);
    expect(text).not.toContain('Brimborium');
    expect(text).not.toMatch(/originalError|stack|"http"/);
    answers.push({
      ...rest,
      body: JSON.parse(text.replaceAll(/"errorId":"[\da-f-]{36}"/g, '"errorId":"…"')),
    });
  }
  const [first, ...others] = answers;
  for (const other of others) expect(other).toEqual(first);
  return first as { status: number; headers: Record<string, string>; body: Record<string, unknown> };
}

const masked = { message: 'Unexpected error.', extensions: { code: 'INTERNAL_SERVER_ERROR', errorId: '…' } };
const names = Object.keys(wrongs).map((name) => [name] as const);

describe('A defect, on the fast path and in Yoga,', () => {
  test.each(names)('is told by its id alone, wherever it stands: %s', async (name) => {
    for (const kind of ['query', 'mutation']) {
      const { status, body } = await answerTo(`${kind} { fine ${name} }`);

      expect(status).toBe(200);
      expect(body.data).toEqual({ fine: 'fine', [name]: null });
      expect(body.errors).toEqual([{ ...masked, path: [name], locations: [expect.anything()] }]);
    }
  });

  test('makes the whole data null where no field is nullable, with status 200', async () => {
    for (const name of ['never', 'missing'])
      for (const accept of ['application/json', 'application/graphql-response+json']) {
        const { status, body, headers } = await answerTo(`{ fine ${name} }`, { accept });

        expect([status, headers['content-type']]).toEqual([200, `${accept}; charset=utf-8`]);
        expect(body).toMatchObject({ data: null, errors: [{ ...masked, path: [name] }] });
      }
  });

  test('leaves the other errors unchanged', async () => {
    const { body } = await answerTo('{ thrown refused fine }');

    expect(body.data).toEqual({ thrown: null, refused: null, fine: 'fine' });
    expect(body.errors).toMatchObject([masked, { message: 'Not you', extensions: { code: 'FORBIDDEN' } }]);
  });

  test('shows no details in development either', async () => {
    const { NODE_ENV } = process.env;
    onTestFinished(() => {
      process.env.NODE_ENV = NODE_ENV;
    });
    process.env.NODE_ENV = 'development';

    expect((await answerTo('{ thrown }')).body.errors).toMatchObject([masked]);
  });

  test('has an id of its own each time', async () => {
    const ids = [];
    for (const way of ways)
      ids.push(...((await answerIn(way, '{ thrown rejected }')).text.match(/[\da-f-]{36}/g) ?? []));

    expect(new Set(ids).size).toBe(4);
  });
});

describe('The HTTP hint of an error, on the fast path and in Yoga,', () => {
  test('is applied and removed from the body', async () => {
    const { status, headers, body } = await answerTo('{ fine refused }');

    expect(status).toBe(401);
    expect(headers).toMatchObject({ 'www-authenticate': 'Bearer' });
    expect(body.errors).toMatchObject([{ message: 'Not you', extensions: { code: 'FORBIDDEN' } }]);
  });

  test('gives the highest status of several errors, and the last value of each header', async () => {
    for (const [query, last] of [
      ['{ refused away }', 'away'],
      ['{ away refused }', 'refused'],
    ] as const) {
      const { status, headers, body } = await answerTo(query);

      expect(status).toBe(503);
      expect(headers).toMatchObject({ 'www-authenticate': 'Bearer', 'retry-after': '7', 'x-last': last });
      expect(body.errors).toContainEqual(
        expect.objectContaining({ extensions: { code: 'FORBIDDEN', kept: true } }),
      );
    }
  });

  test('is ignored on untrusted errors', async () => {
    expect((await answerTo('{ withStatus }')).status).toBe(200);
  });
});

describe('A used up budget, on the fast path and in Yoga,', () => {
  test('makes the answer 429 without running the query', async () => {
    const spending: Spending = {
      allowed: false,
      limit: 10,
      used: 11,
      remaining: 0,
      resetAt: Date.now(),
    };
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const { status, body } = await answerTo('{ fine thrown }', {
        accept,
        charge: async () => spending,
      });

      expect(status).toBe(429);
      expect(body).not.toHaveProperty('data');
      expect(body.errors).toMatchObject([{ extensions: { code: 'TOO_MANY_REQUESTS', retryAfter: 1 } }]);
    }
  });

  test('is charged the same for a document that was parsed before', async () => {
    const charged: number[] = [];
    const charge = async (points: number) => {
      charged.push(points);
      return null;
    };
    const query = '{ fine again: fine ...A } fragment A on Query { more: fine }';
    await answerTo(query);
    await answerTo(query, { charge });

    expect(charged).toEqual([expect.any(Number), charged[0]]);
  });
});
