import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { biographyWrite } from '#api/biography/jobs.ts';
import { biographyResume } from '#api/biography/pipeline/resume.ts';
import { answerWaiting } from '#api/conversations/jobs.ts';
import { db, pool } from '#api/platform/database/database.ts';
import { setAsideJobs } from '#api/platform/set-aside.ts';
import type { Answer } from '#tests/support/person.ts';
import { aTalk } from '#tests/support/talk.ts';
import { endWorkers } from '#tests/support/text-workers.ts';
import { aTelling, cardsOf, queueWriting, stories, until, writingOf } from '#tests/support/told.ts';
import { aFamily, server, theAdmin, useOwnServer } from '#tests/support/world.ts';

useOwnServer();

const signal = AbortSignal.timeout(120_000);
const mending: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const mend of mending.splice(0)) await mend();
});

/** Whoever owns the database does something in it. */
async function asOwner(...statements: string[]) {
  const owner = new pg.Client({ connectionString: server().adminUrl });
  await owner.connect();
  for (const statement of statements) await owner.query(statement);
  await owner.end();
}

/** Has the database refuse rows, with an error that quotes them. */
async function refuse(table: string, when: string): Promise<() => Promise<unknown>> {
  await asOwner(
    `create function refuse_row() returns trigger language plpgsql as $$
      begin if ${when} then raise exception 'refused: %', new; end if; return new; end $$`,
    `create trigger refuse_row before insert on ${table} for each row execute function refuse_row()`,
  );
  const mend = () =>
    asOwner(`drop trigger if exists refuse_row on ${table}`, 'drop function if exists refuse_row()');
  mending.push(mend);
  return mend;
}

async function desk() {
  const admin = await theAdmin();
  const { desk } = await admin.gql(`query { desk {
    failedJobs setAside { id work failure tries conversation { id } }
  } }`);
  return desk;
}

/** The jobs of a subject, as its page on the desk shows them. */
async function workOf(id: string): Promise<{ queuedWork: unknown[]; setAsideWork: { id: string }[] }> {
  const { subject } = await (await theAdmin()).gql(
    `query ($id: ID!) { subject(id: $id) {
      queuedWork { work waiting running } setAsideWork { id work conversation { id } }
    } }`,
    { id },
  );
  return subject;
}

const retryWork = `mutation ($id: ID!) {
  retryWork(id: $id) { __typename ... on RetriedWork { id } ... on UserError { code } }
}`;

const retry = async (id: string) => (await theAdmin()).gql(retryWork, { id });

