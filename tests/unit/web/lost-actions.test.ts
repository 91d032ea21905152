// @vitest-environment jsdom
import { gql } from '@apollo/client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { apollo } from '#web/app/apollo.ts';

const say = gql`mutation Say { say }`;
const look = gql`query Look { look }`;

afterEach(() => void vi.restoreAllMocks());

describe('A lost connection', () => {
  test('fails the running action with the fixed message', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));

    await expect(apollo.mutate({ mutation: say })).rejects.toThrow(
      /^Connection lost while action was in flight$/,
    );
  });

  test('fails a query with its own error, because it can be repeated', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));

    await expect(apollo.query({ query: look, fetchPolicy: 'network-only' })).rejects.toThrow(
      'Failed to fetch',
    );
  });
});

describe('A refused action', () => {
  test('is not reported as lost', async () => {
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(
      Response.json({ errors: [{ message: 'Not authorized' }] }),
    );

    await expect(apollo.mutate({ mutation: say })).rejects.toThrow('Not authorized');
  });
});
