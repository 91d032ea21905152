import { serverAudits } from 'graphql-http';
import { describe, expect, test } from 'vitest';
import { acceptFor, ways } from '#tests/support/ways.ts';
import { server, useOwnServer } from '#tests/support/world.ts';

useOwnServer();

const audits = ways.flatMap((way) =>
  serverAudits({
    url: () => `${server().url}/graphql`,
    fetchFn: (url: string, { headers, ...init }: RequestInit = {}) => {
      const asked = new Headers(headers);
      asked.set('accept', acceptFor(way, asked.get('accept') ?? undefined));
      return fetch(url, { ...init, headers: asked });
    },
  }).map((audit) => [audit.id, audit.name, way, audit] as const),
);

describe('GraphQL over HTTP follows its specification', () => {
  test('has audits for MUST, SHOULD and MAY', () => {
    expect(audits.length).toBeGreaterThan(ways.length * 50);
  });

  test.each(audits)('%s %s, answered %s', async (_id, _name, _way, audit) => {
    const result = await audit.fn();

    expect('reason' in result ? result.reason : result.status).toBe('ok');
  });
});