describe('A conversation whose writing fails repeatedly', () => {
  test('is set aside, is not retried automatically, and is written when an admin retries it', async () => {
    const { subject, editor } = await aFamily();
    const mend = await refuse('writer_run', 'new.ok');
    const { id } = await aTelling(subject.id, [stories.bakery]);
    await queueWriting(id);
    const other = (await aFamily()).subject;
    await until(async () =>
      (await workOf(subject.id)).queuedWork.some((each) =>
        isDeepStrictEqual(each, { work: 'biography.write', waiting: 1, running: 0 }),
      ),
    );
    expect(await workOf(other.id)).toEqual({ queuedWork: [], setAsideWork: [] });
    // The pauses between its tries are long: what is left of them is left out.
    await until(async () => {
      await asOwner(
        `update jobs.job set start_after = now() where name = 'biography.write' and state = 'retry'`,
      );
      return (await writingOf(id)) === 'WRITING_FAILED';
    }, 60_000);
    await until(async () => (await setAsideJobs({ most: 10 })).length === 1);

    const { setAside, failedJobs } = await desk();
    expect(failedJobs).toBe(1);
    expect(setAside).toMatchObject([
      { work: 'biography.write', tries: biographyWrite.retries + 1, conversation: { id } },
    ]);
    expect(JSON.stringify(setAside)).not.toMatch(/refused|bakery|Mill Street/);
    expect((await workOf(subject.id)).setAsideWork).toMatchObject([
      { id: setAside[0].id, conversation: { id } },
    ]);
    expect((await workOf(other.id)).setAsideWork).toEqual([]);

    await mend();
    await db.$executeRaw`update conversation set updated_at = now() - interval '7 hours' where id = ${id}::uuid`;
    await biographyResume.run({}, signal);
    expect(await writingOf(id)).toBe('WRITING_FAILED');

    expect((await retry(setAside[0].id)).retryWork).toEqual({
      __typename: 'RetriedWork',
      id: setAside[0].id,
    });
    await until(async () => (await writingOf(id)) === 'WRITTEN');
    expect(await cardsOf(editor, subject.id)).toHaveLength(1);
    expect((await desk()).setAside).toEqual([]);
    expect((await retry(setAside[0].id)).retryWork).toMatchObject({ __typename: 'NotFound' });
    expect(await db.auditEvent.findFirst({ where: { action: 'work.retried', targetId: id } })).toMatchObject({
      subjectId: subject.id,
      detail: { work: 'biography.write' },
    });
  });

  test('is set aside at once when its text has ended two workers', async () => {
    const { subject } = await aFamily();
    const stop = await endWorkers();
    mending.push(async () => stop());
    const { id } = await aTelling(subject.id, [stories.wedding]);

    await queueWriting(id);
    await until(async () => (await setAsideJobs({ most: 10 })).length === 1);
    stop();

    await until(async () => (await writingOf(id)) === 'WRITING_FAILED');
    const [work] = (await desk()).setAside;
    expect(work).toMatchObject({ failure: 'WorkerKilled', tries: 1, conversation: { id } });
    await retry(work.id);
    await until(async () => (await writingOf(id)) === 'WRITTEN');
  });

  test('that a crash removed from the queue is not started again after it was set aside', async () => {
    const { subject } = await aFamily();
    const { id } = await aTelling(subject.id, [stories.bakery]);
    await asOwner(
      `insert into jobs.job (name, data, source_name, source_retry_count)
       values ('dead-letters', '{"conversationId": "${id}"}', 'biography.write', 8)`,
    );
    await db.$executeRaw`update conversation set updated_at = now() - interval '7 hours' where id = ${id}::uuid`;

    await biographyResume.run({}, signal);

    expect(await writingOf(id)).toBe('WRITING_FAILED');
  });
});

describe('An answer that fails repeatedly', () => {
  const tries = 5;

  test('is set aside and not retried at a start or by the cron job until more is said', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);
    const mend = await refuse('message', `new.role = 'assistant'`);
    await talk.send('My father kept a bakery in Galway.');
    await until(async () => (await answeringOf(talk.id)).tries === 1);
    await until(async () => {
      await answerWaiting();
      return (await answeringOf(talk.id)).isSetAside;
    });

    const [work] = (await desk()).setAside;
    expect(work).toMatchObject({ work: 'conversations.answer', tries, conversation: { id: talk.id } });
    expect(JSON.stringify(work)).not.toMatch(/refused|Galway/);

    await mend();
    await answerWaiting();
    expect((await talk.transcript()).at(-1)?.role).toBe('user');

    await talk.say('We lived above it.');
    expect((await talk.transcript()).at(-1)?.role).toBe('assistant');
    expect(await answeringOf(talk.id)).toEqual({ tries: 0, isSetAside: false });
    await talk.end();
  });

  test('is made when an admin retries it, and tries during which its process died count', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);
    await pool.query(
      `with next as (
         update conversation set last_seq = last_seq + 1, awaiting_seq = last_seq + 1, answer_tries = ${tries}
         where id = $1 returning *
       )
       insert into message (id, subject_id, conversation_id, seq, role, text, client_message_id)
       select gen_random_uuid(), subject_id, id, last_seq, 'user', 'We had a dog.', 'dog' from next`,
      [talk.id],
    );
    await answerWaiting();
    expect((await answeringOf(talk.id)).isSetAside).toBe(true);

    expect((await retry(talk.id)).retryWork).toMatchObject({ __typename: 'RetriedWork' });

    await talk.answered();
    expect((await talk.transcript()).at(-1)?.role).toBe('assistant');
    await talk.end();
  });
});

