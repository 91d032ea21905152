// @vitest-environment jsdom
import { gql } from '@apollo/client';
import { execute } from '@apollo/client/link';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { apollo } from '#web/app/apollo.ts';
import { connection, reportSocket } from '#web/app/connection.ts';
import { onSessionEnd } from '#web/app/session.ts';
import { backoffMs, openSocket, subscribeOver } from '#web/app/socket.ts';
import { FakeSocket } from './fake-socket.ts';

const silent = { next: () => undefined, error: () => undefined, complete: () => undefined };

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.reset();
  reportSocket('online');
});
afterEach(() => void vi.useRealTimers());

/** Lets everything happen that needs no time. */
const settle = () => vi.advanceTimersByTimeAsync(0);

async function watching() {
  const client = openSocket('ws://here.test/graphql', FakeSocket);
  const stop = client.subscribe({ query: 'subscription { tick }' }, silent);
  await settle();
  return { client, stop };
}

describe('The live connection', () => {
  test('is opened with the first subscription', async () => {
    openSocket('ws://here.test/graphql', FakeSocket);
    await settle();

    expect(FakeSocket.all).toHaveLength(0);
  });

  test('reconnects after 1 s, doubling up to 16 s, with jitter', () => {
    const middle = [0, 1, 2, 3, 4, 5, 40].map((n) => backoffMs(n, () => 0.5));

    expect(middle).toEqual([1000, 2000, 4000, 8000, 16000, 16000, 16000]);
    expect(backoffMs(2, () => 0)).toBe(3000);
    expect(backoffMs(2, () => 0.999)).toBeLessThan(5001);
    expect(backoffMs(0, () => 0)).toBe(1000);
    expect(backoffMs(9, () => 0.999)).toBe(16000);
  });

  test('reconnects by itself after a loss and reports its state meanwhile', async () => {
    await watching();
    FakeSocket.down = true;
    FakeSocket.last().drop(1006);
    await settle();
    expect(connection()).toBe('offline');

    await vi.advanceTimersByTimeAsync(120_000);
    expect(FakeSocket.all.length).toBeGreaterThan(5);
    expect(connection()).not.toBe('online');

    FakeSocket.down = false;
    await vi.advanceTimersByTimeAsync(16_000);
    expect(connection()).toBe('online');
    expect(FakeSocket.last().sent.map(({ type }) => type)).toEqual(['connection_init', 'subscribe']);
  });

  test('reconnects after its account exceeded the rate, and resumes', async () => {
    const client = openSocket('ws://here.test/graphql', FakeSocket);
    const failed = vi.fn();
    const heard = vi.fn();
    const query = gql`subscription Tick { tick }`;
    const watched = execute(
      subscribeOver(() => client),
      { query },
      { client: apollo },
    ).subscribe({
      next: heard,
      error: failed,
    });
    FakeSocket.refuses = 4429;
    await settle();
    const [asked, firstly] = [FakeSocket.all.length, connection()];
    await vi.advanceTimersByTimeAsync(5_000);
    expect([asked, FakeSocket.all.length, firstly]).toEqual([1, 1, 'offline']); // it waits before it asks again

    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.all.length).toBeGreaterThan(2);
    FakeSocket.refuses = null;
    await vi.advanceTimersByTimeAsync(16_000);
    FakeSocket.last().event({ tick: 1 });
    expect([connection(), heard.mock.calls.length, failed.mock.calls.length]).toEqual(['online', 1, 0]);

    // Cut for the same reason while it is followed, and left before it is back: nothing is asked any more.
    FakeSocket.last().drop(4429);
    await settle();
    watched.unsubscribe();
    const before = FakeSocket.all.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.all).toHaveLength(before);
  });

  test('reconnects after 60 s without any message', async () => {
    await watching();
    await vi.advanceTimersByTimeAsync(59_000);
    expect(FakeSocket.all).toHaveLength(1);

    await vi.advanceTimersByTimeAsync(1_000 + 1_300);
    expect(FakeSocket.all).toHaveLength(2);
  });

  test('stays open as long as the server answers its pings', async () => {
    await watching();
    const socket = FakeSocket.last();
    for (let i = 0; i < 10; i++) {
      await vi.advanceTimersByTimeAsync(20_000);
      socket.hand({ type: 'pong' });
    }

    expect(socket.sent.some(({ type }) => type === 'ping')).toBe(true);
    expect(FakeSocket.all).toHaveLength(1);
  });

  describe('when told that the session has ended,', () => {
    const teresa = { user: { id: 'u', name: 'Teresa', email: 't@example.com' }, session: {} };
    const server = (answer: object | null | Error) =>
      vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
        if (answer instanceof Error) throw answer;
        return Response.json(answer);
      });
    const ended = vi.fn();
    let stop = () => {};
    beforeEach(() => {
      ended.mockClear();
      stop = onSessionEnd(ended);
    });
    afterEach(() => {
      stop();
      vi.restoreAllMocks();
    });

    test.each([4401, 4403])('asks whether it is, and ends it (%i)', async (code) => {
      const asked = server(null);
      const { client } = await watching();
      FakeSocket.last().drop(code);
      await settle();

      expect(asked).toHaveBeenCalledTimes(1);
      expect(ended).toHaveBeenCalledTimes(1);
      void client.dispose();
    });

    test('continues if it has not', async () => {
      server(teresa);
      const { client } = await watching();
      FakeSocket.last().drop(4403);
      await vi.advanceTimersByTimeAsync(2_000);

      expect(ended).not.toHaveBeenCalled();
      expect(FakeSocket.last().subscribed().type).toBe('subscribe');
      void client.dispose();
    });

    test('checks twice in a row before it accepts that', async () => {
      const asked = server(teresa);
      const { client } = await watching();
      FakeSocket.refuses = 4403;
      FakeSocket.last().drop(4403);
      await vi.advanceTimersByTimeAsync(10_000);

      expect(asked).toHaveBeenCalledTimes(2);
      expect(ended).toHaveBeenCalled();
      void client.dispose();
    });

    test('retries the check up to ten times on network errors without signing out', async () => {
      const asked = server(new TypeError('Failed to fetch'));
      const { client } = await watching();
      FakeSocket.last().drop(4401);
      await vi.advanceTimersByTimeAsync(300_000);

      expect(asked).toHaveBeenCalledTimes(11);
      expect(ended).not.toHaveBeenCalled();
      void client.dispose();
    });
  });
});
