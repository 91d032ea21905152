import { describe, expect, test } from 'vitest';
import { clockTime, nextCallAt } from '#api/subjects/calls.ts';

const newYork = {
  status: 'ACTIVE' as const,
  timeZone: 'America/New_York',
  callTimes: [{ weekday: 7, minute: 14 * 60 }],
  callsAgreed: true,
};
const next = (subject: typeof newYork, now: string) => nextCallAt(subject, new Date(now))?.toISOString();

describe('The next call', () => {
  test('is the soonest future time, today’s if it has not passed', () => {
    const subject = {
      ...newYork,
      callTimes: [
        { weekday: 4, minute: 15 * 60 },
        { weekday: 1, minute: 9 * 60 + 30 },
      ],
    };

    // Thursday, 12 November 2026, 10:42 in New York.
    expect(next(subject, '2026-11-12T15:42:00Z')).toBe('2026-11-12T20:00:00.000Z');
    expect(next(subject, '2026-11-12T20:00:00Z')).toBe('2026-11-16T14:30:00.000Z');
  });

  test('is in a week when today’s only time has passed', () => {
    expect(next(newYork, '2026-11-15T19:00:01Z')).toBe('2026-11-22T19:00:00.000Z');
  });

  test('stays at 14:00 local time when summer time begins and ends', () => {
    // 8 March 2026 and 1 November 2026 are Sundays on which the clocks change.
    expect(next(newYork, '2026-03-07T12:00:00Z')).toBe('2026-03-08T18:00:00.000Z');
    expect(next(newYork, '2026-03-01T12:00:00Z')).toBe('2026-03-01T19:00:00.000Z');
    expect(next(newYork, '2026-10-26T12:00:00Z')).toBe('2026-11-01T19:00:00.000Z');
    expect(next(newYork, '2026-10-25T12:00:00Z')).toBe('2026-10-25T18:00:00.000Z');
  });

  test('uses the subject’s local day, not the server’s', () => {
    const auckland = { ...newYork, timeZone: 'Pacific/Auckland', callTimes: [{ weekday: 1, minute: 540 }] };

    // Sunday evening in London is Monday morning in Auckland.
    expect(next(auckland, '2026-11-15T19:30:00Z')).toBe('2026-11-15T20:00:00.000Z');
  });

  test('is null without times, without consent, or when the subject is not active', () => {
    const now = '2026-11-12T15:42:00Z';

    expect(next({ ...newYork, callTimes: [] }, now)).toBeUndefined();
    expect(next({ ...newYork, callsAgreed: false }, now)).toBeUndefined();
    for (const status of ['DRAFT', 'AWAITING_CONSENT', 'PAUSED', 'MEMORIAL', 'DELETED'] as const) {
      expect(nextCallAt({ ...newYork, status }, new Date(now))).toBeNull();
    }
  });

  test('is formatted as local time', () => {
    expect([0, 545, 840, 1439].map(clockTime)).toEqual(['00:00', '09:05', '14:00', '23:59']);
  });
});
