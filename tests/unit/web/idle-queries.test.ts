import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { idleQueries } from '#web/app/idle-queries.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('A live query that nobody looks at', () => {
  test('goes on for 300,000 ms, and is stopped then', () => {
    const stopped: string[] = [];
    const idle = idleQueries<string>((kept) => stopped.push(kept));
    idle.leave('key', 'query');

    vi.advanceTimersByTime(299_999);
    expect(stopped).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(stopped).toEqual(['query']);
    expect(idle.size).toBe(0);
  });

  test('is not stopped when somebody looks at it again', () => {
    const stopped: string[] = [];
    const idle = idleQueries<string>((kept) => stopped.push(kept));
    idle.leave('key', 'query');

    expect(idle.take('key')).toBe('query');
    expect(idle.take('key')).toBeUndefined();
    vi.advanceTimersByTime(600_000);
    expect(stopped).toEqual([]);
  });

  test('is stopped early when 250 others were left after it', () => {
    const stopped: string[] = [];
    const idle = idleQueries<string>((kept) => stopped.push(kept));
    for (let i = 0; i < 251; i++) idle.leave(`key ${i}`, `query ${i}`);

    expect(stopped).toEqual(['query 0']);
    expect(idle.size).toBe(250);
  });
});
