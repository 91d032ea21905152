import { expect, test } from 'vitest';
import { covers, nestsWithOneOf } from '#api/biography/pipeline/cards.ts';

const span = (start: number, end: number, messageId = 'one') => ({ messageId, start, end });

test('two spans nest only when one contains the other', () => {
  const spans = [span(10, 20), span(12, 14), span(30, 60), span(31, 33), span(5, 8, 'other')];
  const isShared = nestsWithOneOf(spans);

  for (let start = 0; start < 62; start++)
    for (let end = start + 1; end <= 62; end++)
      for (const messageId of ['one', 'other', 'none']) {
        const asked = span(start, end, messageId);
        expect(isShared(asked)).toBe(spans.some((each) => covers(each, asked) || covers(asked, each)));
      }
});

test('a story of four thousand spans is compared with another in a few milliseconds', () => {
  const spans = Array.from({ length: 4_000 }, (_, at) => span(at * 5, at * 5 + 4));
  const before = process.threadCpuUsage().user;

  const isShared = nestsWithOneOf(spans);

  expect(spans.filter(isShared)).toHaveLength(4_000);
  expect((process.threadCpuUsage().user - before) / 1000).toBeLessThan(50);
});
