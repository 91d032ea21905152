import { describe, expect, test } from 'vitest';
import { together } from '#api/platform/database/together.ts';

const rowOf = (asked: string) => ({ asked, name: `name of ${asked}` });

function lookUp(answer: (asked: string[]) => Promise<{ asked: string; name: string }[]>) {
  const asked: string[][] = [];
  const by = together((keys) => {
    asked.push(keys);
    return answer(keys);
  });
  return { by, asked };
}

describe('A batched look-up', () => {
  test('runs once for all calls of one turn, and each call gets its own row', async () => {
    const { by, asked } = lookUp(async (keys) =>
      keys
        .filter((key) => key !== 'gone')
        .map(rowOf)
        .reverse(),
    );
    const found = await Promise.all(['a', 'gone', 'b', 'a'].map(by));
    expect(found).toEqual([rowOf('a'), undefined, rowOf('b'), rowOf('a')]);
    expect(asked).toEqual([['a', 'gone', 'b']]);
  });

  test('runs again for later calls, also while an earlier one is pending', async () => {
    let answer = () => {};
    const held = new Promise<void>((go) => {
      answer = go;
    });
    let name = 'before';
    const { by, asked } = lookUp(async (keys) => {
      const rows = keys.map((key) => ({ asked: key, name }));
      if (asked.length === 1) await held;
      return rows;
    });
    const first = by('a');
    await expect.poll(() => asked.length).toBe(1);
    name = 'after';
    await expect(by('a')).resolves.toMatchObject({ name: 'after' });
    answer();
    await expect(first).resolves.toMatchObject({ name: 'before' });
  });

  test('is split into batches of a hundred', async () => {
    const { by, asked } = lookUp(async (keys) => keys.map(rowOf));
    const keys = Array.from({ length: 250 }, (_, i) => `key ${i}`);
    expect(await Promise.all(keys.map(by))).toEqual(keys.map(rowOf));
    expect(asked.map((part) => part.length)).toEqual([100, 100, 50]);
  });

  test('fails for all calls of its batch and for no later call', async () => {
    const { by, asked } = lookUp(async (keys) => {
      if (asked.length === 1) throw new Error('The connection was cut');
      return keys.map(rowOf);
    });
    const settled = await Promise.allSettled(['a', 'b'].map(by));
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(by('a')).resolves.toEqual(rowOf('a'));
  });
});
