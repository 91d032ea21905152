import { describe, expect, test } from 'vitest';
import { resumeWaiting } from '#api/notices/resume.ts';
import { db, pool } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { anAddress } from '#tests/support/account.ts';
import { minute } from '#tests/support/clock.ts';
import { aPhone } from '#tests/support/phone.ts';
import { useOwnServer } from '#tests/support/server.ts';

useOwnServer();

const help = () => ({ kind: 'texts-help', channel: 'sms', recipient: aPhone(), data: {} });
const welcome = () => {
  const data = { name: 'Anna', url: 'http://localhost/verify' };
  return { kind: 'verify-email', channel: 'mail', recipient: anAddress(), data };
};

describe('A notice that waits, and that no job knows of', () => {
  test.each([
    ['a letter', welcome, 'notices.send'],
    ['a text', help, 'notices.sendText'],
  ])('as %s is queued again among its like, once, however often it is looked for', async (_, what, name) => {
    const createdAt = new Date(Date.now() - 6 * minute);
    const { id } = await db.notice.create({ data: { ...what(), createdAt, dedupeKey: newId() } });

    await resumeWaiting.run({}, AbortSignal.timeout(60_000));
    await resumeWaiting.run({}, AbortSignal.timeout(60_000));

    const status = async () => (await db.notice.findUnique({ where: { id } }))?.status;
    await expect.poll(status, { timeout: 20_000 }).toBe('SENT');
    const { rows } = await pool.query(`select name, priority from jobs.job where data->>'noticeId' = $1`, [
      id,
    ]);
    expect(rows).toEqual([{ name, priority: 1 }]);
  });
});
