// @vitest-environment jsdom
import { gql } from '@apollo/client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { apollo } from '#web/app/apollo.ts';

const say = gql`mutation Say { say }`;
const look = gql`query Look { look }`;

afterEach(() => void vi.restoreAllMocks());

describe('A connection that drops', () => {
  test('fails the action in flight with the fixed words', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));

    await expect(apollo.mutate({ mutation: say })).rejects.toThrow(
      /^Connection lost while action was in flight$/,
    );
  });

  test('fails a question with its own error, for it can simply be asked again', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));

    await expect(apollo.query({ query: look, fetchPolicy: 'network-only' })).rejects.toThrow(
      'Failed to fetch',
    );
  });
});

describe('An action that is refused', () => {
  test('is not called lost', async () => {
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(
      Response.json({ errors: [{ message: 'Not authorized' }] }),
    );

    await expect(apollo.mutate({ mutation: say })).rejects.toThrow('Not authorized');
  });
});
