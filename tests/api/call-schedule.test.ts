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

/** A family that chose a time on Sundays, in a zone. */
async function aScheduledFamily(time: string, timeZone: string, hours: object = {}) {
  standAt('2026-09-01T12:00:00Z');
  const { owner, editor, subject } = await aFamily();
  succeeded(await owner.gql('UpdateSubject', { input: { id: subject.id, timeZone } }));
  const callTimes = [{ weekday: 7, time }];
  const schedule = { id: subject.id, scheduledBy: 'PHONE', callTimes, ...hours };
  succeeded(await editor.gql('UpdateSubject', { input: schedule }));
  return { subjectId: subject.id, phone: subject.phone };
}

const callsOf = (subjectId: string) =>
  db.call.findMany({ where: { subjectId }, orderBy: [{ scheduledFor: 'asc' }, { attempt: 'asc' }] });

/** Ends the call that rings, as if nobody had taken it, or somebody had. */
const ended = (subjectId: string, status: 'MISSED' | 'COMPLETED', endedAt: Date) =>
  db.conversation.updateMany({ where: { subjectId, status: 'RINGING' }, data: { status, endedAt } });

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
