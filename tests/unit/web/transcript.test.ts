import { describe, expect, test } from 'vitest';
import { byMonth, clock, lengthInWords } from '#web/conversations/call-times.ts';
import { wordAt } from '#web/conversations/recording/playback.ts';
import { type Entry, joined, openedAt } from '#web/conversations/script/transcript.ts';

function entries(from: number, to: number): Entry[] {
  return Array.from({ length: to - from + 1 }, (_, i) => {
    const seq = from + i;
    const node = { __typename: 'Message', id: `m${seq}`, seq, role: 'user', text: `${seq}` };
    return { cursor: `c${seq}`, node } as unknown as Entry;
  });
}
const seqs = (list: readonly Entry[]) => list.map(({ node }) => node.seq);
const page = (from: number, to: number, of: number) => ({
  edges: entries(from, to),
  pageInfo: { hasNextPage: to < of, hasPreviousPage: from > 0 },
});

describe('A transcript', () => {
  test('a transcript opens whole when its first and last pages meet', () => {
    const opened = openedAt({ opening: page(0, 49, 70), latest: page(21, 70, 70) }, true);

    expect(seqs(opened.entries)).toEqual(seqs(entries(0, 70)));
    expect(opened).toMatchObject({ hasEarlier: false, hasLater: false });
  });

  test('a live transcript opens at its end, a finished one at its beginning', () => {
    const pages = { opening: page(0, 49, 999), latest: page(950, 999, 999) };

    expect(openedAt(pages, true)).toMatchObject({ hasEarlier: true, hasLater: false });
    expect(seqs(openedAt(pages, true).entries)[0]).toBe(950);
    expect(openedAt(pages, false)).toMatchObject({ hasEarlier: false, hasLater: true });
    expect(seqs(openedAt(pages, false).entries).at(-1)).toBe(49);
  });

  test('a transcript has each message once, in the order of the conversation', () => {
    expect(seqs(joined(entries(3, 5), [...entries(5, 6), ...entries(1, 2)]))).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

describe('Times of conversations', () => {
  test('durations are formatted as people say them', () => {
    expect([lengthInWords(20), lengthInWords(1624), lengthInWords(3900)]).toEqual([
      'under a minute',
      '27 min',
      '1 h 5 min',
    ]);
    expect([clock(408), clock(3725)]).toEqual(['6:48', '1:02:05']);
  });

  test('calls, also missed ones, are grouped by month in the time zone of the call', () => {
    const calls = [
      { startedAt: '2026-11-01T02:00:00Z', endedAt: '2026-11-01T02:20:00Z' },
      // Nobody took it.
      { startedAt: null, endedAt: '2026-10-30T12:00:00Z' },
    ];

    expect(byMonth(calls, 'America/New_York').map(({ month }) => month)).toEqual(['October']);
    expect(byMonth(calls, 'Europe/Lisbon').map(({ month }) => month)).toEqual(['November', 'October']);
  });
});

describe('The word being spoken', () => {
  test('the spoken word moves evenly through its message, and is null outside it', () => {
    expect(wordAt(1000, 1000, 2000, 4)).toBe(0);
    expect(wordAt(1999, 1000, 2000, 4)).toBe(3);
    expect(wordAt(2000, 1000, 2000, 4)).toBeNull();
    expect(wordAt(null, 1000, 2000, 4)).toBeNull();
    const starts = [1100, 1200, 1900];
    expect([1000, 1150, 1899, 1900].map((ms) => wordAt(ms, 1000, 2000, starts))).toEqual([0, 0, 1, 2]);
    expect(wordAt(2000, 1000, 2000, starts)).toBeNull();
  });
});