describe('A failed run of a schedule', () => {
  test('is listed with its error, the latest first, and can’t be tried again', async () => {
    await asOwner(
      `insert into jobs.job (name, data, state, retry_count, completed_on, output)
       values
         ('biography.weekly', '{}', 'failed', 2, now() - interval '1 hour', '{"name": "ConnectionLost", "code": "E1"}'),
         ('events.erase', '{}', 'failed', 0, now(), null),
         ('events.erase', '{}', 'completed', 0, now(), null)`,
    );
    const { desk } = await (await theAdmin()).gql(
      '{ desk { failedJobs failedRuns { id work failure tries failedAt } } }',
    );
    expect(desk).toMatchObject({
      failedJobs: 2,
      failedRuns: [
        { work: 'events.erase', failure: 'Unfinished', tries: 1 },
        { work: 'biography.weekly', failure: 'ConnectionLost E1', tries: 3 },
      ],
    });
    expect((await retry(desk.failedRuns[0].id)).retryWork).toMatchObject({ __typename: 'NotFound' });

    // Those that failed at the same moment follow each other page by page.
    await asOwner(
      `insert into jobs.job (name, data, state, completed_on)
       select 'events.erase', '{}', 'failed', now() - interval '1 day' from generate_series(1, 40)`,
    );
    const page = async (after: string | null): Promise<Answer[]> => {
      const read = 'query ($after: String) { desk { failedRuns(after: $after) { id cursor } } }';
      return (await (await theAdmin()).gql(read, { after })).desk.failedRuns;
    };
    const first = await page(null);
    const second = await page(first.at(-1)?.cursor);
    const third = await page(second.at(-1)?.cursor);
    expect([first.length, second.length, third.length]).toEqual([20, 20, 2]);
    expect(new Set([...first, ...second, ...third].map(({ id }) => id)).size).toBe(42);
    await asOwner(`delete from jobs.job where state = 'failed'`);
  });
});

describe('Work that was set aside', () => {
  test('is listed page by page, the latest first, with the answers among the jobs', async () => {
    const admin = await theAdmin();
    const { subject } = await aFamily();
    // Most of them were given up at the same moment.
    await asOwner(
      `insert into jobs.job (name, data, source_name, source_retry_count, created_on)
       select 'dead-letters', '{}', 'biography.retitle', 8,
         timestamptz '2026-01-02 03:04:05.0006+00' + case when n > 40 then n else 0 end * interval '1 us'
       from generate_series(1, 44) n`,
    );
    const answer = await db.conversation.create({
      data: {
        ...{ subjectId: subject.id, channel: 'WEB', status: 'IN_PROGRESS', awaitingSeq: 1 },
        answerSetAsideAt: new Date('2026-01-02T03:04:05.001Z'),
      },
    });
    const list = `query ($after: String) { desk { failedJobs setAside(after: $after) { id cursor setAsideAt } } }`;
    type Listed = { id: string; cursor: string; setAsideAt: string };
    const found: Listed[] = [];
    for (let after: string | null = null; ; ) {
      const { desk }: { desk: { setAside: Listed[] } } = await admin.gql(list, { after });
      const last = desk.setAside.at(-1);
      if (!last) break;
      expect(desk.setAside.length).toBeLessThanOrEqual(20);
      found.push(...desk.setAside);
      after = last.cursor;
    }
    const { failedJobs } = (await admin.gql(list)).desk;
    expect(new Set(found.map(({ id }) => id)).size).toBe(failedJobs);
    expect(found).toHaveLength(failedJobs);
    expect(found.map(({ setAsideAt }) => setAsideAt)).toEqual(
      found
        .map(({ setAsideAt }) => setAsideAt)
        .toSorted()
        .toReversed(),
    );
    expect(found.map(({ id }) => id)).toContain(answer.id);
    for (const after of ['x', '0 2026-99-99T99:99:99.000000Z a', `${found[0]?.cursor}'`]) {
      const { errors } = await admin.ask(list, { after });
      expect(errors?.[0], after).toMatchObject({
        message: 'after: is not a cursor of this list',
        extensions: { code: 'BAD_REQUEST' },
      });
    }
    await asOwner(`delete from jobs.job where name = 'dead-letters'`);
    await db.conversation.update({ where: { id: answer.id }, data: { status: 'COMPLETED' } });
  });

  test('can be retried by admins only', async () => {
    const { owner, nobody } = await aFamily();

    for (const person of [owner, nobody]) {
      const { errors } = await person.ask(retryWork, { id: '00000000-0000-7000-8000-000000000000' });
      expect(errors?.[0]?.extensions.code).toBe(person === owner ? 'FORBIDDEN' : 'UNAUTHORIZED');
    }
  });
});

async function answeringOf(id: string) {
  const { answerTries, answerSetAsideAt } = await db.conversation.findUniqueOrThrow({ where: { id } });
  return { tries: answerTries, isSetAside: answerSetAsideAt !== null };
}
