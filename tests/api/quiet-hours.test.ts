import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { zoneOfPhone } from '#api/platform/domain-values/phone.ts';
import { nextWithinAll } from '#api/platform/domain-values/time-zone.ts';
import { standAt, useClock } from '#tests/support/clock.ts';
import { succeeded } from '#tests/support/person.ts';
import { aPerson, aSubject, type Person, useServer } from '#tests/support/world.ts';

useServer();
useClock();

let numbers = 0;
const berlin = () => `+49301234${String(1_000 + numbers++)}`;
const moscow = () => `+7495123${String(1_000 + numbers++)}`;
const honolulu = () => `+1808555${String(1_000 + numbers++)}`;

const zoneOf = async (by: Person, id: string) =>
  (await by.gql(`{ subject(id: "${id}") { timeZone } }`)).subject.timeZone;

/** Until when the question to a phone waits. */
const waitsUntil = (recipient: string) =>
  expect.poll(
    async () => (await db.notice.findFirst({ where: { recipient } }))?.claimedUntil?.toISOString(),
    { timeout: 15_000 },
  );

describe('A phone, where nobody has said in what time zone it is', () => {
  test('is texted by day in its own country, however late it is elsewhere', async () => {
    standAt('2026-11-24T22:00:00Z');
    const [owner, phone] = [await aPerson('Teresa'), berlin()];
    const { id } = await aSubject(owner, { phone });
    expect(await zoneOf(owner, id)).toBe('Europe/Berlin');
    await waitsUntil(phone).toBe('2026-11-25T08:00:00.000Z');
  });

  test('is texted when it is day in all of its country', async () => {
    standAt('2026-11-24T06:00:00Z');
    const phone = honolulu();
    await aSubject(await aPerson('Teresa'), { phone });
    await waitsUntil(phone).toBe('2026-11-24T19:00:00.000Z');
  });

  test('is texted by the outermost hours where it is never day in all of its country', async () => {
    standAt('2026-11-24T22:00:00Z');
    const phone = moscow();
    await aSubject(await aPerson('Teresa'), { phone });
    await waitsUntil(phone).toBe('2026-11-25T06:00:00.000Z');
  });

  test('brings its zone with it when it is entered later, but for one that was said', async () => {
    standAt('2026-11-24T22:00:00Z');
    const owner = await aPerson('Teresa');
    const change = async (input: object) => succeeded(await owner.gql('UpdateSubject', { input }));
    const { id } = await aSubject(owner);
    await change({ id, phone: berlin() });
    expect(await zoneOf(owner, id)).toBe('Europe/Berlin');
    await change({ id, timeZone: 'Pacific/Honolulu' });
    const phone = berlin();
    await change({ id, phone });
    expect(await zoneOf(owner, id)).toBe('Pacific/Honolulu');
    // Where they live by what was said, it is noon.
    await expect
      .poll(async () => (await db.notice.findFirst({ where: { recipient: phone } }))?.status)
      .toBe('SENT');
  });
});

describe('The zone of a phone', () => {
  test.each([
    ['+12025550142', 'America/New_York'],
    ['+14165550142', 'America/Toronto'],
    ['+34912345678', 'Europe/Madrid'],
    ['+351211234567', 'Europe/Lisbon'],
    ['+61255501234', 'Australia/Sydney'],
    ['+442079460142', 'Europe/London'],
    // A number of no country.
    ['+80012345678', null],
  ])('%s is where most people of its country live', (phone, zone) => {
    expect(zoneOfPhone(phone)).toBe(zone);
  });
});

describe('Hours in several zones', () => {
  test('are there at once, later, or never', () => {
    const day = { from: 9 * 60, until: 18 * 60 };
    const zones = ['America/New_York', 'America/Los_Angeles'];
    const at = (moment: string) =>
      nextWithinAll(
        zones.map((zone) => ({ hours: day, zone })),
        new Date(moment),
      )?.toISOString();
    expect(at('2026-11-24T18:30:00Z')).toBe('2026-11-24T18:30:00.000Z');
    expect(at('2026-11-24T14:30:00Z')).toBe('2026-11-24T17:00:00.000Z');
    expect(at('2026-11-24T23:30:00Z')).toBe('2026-11-25T17:00:00.000Z');
    const opposite = ['Europe/Kaliningrad', 'Asia/Kamchatka'];
    const never = opposite.map((zone) => ({ hours: day, zone }));
    expect(nextWithinAll(never, new Date('2026-11-24T12:00:00Z'))).toBeNull();
  });
});
