import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobs } from '#api/jobs.ts';
import { db } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { closeJobs, letWorkEnd, openJobs, workOnJobs } from '#api/platform/jobs.ts';
import { day } from '#tests/support/clock.ts';
import { server, useOwnServer } from '#tests/support/server.ts';

useOwnServer();

let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: server().adminUrl });
  await owner.connect();
});
afterAll(() => owner.end());

/** Has nobody work for a while in which this happens. */
async function away(meanwhile: () => Promise<unknown>) {
  await letWorkEnd();
  await closeJobs();
  await meanwhile();
  await openJobs(server().databaseUrl, jobs, { work: true });
  await workOnJobs(jobs);
}

/** As if it had been so many days. */
async function daysPass(days: number) {
  await owner.query(`update jobs.version set cron_on = cron_on - $1 * interval '1 day'`, [days]);
  await owner.query(`update jobs.schedule set created_on = created_on - $1 * interval '1 day'`, [days]);
}

describe('A schedule', () => {
  test('that came due while nobody worked is caught up with by the next who does', async () => {
    const long = new Date(Date.now() - 31 * day);
    const what = { kind: 'texts-help', channel: 'sms', recipient: '+14015550100', data: {} };
    const { id } = await db.notice.create({
      data: { ...what, dedupeKey: newId(), status: 'SENT', createdAt: long },
    });

    await away(() => daysPass(2));

    await expect.poll(() => db.notice.findUnique({ where: { id } }), { timeout: 60_000 }).toBeNull();
  });

  test('that an earlier version made is caught up with from then on, too', async () => {
    await away(() => owner.query(`update jobs.schedule set options = '{}'`));

    const { rows } = await owner.query(
      `select distinct options->>'missed' as missed, count(*)::int as schedules from jobs.schedule group by 1`,
    );
    expect(rows).toEqual([{ missed: 'once', schedules: jobs.filter(({ cron }) => cron).length }]);
  });
});
