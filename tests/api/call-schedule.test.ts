import { describe, expect, test } from 'vitest';
import { placeDueCalls } from '#api/calls/jobs.ts';
import { db } from '#api/platform/database/database.ts';
import { standAt, useClock } from '#tests/support/clock.ts';
import { changedEvenings, clockChanges } from '#tests/support/clock-changes.ts';
import { succeeded } from '#tests/support/person.ts';
import { aPhoneService } from '#tests/support/twilio/phone-service.ts';
import { aFamily, useOwnServer } from '#tests/support/world.ts';

const service = await aPhoneService();
useOwnServer(service.env);
useClock();

type CallTime = { weekday: number; time: string };

/** A family that chose times, on Sundays unless they say otherwise, in a zone. */
async function aScheduledFamily(chosen: string | CallTime[], timeZone: string, hours: object = {}) {
  standAt('2026-09-01T12:00:00Z');
  const { owner, editor, self, subject } = await aFamily();
  succeeded(await owner.gql('UpdateSubject', { input: { id: subject.id, timeZone } }));
  const callTimes = typeof chosen === 'string' ? [{ weekday: 7, time: chosen }] : chosen;
  const schedule = { id: subject.id, scheduledBy: 'PHONE', callTimes, ...hours };
  succeeded(await editor.gql('UpdateSubject', { input: schedule }));
  return { subjectId: subject.id, phone: subject.phone, self };
}

const callsOf = (subjectId: string) =>
  db.call.findMany({ where: { subjectId }, orderBy: [{ scheduledFor: 'asc' }, { attempt: 'asc' }] });

/** Ends the call that rings, as if nobody had taken it, or somebody had. */
const ended = (subjectId: string, status: 'MISSED' | 'COMPLETED', endedAt: Date) =>
  db.conversation.updateMany({ where: { subjectId, status: 'RINGING' }, data: { status, endedAt } });

/** What calls there are when this minute is looked at. */
async function callsAt(subjectId: string, moment: string) {
  standAt(moment);
  await placeDueCalls();
  return callsOf(subjectId);
}

const from = (moment: string, minutes: number) => new Date(Date.parse(moment) + minutes * 60_000);

describe('When the clocks change', () => {
  test.each(clockChanges)('in %s a call comes at 14:00 local time: %s, %s', async (zone, before, after) => {
    const { subjectId, phone } = await aScheduledFamily('14:00', zone);
    for (const [at, moment] of [before, after].entries()) {
      for (const minutes of [-61, -60, -1, 0, 1, 14, 59, 60, 61]) {
        standAt(from(moment, minutes).toISOString());
        await placeDueCalls();
        const placed = await callsOf(subjectId);
        expect(placed, `${minutes} minutes from ${moment}`).toHaveLength(at + (minutes < 0 ? 0 : 1));
      }
      const rung = () => service.calls.filter(({ to }) => to === phone).length;
      standAt(moment);
      await expect.poll(rung, { timeout: 30_000 }).toBe(at + 1);
      await ended(subjectId, 'COMPLETED', new Date(moment));
    }
    expect((await callsOf(subjectId)).map(({ scheduledFor }) => scheduledFor?.toISOString())).toEqual(
      [before, after].map((moment) => new Date(moment).toISOString()),
    );
  });

  test.each(changedEvenings)(
    'in %s a missed call is tried again within the hours of %s, %s',
    async (...given) => {
      const [zone, , quarterToNine] = given;
      const hours = { hoursFrom: '08:00', hoursUntil: '21:00' };
      const { subjectId } = await aScheduledFamily('20:10', zone, hours);
      /** How many calls there are when it is looked at this many minutes after 20:10. */
      const placedBy = async (minutes: number) => {
        standAt(from(quarterToNine, minutes - 35).toISOString());
        await placeDueCalls();
        return (await callsOf(subjectId)).length;
      };
      expect(await placedBy(-1)).toBe(0);
      expect(await placedBy(0)).toBe(1);
      await ended(subjectId, 'MISSED', from(quarterToNine, 3 - 35));
      // At 20:58 and 20:59.
      expect(await placedBy(48)).toBe(1);
      expect(await placedBy(49)).toBe(2);
      await ended(subjectId, 'MISSED', from(quarterToNine, 49 - 35));
      // From 21:00 until 7:59, and at 8:00.
      for (const minutes of [50, 95, 96, 110, 300, 709]) {
        expect(await placedBy(minutes), `${minutes} minutes after 20:10`).toBe(2);
      }
      expect(await placedBy(710)).toBe(3);
    },
  );
});

/** For each zone: Saturday 17:20 before a change of the clocks, and Sunday 9:00 after it. */
const changedNights: [string, string, string][] = [
  ['America/New_York', '2026-10-31T21:20:00Z', '2026-11-01T14:00:00Z'],
  ['Europe/Lisbon', '2027-03-27T17:20:00Z', '2027-03-28T08:00:00Z'],
  ['Australia/Sydney', '2026-10-03T07:20:00Z', '2026-10-03T22:00:00Z'],
];

