import { describe, expect, test } from 'vitest';
import { aPerson } from '#tests/support/person.ts';
import { server, useServer } from '#tests/support/world.ts';

useServer();

describe('A request from another site', () => {
  const mutation = 'mutation { createSubject(input: { fullName: "Forged" }) { __typename } }';
  const send = (init: RequestInit & { path?: string }) =>
    fetch(`${server().url}/graphql${init.path ?? ''}`, { redirect: 'manual', ...init });
  const forms: [string, (cookie: string) => RequestInit & { path?: string }][] = [
    ['a form', () => ({ method: 'POST', body: new URLSearchParams({ query: mutation }) })],
    [
      'plain text',
      () => ({
        method: 'POST',
        body: JSON.stringify({ query: mutation }),
        headers: { 'content-type': 'text/plain' },
      }),
    ],
    [
      'a multipart form',
      () => {
        const body = new FormData();
        body.set('operations', JSON.stringify({ query: mutation }));
        body.set('map', '{}');
        return { method: 'POST', body };
      },
    ],
    [
      'application/graphql',
      () => ({ method: 'POST', body: mutation, headers: { 'content-type': 'application/graphql' } }),
    ],
    ['no type', () => ({ method: 'POST', body: new Blob([JSON.stringify({ query: mutation })]) })],
    ['a link', () => ({ path: `?query=${encodeURIComponent(mutation)}` })],
    [
      'a foreign origin',
      () => ({
        method: 'POST',
        body: JSON.stringify({ query: mutation }),
        headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
      }),
    ],
    [
      'no origin at all',
      () => ({
        method: 'POST',
        body: JSON.stringify({ query: mutation }),
        headers: { 'content-type': 'application/json', origin: 'null' },
      }),
    ],
    [
      'a foreign page by GET',
      () => ({ path: '?query={me{id}}', headers: { 'sec-fetch-site': 'cross-site' } }),
    ],
  ];

  test.each(forms)('gets nothing: %s', async (_what, make) => {
    const anna = await aPerson();
    const { headers, ...init } = make('');
    const response = await send({ ...init, headers: { ...headers, cookie: anna.cookie ?? '' } });

    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(await response.text()).not.toContain('"data":{');
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect((await anna.gql('{ subjects { totalCount } }')).subjects.totalCount).toBe(0);
  });

  test('is told from our own, which are answered by POST and, for queries, by GET', async () => {
    const origin = server().config.publicUrl;
    const own = await send({
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ __typename }' }),
    });
    const got = await send({
      path: '?query={__typename}',
      headers: { origin, 'sec-fetch-site': 'same-origin' },
    });

    expect([own.status, got.status]).toEqual([200, 200]);
    expect(await got.json()).toMatchObject({ data: { __typename: 'Query' } });
  });

  test('is not invited by an answer to its preflight', async () => {
    const preflight = await send({ method: 'OPTIONS', headers: { origin: 'https://evil.example' } });

    expect(preflight.status).toBe(405);
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });
});
