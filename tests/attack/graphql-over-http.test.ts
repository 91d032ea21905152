import { serverAudits } from 'graphql-http';
import { describe, expect, test } from 'vitest';
import { server, useServer } from '#tests/support/world.ts';

useServer();

const audits = serverAudits({ url: () => `${server().url}/graphql`, fetchFn: fetch });

describe('GraphQL over HTTP, as its specification has it', () => {
  test('has audits of what must, should and may be', () => {
    expect(audits.length).toBeGreaterThan(50);
  });

  test.each(audits.map((audit) => [audit.id, audit.name, audit] as const))(
    '%s %s',
    async (_id, _name, audit) => {
      const result = await audit.fn();

      expect('reason' in result ? result.reason : result.status).toBe('ok');
    },
  );
});
