import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { idleQueries } from '#web/app/idle-queries.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('An unused live query', () => {
  test('continues for 300,000 ms and then stops', () => {
    const stopped: string[] = [];
    const idle = idleQueries<string>((kept) => stopped.push(kept));
    idle.leave('key', 'query');

    vi.advanceTimersByTime(299_999);
    expect(stopped).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(stopped).toEqual(['query']);
    expect(idle.size).toBe(0);
  });

  test('continues when it is used again', () => {
    const stopped: string[] = [];
    const idle = idleQueries<string>((kept) => stopped.push(kept));
    idle.leave('key', 'query');

    expect(idle.take('key')).toBe('query');
    expect(idle.take('key')).toBeUndefined();
    vi.advanceTimersByTime(600_000);
    expect(stopped).toEqual([]);
  });

  test('stops early when 250 newer ones are unused', () => {
    const stopped: string[] = [];
    const idle = idleQueries<string>((kept) => stopped.push(kept));
    for (let i = 0; i < 251; i++) idle.leave(`key ${i}`, `query ${i}`);

    expect(stopped).toEqual(['query 0']);
    expect(idle.size).toBe(250);
  });
});
