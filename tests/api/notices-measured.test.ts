import { beforeEach, describe, expect, test } from 'vitest';
import { oldestNotice } from '#api/notices/measures.ts';
import { db } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { standAt, useClock } from '#tests/support/clock.ts';
import { useOwnServer } from '#tests/support/server.ts';

// Nobody sends here.
useOwnServer({ ROLE: 'web' });
useClock();
beforeEach(() => db.notice.deleteMany());

type Waiting = { createdAt: string; claimedUntil?: string; timeZone?: string };

const letter = (waiting: Waiting) =>
  db.notice.create({
    data: {
      kind: 'wellbeing',
      channel: 'mail',
      recipient: 'anna@evertold.test',
      data: {},
      ...key(),
      ...waiting,
    },
  });
/** To somebody whose morning begins at 14:00 UTC. */
const textByDay = (waiting: Waiting) =>
  db.notice.create({
    data: {
      ...{ kind: 'ask-for-texts', channel: 'sms', recipient: '+12025550100', data: {} },
      ...{ timeZone: 'America/New_York', ...key(), ...waiting },
    },
  });
const key = () => ({ dedupeKey: newId() });

/** The number at a moment. */
async function oldestAt(moment: string): Promise<number | undefined> {
  standAt(moment);
  return (await oldestNotice.read())[0]?.value;
}

describe('The age of the oldest notice', () => {
  test('is nothing where none waits, else that of the one that has waited longest, in hand or not', async () => {
    expect(await oldestAt('2026-11-24T12:00:00Z')).toBe(0);
    await letter({ createdAt: '2026-11-24T11:50:00Z' });
    await letter({ createdAt: '2026-11-24T11:40:00Z', claimedUntil: '2026-11-24T12:00:30Z' });
    expect(await oldestAt('2026-11-24T12:00:00Z')).toBe(1_200);
  });

  test('leaves out a text that waits for the morning of its reader, and counts from that morning then', async () => {
    await textByDay({ createdAt: '2026-11-24T03:00:00Z', claimedUntil: '2026-11-24T14:00:00Z' });
    expect(await oldestAt('2026-11-24T03:05:00Z')).toBe(0);
    expect(await oldestAt('2026-11-24T13:59:30Z')).toBe(0);
    expect(await oldestAt('2026-11-24T14:04:00Z')).toBe(240);
  });

  test('counts from the latest of mornings where its reader may be in several zones', async () => {
    const timeZone = 'America/Los_Angeles America/New_York';
    await textByDay({ createdAt: '2026-11-24T03:00:00Z', timeZone });
    expect(await oldestAt('2026-11-24T16:55:00Z')).toBe(0);
    expect(await oldestAt('2026-11-24T17:04:00Z')).toBe(240);
  });

  test('counts a text that is late in its reader’s day, until that day is over', async () => {
    const text = await textByDay({ createdAt: '2026-11-24T22:00:00Z' });
    await letter({ createdAt: '2026-11-24T22:30:00Z' });
    expect(await oldestAt('2026-11-24T22:40:00Z')).toBe(2_400);
    await db.notice.update({ where: { id: text.id }, data: { claimedUntil: '2026-11-25T14:00:00Z' } });
    expect(await oldestAt('2026-11-24T23:30:00Z')).toBe(3_600);
  });
});
