import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isCrowded, mostWaiting, turnOf } from '#api/graphql/limits/turns.ts';

test('Networks take turns, so that a single caller does not wait behind many of another network', async () => {
  const began: string[] = [];
  const ask = (who: string, network: string) => turnOf(network).then(() => void began.push(who));
  const crowd = Promise.all(['1', '2', '3', '4'].map((who) => ask(who, 'crowded')));
  const alone = ask('alone', 'quiet');

  const atOnce: number[] = [];
  for (let before = 0; began.length < 5; before = began.length) {
    await turn();
    atOnce.push(began.length - before);
  }
  await Promise.all([crowd, alone]);

  expect(began).toEqual(['1', 'alone', '2', '3', '4']);
  expect(Math.max(...atOnce)).toBe(1);
});

test('After a long turn, other work runs before the next turn', async () => {
  const order: string[] = [];
  const busy = async (who: string) => {
    await turnOf('crowded');
    order.push(who);
    for (const until = performance.now() + 20; performance.now() < until; );
    if (who === 'first') setTimeout(() => order.push('somebody else'), 5);
  };

  await Promise.all([busy('first'), busy('second')]);

  expect(order).toEqual(['first', 'somebody else', 'second']);
});

test('The queue of a network is limited, and a finished turn frees a place', async () => {
  const line = Array.from({ length: mostWaiting }, () => turnOf('crowded'));
  expect([isCrowded('crowded'), isCrowded('quiet')]).toEqual([true, false]);

  await line[0];
  await turn();
  expect(isCrowded('crowded')).toBe(false);
  await Promise.all(line);
});
