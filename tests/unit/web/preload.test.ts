// @vitest-environment jsdom
import { gql, type TypedDocumentNode } from '@apollo/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { apollo } from '#web/app/apollo.ts';
import { policyFor, preload } from '#web/app/preload.ts';

const Title = gql`query Title($id: ID!) { title(id: $id) }` as TypedDocumentNode<
  { title: string },
  { id: string }
>;

function server() {
  const answer = () => Response.json({ data: { title: 'Rope dust' } });
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async () => answer());
}

/** Until the query that was last begun has its answer. */
async function answered(asked: ReturnType<typeof server>) {
  await vi.waitFor(() => expect(asked.mock.results.length).toBeGreaterThan(0));
  await apollo.query({ query: Title, variables: { id: 'one' }, fetchPolicy: 'cache-first' });
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await apollo.clearStore();
});

describe('The data of a page', () => {
  test('is fresh for 30 seconds, cached for 5 minutes, and then requested again', () => {
    expect(policyFor(29_999)).toBe('cache-first');
    expect(policyFor(30_000)).toBe('cache-and-network');
    expect(policyFor(299_999)).toBe('cache-and-network');
    expect(policyFor(300_000)).toBe('network-only');
    expect(policyFor(Number.POSITIVE_INFINITY)).toBe('network-only');
  });

  test('is requested once when a link is hovered and then followed', async () => {
    const asked = server();
    preload(Title, { id: 'one' });
    preload(Title, { id: 'one' });
    await answered(asked);
    preload(Title, { id: 'one' });

    expect(asked).toHaveBeenCalledTimes(1);
  });

  test('is requested again when it is stale', async () => {
    const asked = server();
    preload(Title, { id: 'two' });
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
    vi.setSystemTime(Date.now() + 31_000);
    await vi.waitFor(() =>
      expect(apollo.readQuery({ query: Title, variables: { id: 'two' } })).not.toBeNull(),
    );
    preload(Title, { id: 'two' });

    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
  });
});
