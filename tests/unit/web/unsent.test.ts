import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Outcome,
  openUnsent,
  type Shelf,
  type UnsentUtterance,
} from '#web/conversations/talk/unsent.ts';

function aShelf(): Shelf & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

/** A server that can be offline and records every attempt. */
function aServer() {
  const attempts: UnsentUtterance[] = [];
  const server = {
    attempts,
    away: false,
    refuses: null as string | null,
    send: async (utterance: UnsentUtterance): Promise<Outcome> => {
      attempts.push(utterance);
      if (server.away) throw new Error('no answer');
      return server.refuses === null ? { stored: true } : { stored: false, problem: server.refuses };
    },
  };
  return server;
}

const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('Unsent messages', () => {
  test('an unsent message is shown at once, and disappears when it is stored', async () => {
    const unsent = openUnsent({ key: 'k', shelf: aShelf(), send: aServer().send });

    unsent.say('There was one chair nobody sat in');

    expect(unsent.now()).toMatchObject([{ text: 'There was one chair nobody sat in', state: 'sending' }]);
    await settled();
    expect(unsent.now()).toEqual([]);
  });

  test('an unsent message is kept while the server is offline, and sent again under the same id', async () => {
    const server = aServer();
    server.away = true;
    const unsent = openUnsent({ key: 'k', shelf: aShelf(), send: server.send });

    unsent.say('Yellow, from the porch');
    await settled();
    expect(unsent.now()).toMatchObject([{ state: 'waiting' }]);

    server.away = false;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(unsent.now()).toEqual([]);
    expect(new Set(server.attempts.map(({ clientMessageId }) => clientMessageId)).size).toBe(1);
  });

  test('unsent messages are sent at once when the connection is back', async () => {
    const server = aServer();
    server.away = true;
    const unsent = openUnsent({ key: 'k', shelf: aShelf(), send: server.send });
    unsent.say('Mum by the phone');
    await settled();

    server.away = false;
    unsent.retry();
    await settled();

    expect(unsent.now()).toEqual([]);
  });

  test('unsent messages keep their order', async () => {
    const server = aServer();
    server.away = true;
    const unsent = openUnsent({ key: 'k', shelf: aShelf(), send: server.send });
    unsent.say('first');
    await settled();
    unsent.say('second');
    await settled();

    server.away = false;
    unsent.retry();
    await settled();

    const answered = server.attempts.slice(-2).map(({ text }) => text);
    expect(answered).toEqual(['first', 'second']);
  });

  test('unsent messages survive a reload, and are sent under the same id', async () => {
    const shelf = aShelf();
    const gone = aServer();
    gone.away = true;
    openUnsent({ key: 'k', shelf, send: gone.send }).say('The ice truck');
    await settled();

    const back = aServer();
    const unsent = openUnsent({ key: 'k', shelf, send: back.send });
    await settled();

    expect(back.attempts.map(({ clientMessageId }) => clientMessageId)).toEqual([
      gone.attempts[0]?.clientMessageId,
    ]);
    expect(unsent.now()).toEqual([]);
    expect(shelf.kept.size).toBe(0);
  });

  test('a refused message stays with its reason, and can be taken back', async () => {
    const server = aServer();
    server.refuses = 'The conversation has ended';
    const unsent = openUnsent({ key: 'k', shelf: aShelf(), send: server.send });

    unsent.say('One more thing');
    await settled();

    const [refused] = unsent.now();
    expect(refused).toMatchObject({ state: 'refused', problem: 'The conversation has ended' });
    expect(unsent.takeBack(refused?.clientMessageId ?? '')).toBe('One more thing');
    expect(unsent.now()).toEqual([]);
  });

  test('foreign data in the storage is ignored', () => {
    const shelf = aShelf();
    shelf.setItem('k', '{"not": "a list"}');

    expect(openUnsent({ key: 'k', shelf, send: aServer().send }).now()).toEqual([]);
  });
});
