import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { MailRefused } from '#api/adapters/mail/port.ts';
import { ports } from '#api/adapters/ports.ts';
import { notify } from '#api/notices/service.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { becomes, scrape, some, sumOf } from '#tests/support/metrics.ts';
import { server, useOwnServer } from '#tests/support/world.ts';

useOwnServer();

const kind = 'verify-email';
const job = 'notices.send';

const write = (recipient: string) =>
  transaction((tx) =>
    notify(tx, {
      kind,
      channel: 'mail',
      recipient: `${recipient}@evertold.test`,
      data: { name: 'Anna', url: 'https://evertold.test/verify' },
      dedupeKey: newId(),
    }),
  );

/** Has a job that is to be tried again be tried now, for the last time. */
async function tryForTheLastTime() {
  const owner = new pg.Client({ connectionString: server().adminUrl });
  await owner.connect();
  await owner.query(
    `update jobs.job set retry_limit = retry_count, start_after = now() where name = $1 and state = 'retry'`,
    [job],
  );
  await owner.end();
}

describe('The numbers of the queue', () => {
  test('tell of jobs and letters that were done, that failed, that are at work and that wait', async () => {
    const { send } = ports.mail;
    const held = Promise.withResolvers<void>();
    ports.mail.send = async (letter) => {
      if (letter.to.startsWith('nobody')) throw new MailRefused('No such address');
      if (letter.to.startsWith('away')) throw new Error('Away');
      await held.promise;
      return send(letter);
    };
    await write('nobody');
    await write('away');

    await becomes('evertold_mails_total', { kind, outcome: 'refused' }, 1);
    await becomes('evertold_mails_total', { kind, outcome: 'failed' }, some);
    await becomes('evertold_job_run_duration_seconds_count', { job, outcome: 'failed' }, some);
    await becomes('evertold_notices', { state: 'failed' }, 1);
    await becomes('evertold_notices', { state: 'waiting' }, some);
    await becomes('evertold_notices_oldest_waiting_seconds', {}, some);
    await becomes('evertold_jobs', { job, state: 'retry' }, some);
    expect(sumOf(await scrape(), 'evertold_jobs', { state: 'failed' })).toBe(0);

    await tryForTheLastTime();
    await becomes('evertold_mails_total', { kind, outcome: 'failed' }, (now) => now > 1);
    for (const recipient of ['anna', 'ed', 'lea', 'hal', 'gus', 'des']) await write(recipient);

    await becomes('evertold_jobs', { job, state: 'waiting' }, some);
    await becomes('evertold_jobs_oldest_waiting_seconds', { job }, (now) => now > 1);
    await becomes('evertold_jobs', { job, state: 'active' }, 4);
    await becomes('evertold_jobs', { job, state: 'failed' }, 1);

    held.resolve();
    await becomes('evertold_mails_total', { kind, outcome: 'sent' }, 6);
    await becomes('evertold_jobs', { job, state: 'waiting' }, 0);
    await becomes('evertold_jobs_oldest_waiting_seconds', {}, 0);
    ports.mail.send = send;
  });
});
