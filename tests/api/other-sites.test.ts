import { describe, expect, test } from 'vitest';
import { aPerson } from '#tests/support/person.ts';
import { acceptFor, ways } from '#tests/support/ways.ts';
import { server, useServer } from '#tests/support/world.ts';

useServer();

describe('A request from another site', () => {
  const mutation = 'mutation { createSubject(input: { fullName: "Forged" }) { __typename } }';
  const send = (init: RequestInit & { path?: string }) =>
    fetch(`${server().url}/graphql${init.path ?? ''}`, { redirect: 'manual', ...init });
  const json = (headers: Record<string, string>, type = 'application/json') => ({
    method: 'POST',
    body: JSON.stringify({ query: mutation }),
    headers: { 'content-type': type, ...headers },
  });
  const operations = () => {
    const body = new FormData();
    body.set('operations', JSON.stringify({ query: mutation }));
    body.set('map', '{}');
    return body;
  };
  const forms: [string, () => RequestInit & { path?: string }][] = [
    ['a form', () => ({ method: 'POST', body: new URLSearchParams({ query: mutation }) })],
    ['plain text', () => json({}, 'text/plain')],
    ['plain text that names JSON', () => json({}, 'text/plain; application/json')],
    ['a type that begins like JSON', () => json({}, 'application/jsonp')],
    ['two types', () => json({}, 'text/plain, application/json')],
    ['GraphQL as JSON', () => json({}, 'application/graphql+json')],
    ['a multipart form', () => ({ method: 'POST', body: operations() })],
    [
      'a multipart form with a header that asks first',
      () => ({ method: 'POST', body: operations(), headers: { 'x-graphql-yoga-csrf': 'x' } }),
    ],
    ['a form of an address', () => ({ path: `?query=${encodeURIComponent(mutation)}`, method: 'POST' })],
    [
      'application/graphql',
      () => ({ method: 'POST', body: mutation, headers: { 'content-type': 'application/graphql' } }),
    ],
    ['no type', () => ({ method: 'POST', body: new Blob([JSON.stringify({ query: mutation })]) })],
    ['a link', () => ({ path: `?query=${encodeURIComponent(mutation)}` })],
    ['a foreign origin', () => json({ origin: 'https://evil.example' })],
    ['no origin at all', () => json({ origin: 'null' })],
    ['our host at another port', () => json({ origin: `${server().config.publicUrl}1` })],
    ['a foreign page that hides its origin', () => json({ 'sec-fetch-site': 'cross-site' })],
    ['a page of a neighbour', () => json({ 'sec-fetch-site': 'same-site' })],
    [
      'a foreign origin that asks for it once',
      () => json({ origin: 'https://evil.example', 'idempotency-key': 'forged' }),
    ],
    [
      'a foreign page by GET',
      () => ({ path: '?query={me{id}}', headers: { 'sec-fetch-site': 'cross-site' } }),
    ],
  ];

  test.each(forms)('gets nothing: %s', async (_what, make) => {
    const anna = await aPerson();
    const { headers, ...init } = make();
    const answers = ways.map(async (way) => {
      const asked = { ...headers, accept: acceptFor(way), cookie: anna.cookie ?? '' };
      const response = await send({ ...init, headers: asked });
      return { status: response.status, body: await response.text(), headers: response.headers };
    });

    for (const { status, body, headers } of await Promise.all(answers)) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(body).not.toContain('"data":{');
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
    expect((await anna.gql('{ subjects { totalCount } }')).subjects.totalCount).toBe(0);
  });

  test('is told from our own, which are answered by POST and, for queries, by GET', async () => {
    const origin = server().config.publicUrl;
    const own = ways.map((way) =>
      send({
        method: 'POST',
        headers: { origin, 'content-type': 'application/json', accept: acceptFor(way) },
        body: JSON.stringify({ query: '{ __typename }' }),
      }),
    );
    const got = await send({
      path: '?query={__typename}',
      headers: { origin, 'sec-fetch-site': 'same-origin' },
    });

    for (const answer of [...(await Promise.all(own)), got]) {
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ data: { __typename: 'Query' } });
    }
  });

  test('is not invited by an answer to its preflight', async () => {
    const preflight = await send({ method: 'OPTIONS', headers: { origin: 'https://evil.example' } });

    expect(preflight.status).toBe(405);
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });
});