describe('A scheduled call that was missed late in the day', () => {
  const lateOn = (...days: number[]) => days.map((weekday) => ({ weekday, time: '17:20' }));
  /** The number of calls at the minute this long after a moment. */
  const countAt = async (subjectId: string, moment: string, minutes: number) =>
    (await callsAt(subjectId, from(moment, minutes).toISOString())).length;
  const missedAt = (subjectId: string, moment: string, minutes: number) =>
    ended(subjectId, 'MISSED', from(moment, minutes));

  test.each(changedNights)(
    'in %s is tried twice more the next morning, though the clocks change that night: %s, %s',
    async (zone, twentyPastFive, nine) => {
      const { subjectId } = await aScheduledFamily(lateOn(6), zone);
      expect(await countAt(subjectId, twentyPastFive, 0)).toBe(1);
      await missedAt(subjectId, twentyPastFive, 3);
      // Until 18:00, in the evening, and at 8:59.
      for (const minutes of [39, 40, 48, 200])
        expect(await countAt(subjectId, twentyPastFive, minutes)).toBe(1);
      expect(await countAt(subjectId, nine, -1)).toBe(1);
      expect(await countAt(subjectId, nine, 0)).toBe(2);
      await missedAt(subjectId, nine, 2);
      expect(await countAt(subjectId, nine, 46)).toBe(2);
      expect(await countAt(subjectId, nine, 48)).toBe(3);
      await missedAt(subjectId, nine, 50);
      for (const minutes of [96, 300, 24 * 60]) expect(await countAt(subjectId, nine, minutes)).toBe(3);
    },
  );

  const [zone, twentyPastFive, nine] = ['Europe/Lisbon', '2027-03-27T17:20:00Z', '2027-03-28T08:00:00Z'];

  test('is tried once that day and once the next when it was at half past four', async () => {
    const { subjectId } = await aScheduledFamily([{ weekday: 6, time: '16:30' }], zone);
    expect(await countAt(subjectId, twentyPastFive, -50)).toBe(1);
    await missedAt(subjectId, twentyPastFive, -47);
    expect(await countAt(subjectId, twentyPastFive, -1)).toBe(2);
    await missedAt(subjectId, twentyPastFive, 1);
    expect(await countAt(subjectId, twentyPastFive, 60)).toBe(2);
    expect(await countAt(subjectId, nine, 0)).toBe(3);
  });

  test('is not tried again when the next scheduled call comes first, even one that is skipped', async () => {
    const next = { weekday: 7, time: '09:40' };
    const [waiting, skipping] = [
      await aScheduledFamily([...lateOn(6), next], zone),
      await aScheduledFamily([...lateOn(6), next], zone),
    ];
    standAt(twentyPastFive);
    await placeDueCalls();
    for (const { subjectId } of [waiting, skipping]) await missedAt(subjectId, twentyPastFive, 3);
    await db.subject.update({
      where: { id: skipping.subjectId },
      data: { skippedCallAt: from(nine, 40) },
    });
    expect(await countAt(waiting.subjectId, nine, 0)).toBe(1);
    const [first, second, ...more] = await callsAt(waiting.subjectId, from(nine, 40).toISOString());
    expect([first?.attempt, second?.attempt, more]).toEqual([1, 1, []]);
    expect(second?.scheduledFor).toEqual(from(nine, 40));
    await ended(waiting.subjectId, 'COMPLETED', from(nine, 50));
    expect(await countAt(waiting.subjectId, nine, 200)).toBe(2);
    for (const minutes of [0, 40, 48, 200]) {
      expect(await countAt(skipping.subjectId, nine, minutes), `${minutes} minutes after nine`).toBe(1);
    }
  });

  test.each([
    ['calls are paused', { callsPausedUntil: new Date('2027-04-10T12:00:00Z') }],
    ['texts were chosen instead', { scheduledBy: 'SMS' as const }],
    ['calls were paused until the morning', { callsPausedUntil: new Date('2027-03-28T07:30:00Z') }],
    ['the book is paused', { status: 'PAUSED' as const }],
    ['its time was moved', { callTimes: { updateMany: { where: {}, data: { minute: 18 * 60 } } } }],
    ['its time was removed', { callTimes: { deleteMany: {} } }],
  ])('is not tried again when %s', async (_why, data) => {
    const { subjectId } = await aScheduledFamily(lateOn(6), zone);
    expect(await countAt(subjectId, twentyPastFive, 0)).toBe(1);
    await missedAt(subjectId, twentyPastFive, 3);
    await db.subject.update({ where: { id: subjectId }, data });
    expect(await countAt(subjectId, nine, 0)).toBe(1);
  });

  test('is not tried again when the person has taken back that they may be called', async () => {
    const { subjectId, self } = await aScheduledFamily(lateOn(6), zone);
    expect(await countAt(subjectId, twentyPastFive, 0)).toBe(1);
    await missedAt(subjectId, twentyPastFive, 3);
    const input = { subjectId, kinds: ['CALLS'] };
    succeeded(
      await self.gql(
        `mutation ($input: WithdrawConsentInput!) { withdrawConsent(input: $input) { __typename } }`,
        { input },
      ),
    );
    expect(await countAt(subjectId, nine, 0)).toBe(1);
  });
});
