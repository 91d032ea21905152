import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { ports } from '#api/adapters/ports.ts';
import { deliverOne } from '#api/gifts/jobs.ts';
import { jobs } from '#api/jobs.ts';
import { queueNotice } from '#api/notices/queueing.ts';
import { db, pool } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { eraseEvents } from '#api/platform/events/retention.ts';
import { enqueue } from '#api/platform/jobs.ts';
import { recordModelCall, storeModelUse } from '#api/platform/model-use.ts';
import { removeSound } from '#api/recordings/old/removing.ts';
import { aFamily, aPerson, aSubject, server, theAdmin, useServer } from '#tests/support/world.ts';
import { workInWords } from '#web/writer/today/work-words.ts';

useServer();

test('The desk counts days in every known time zone and refuses unknown ones', async () => {
  const admin = await theAdmin();
  const desk = (timeZone: string) =>
    admin.ask('query ($zone: String) { desk(timeZone: $zone) { messagesPerDay { day } } }', {
      zone: timeZone,
    });

  for (const zone of ['UTC', 'America/Chicago', 'asia/tokyo', 'US/Pacific-New', 'Etc/GMT+5']) {
    expect((await desk(zone)).data?.desk.messagesPerDay, zone).toHaveLength(14);
  }
  for (const zone of ['Europe/Nowhere', '+05:30', '\0', 'posixrules', 'x'.repeat(9000)]) {
    expect((await desk(zone)).errors?.[0], zone).toMatchObject({
      message: 'timeZone: must be an IANA time zone',
      extensions: { code: 'BAD_REQUEST' },
    });
  }
});

test('The desk adds up the minutes and the cost of calls by month', async () => {
  const { subject, admin, owner } = await aFamily();
  const { usdPerMinute } = ports.telephony;
  onTestFinished(async () => {
    Object.assign(ports.telephony, { usdPerMinute });
    // Other tests count all conversations.
    await db.conversation.deleteMany({ where: { subjectId: subject.id } });
  });
  const monthStart = new Date(`${new Date().toISOString().slice(0, 7)}-01T12:00:00Z`);
  const call = async (seconds: number | null, line: 'PROVIDER' | 'BROWSER', monthsAgo = 0) => {
    const startedAt = new Date(monthStart);
    startedAt.setUTCMonth(startedAt.getUTCMonth() - monthsAgo);
    const { id } = await db.conversation.create({
      data: {
        ...{ subjectId: subject.id, channel: 'PHONE', status: seconds === null ? 'MISSED' : 'COMPLETED' },
        ...(seconds !== null && { startedAt, endedAt: new Date(startedAt.getTime() + seconds * 1000) }),
      },
    });
    await db.call.create({ data: { conversationId: id, subjectId: subject.id, line } });
  };
  await call(61, 'PROVIDER');
  await call(89, 'PROVIDER');
  await call(300, 'BROWSER');
  await call(null, 'PROVIDER');
  await call(60, 'PROVIDER', 1);
  await call(60, 'PROVIDER', 12);
  const query = '{ desk { callMonths { month calls minutes costUsd } } }';
  const read = async () => (await admin.gql(query)).desk.callMonths;

  const [now, before, ...more] = await read();
  expect(now).toMatchObject({ month: monthStart.toISOString().slice(0, 7), calls: 2, costUsd: null });
  expect(now.minutes).toBeCloseTo(2.5);
  expect([before.calls, before.minutes, more]).toEqual([1, 1, []]);
  const listed = await admin.gql(
    `query ($filter: DeskConversationFilter!) { allConversations(filter: $filter, first: 9) { edges { node { id } } } }`,
    { filter: { state: 'ANSWERED', dateFrom: `${now.month}-01T00:00:00Z` } },
  );
  expect(listed.allConversations.edges).toHaveLength(now.calls);
  const monthsOf = async (id: string) =>
    (await admin.gql('query ($id: ID!) { subject(id: $id) { callMonths { calls } } }', { id })).subject
      .callMonths;
  expect(await monthsOf(subject.id)).toEqual([{ calls: 2 }, { calls: 1 }]);
  expect(await monthsOf((await aFamily()).subject.id)).toEqual([]);
  const inZone = 'query ($id: ID!) { subject(id: $id) { callMonths(timeZone: "Mars/Olympus") { calls } } }';
  await expect(admin.gql(inZone, { id: subject.id })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  Object.assign(ports.telephony, { usdPerMinute: 0.1 });
  const [priced, pricedBefore] = await read();
  expect(priced.costUsd).toBeCloseTo(0.4);
  expect(pricedBefore.costUsd).toBeCloseTo(0.1);
  await expect(owner.gql(query)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('The desk counts the calls of a day, and the list behind each number contains as many', async () => {
  const { subject, admin } = await aFamily();
  const call = (status: 'COMPLETED' | 'MISSED' | 'FAILED', channel: 'PHONE' | 'WEB' = 'PHONE') =>
    db.conversation.create({ data: { subjectId: subject.id, channel, status } });
  await Promise.all([call('COMPLETED'), call('MISSED'), call('MISSED'), call('FAILED')]);
  await call('COMPLETED', 'WEB');
  const { desk } = await admin.gql(
    '{ desk { conversationsToday failedToday callsPerDay { calls missed failed } } }',
  );
  expect(desk).toMatchObject({ conversationsToday: 5, failedToday: 1 });
  expect(desk.callsPerDay).toHaveLength(14);
  expect(desk.callsPerDay.at(-1)).toEqual({ calls: 4, missed: 2, failed: 1 });

  const listed = async (filter: object) => {
    const { allConversations } = await admin.gql(
      `query ($filter: DeskConversationFilter!) { allConversations(filter: $filter, first: 100) {
        edges { node { status } } } }`,
      { filter },
    );
    return allConversations.edges.length;
  };
  const dateFrom = `${new Date().toISOString().slice(0, 10)}T00:00:00Z`;
  expect(await listed({ dateFrom })).toBe(5);
  expect(await listed({ dateFrom, phoneOnly: true, state: 'MISSED' })).toBe(2);
  expect(await listed({ dateFrom, phoneOnly: true, state: 'HELD' })).toBe(1);
  expect(await listed({ dateFrom, state: 'FAILED_OR_NOT_WRITTEN' })).toBe(1);
  expect(await listed({ dateTo: dateFrom })).toBe(0);
  expect(await listed({ subjectId: subject.id, state: 'MISSED' })).toBe(2);
  expect(await listed({ subjectId: newId() })).toBe(0);
});

test('The desk shows the queued jobs by kind, and when the oldest became due', async () => {
  const owner = new pg.Client({ connectionString: server().adminUrl });
  await owner.connect();
  await owner.query(
    `insert into jobs.job (name, data, start_after) values ('biography.retitle', $1, now() + interval '1 day')`,
    [{ conversationId: newId() }],
  );
  await owner.end();
  const { desk } = await (await theAdmin()).gql('{ desk { queue { work waiting running dueSince } } }');
  expect(desk.queue).toContainEqual({
    ...{ work: 'biography.retitle', waiting: 1, running: 0, dueSince: null },
  });
});

test.each(['America/Chicago', 'Asia/Tokyo', 'UTC'])(
  'The days of the desk begin at midnight in %s',
  async (zone) => {
    const { subject, admin } = await aFamily();
    const { rows } = await pool.query<{ midnight: Date; first: Date }>(
      `select date_trunc('day', now(), $1) as midnight,
       (date_trunc('day', now() at time zone $1) - interval '13 days') at time zone $1 as first`,
      [zone],
    );
    const { midnight, first } = rows[0] as { midnight: Date; first: Date };
    const read = async () => {
      const { desk } = await admin.gql(
        `query ($zone: String) { desk(timeZone: $zone) {
        messagesPerDay { count } callsPerDay { calls } modelUse { day model calls } } }`,
        { zone },
      );
      return {
        messages: desk.messagesPerDay.map(({ count }: { count: number }) => count) as number[],
        calls: desk.callsPerDay.map(({ calls }: { calls: number }) => calls) as number[],
        uses: desk.modelUse as { day: string; model: string; calls: number }[],
      };
    };
    const before = await read();
    const model = `midnight ${newId()}`;
    const zero = {
      failed: 0,
      latencyMs: 1,
      counted: 0,
      inputTokens: 0,
      outputTokens: 0,
      priced: 0,
      costUsd: 0,
    };
    // One before the first day, one on it; two yesterday, three today.
    const rowsOfDays = [
      [first, -1],
      [first, 1],
      ...[-1, -1, 1, 1, 1].map((minutes) => [midnight, minutes] as const),
    ] as const;
    for (const [at, [moment, minutes]] of rowsOfDays.entries()) {
      const createdAt = new Date(moment.getTime() + minutes * 60_000);
      const { id: conversationId } = await db.conversation.create({
        data: { subjectId: subject.id, channel: 'PHONE', status: 'COMPLETED', createdAt },
      });
      await db.message.create({
        data: {
          id: newId(),
          subjectId: subject.id,
          conversationId,
          seq: 1,
          role: 'user',
          text: 'Hm',
          createdAt,
        },
      });
      const quarter = new Date(createdAt.getTime() + at);
      await db.modelUse.create({ data: { ...zero, quarter, task: 'interview', model, calls: 1 } });
    }
    const after = await read();
    const added = (list: 'messages' | 'calls') =>
      after[list].map((count, at) => count - (before[list][at] ?? 0));
    const expected = [1, ...Array(11).fill(0), 2, 3];
    expect(added('messages')).toEqual(expected);
    expect(added('calls')).toEqual(expected);
    const uses = after.uses.filter((use) => use.model === model);
    expect(uses.map(({ calls }) => calls)).toEqual([3, 2, 1]);
    await db.modelUse.deleteMany({ where: { model } });
    await db.subject.delete({ where: { id: subject.id } });
  },
);

test('Each kind of job in the queue opens the list of its jobs, with whose they are', async () => {
  const { subject, admin } = await aFamily();
  const conversation = await db.conversation.create({ data: { subjectId: subject.id, channel: 'WEB' } });
  const owner = new pg.Client({ connectionString: server().adminUrl });
  await owner.connect();
  // A kind that only this test queues.
  for (const data of [{ conversationId: conversation.id }, { subjectId: subject.id }, { key: 'x' }])
    await owner.query(
      `insert into jobs.job (name, data, start_after)
       values ('recordings.startCall', $1, now() + interval '1 day')`,
      [data],
    );
  await owner.end();
  const { queuedJobs } = await admin.gql(
    '{ queuedJobs(work: "recordings.startCall") { running tries dueAt subject { id } } }',
  );
  expect(queuedJobs).toHaveLength(3);
  expect(queuedJobs).toContainEqual({
    ...{ running: false, tries: 0, dueAt: expect.any(String), subject: null },
  });
  expect(queuedJobs.filter((job: { subject: object | null }) => job.subject)).toMatchObject([
    { subject: { id: subject.id } },
    { subject: { id: subject.id } },
  ]);
});

test('The jobs of a kind are listed page by page, the running ones first', async () => {
  const admin = await theAdmin();
  const owner = new pg.Client({ connectionString: server().adminUrl });
  await owner.connect();
  // Most become due at the same moment.
  await owner.query(
    `insert into jobs.job (name, data, start_after, state)
     select 'recordings.keepCall', '{}', now() + interval '1 day' + case when n > 100 then n else 0 end * interval '1 s',
       case when n <= 60 then 'active' else 'created' end::jobs.job_state
     from generate_series(1, 120) n`,
  );
  const found: { id: string; running: boolean; dueAt: string }[] = [];
  for (let after: string | null = null; ; ) {
    const { queuedJobs }: { queuedJobs: { id: string; running: boolean; dueAt: string; cursor: string }[] } =
      await admin.gql(
        `query ($after: String) {
          queuedJobs(work: "recordings.keepCall", after: $after) { id running dueAt cursor } }`,
        { after },
      );
    const last = queuedJobs.at(-1);
    if (!last) break;
    expect(queuedJobs.length).toBeLessThanOrEqual(50);
    found.push(...queuedJobs);
    after = last.cursor;
  }
  await owner.query(`delete from jobs.job where name = 'recordings.keepCall'`);
  await owner.end();
  expect(new Set(found.map(({ id }) => id)).size).toBe(120);
  expect(found).toHaveLength(120);
  expect(found.findIndex(({ running }) => !running)).toBe(60);
  const waiting = found.slice(60).map(({ dueAt }) => dueAt);
  expect(waiting).toEqual(waiting.toSorted());
  const { errors } = await admin.ask('{ queuedJobs(work: "x", after: "x") { id } }');
  expect(errors?.[0]?.message).toBe('after: is not a cursor of this list');
});

test('A job of a message, a file or a notice is listed at its subject, also when it was given up', async () => {
  const { subject, admin } = await aFamily();
  const other = await aSubject(await aPerson());
  const [key, giftId] = [`none/${newId()}`, newId()];
  await transaction((tx) => enqueue(tx, removeSound, { key }, { subjectId: subject.id }));
  await transaction((tx) => enqueue(tx, deliverOne, { giftId }));
  const stored = async (job: string, name: string, value: string) =>
    (await pool.query('select data from jobs.job where name = $1 and data->>$2 = $3', [job, name, value]))
      .rows;
  const [{ data }] = await stored('recordings.removeSound', 'key', key);
  expect(data).toMatchObject({ key, subjectId: subject.id });
  const [unknown] = await stored('gifts.deliverOne', 'giftId', giftId);
  expect(unknown.data.subjectId).toBeUndefined();

  const notice = { channel: 'mail', kind: 'export-ready', recipient: 'a@example.com', data: {} };
  const { id: noticeId } = await db.notice.create({
    data: { ...notice, dedupeKey: newId(), subjectId: subject.id, status: 'FAILED' },
  });
  await transaction((tx) => queueNotice(tx, { id: noticeId, ...notice, subjectId: subject.id }));
  const [queuedNotice] = await stored('notices.send', 'noticeId', noticeId);
  expect(queuedNotice.data.subjectId).toBe(subject.id);

  // The same job, due tomorrow, and one that was given up.
  const owner = new pg.Client({ connectionString: server().adminUrl });
  await owner.connect();
  await owner.query(
    `insert into jobs.job (name, data, start_after) values ('recordings.removeSound', $1, now() + interval '1 day')`,
    [data],
  );
  await owner.query(
    `insert into jobs.job (name, data, source_name, source_retry_count) values ('dead-letters', $1, $2, 8)`,
    [{ messageId: newId(), subjectId: subject.id }, 'recordings.silenceErasedWords'],
  );
  await owner.end();
  const work = async (id: string) =>
    (
      await admin.gql(
        'query ($id: ID!) { subject(id: $id) { queuedWork { work waiting } setAsideWork { work } } }',
        { id },
      )
    ).subject;
  expect(await work(subject.id)).toEqual({
    queuedWork: [{ work: 'recordings.removeSound', waiting: 1 }],
    setAsideWork: [{ work: 'recordings.silenceErasedWords' }],
  });
  expect(await work(other.id)).toEqual({ queuedWork: [], setAsideWork: [] });
  const { queuedJobs } = await admin.gql('{ queuedJobs(work: "recordings.removeSound") { subject { id } } }');
  expect(queuedJobs).toContainEqual({ subject: { id: subject.id } });
  const ofSubject = `query ($subjectId: ID) {
    queuedJobs(work: "recordings.removeSound", subjectId: $subjectId) { subject { id } } }`;
  expect((await admin.gql(ofSubject, { subjectId: subject.id })).queuedJobs).toEqual([
    { subject: { id: subject.id } },
  ]);
  expect((await admin.gql(ofSubject, { subjectId: other.id })).queuedJobs).toEqual([]);
});

test('Each kind of job has a name in words', () => {
  expect(jobs.map(({ name }) => name).filter((name) => workInWords(name) === name)).toEqual([]);
});

test('A wellbeing note that was seen stays on the desk, with who saw it and what was done', async () => {
  const { subject, admin, owner } = await aFamily();
  const conversation = await db.conversation.create({ data: { subjectId: subject.id, channel: 'WEB' } });
  const ids = { subjectId: subject.id, conversationId: conversation.id };
  const { id: messageId } = await db.message.create({ data: { ...ids, seq: 1, role: 'user', text: 'Help' } });
  const { id } = await db.wellbeingNote.create({ data: { ...ids, messageId } });
  const read = `{ desk { wellbeingNotes { id } seenNotes { id done seenBy { id } } } }`;
  const before = (await admin.gql(read)).desk;
  expect(before.wellbeingNotes).toContainEqual({ id });
  await db.wellbeingNote.update({
    where: { id },
    data: { seenAt: new Date(), seenById: owner.id, done: 'I called at once' },
  });
  const after = (await admin.gql(read)).desk;
  expect(after.wellbeingNotes).not.toContainEqual({ id });
  expect(after.seenNotes[0]).toEqual({ id, done: 'I called at once', seenBy: { id: owner.id } });
});

test('Each wellbeing note that the desk counts is in its list, page by page', async () => {
  const { subject, admin } = await aFamily();
  const conversation = await db.conversation.create({ data: { subjectId: subject.id, channel: 'WEB' } });
  const ids = { subjectId: subject.id, conversationId: conversation.id };
  const messages = Array.from({ length: 203 }, (_, at) => ({ ...ids, id: newId(), seq: at + 1 }));
  await db.message.createMany({ data: messages.map((each) => ({ ...each, role: 'user', text: 'Help' })) });
  // Many were made at the same moment.
  const createdAt = new Date();
  await db.wellbeingNote.createMany({
    data: messages.map(({ id: messageId }) => ({ ...ids, messageId, createdAt })),
  });
  const listed = async (list: string, page: number) => {
    const found: string[] = [];
    for (let last: string | null | undefined = null; last !== undefined; ) {
      const read = `query ($after: ID) { desk { ${list}(after: $after) { id } } }`;
      const notes: { id: string }[] = (await admin.gql(read, { after: last })).desk[list];
      found.push(...notes.map(({ id }) => id));
      last = notes.length === page ? notes.at(-1)?.id : undefined;
    }
    return found;
  };
  const all = await listed('wellbeingNotes', 100);
  expect(new Set(all).size).toBe(all.length);
  expect((await admin.gql('{ desk { unseenNotes } }')).desk.unseenNotes).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(203);

  const seenAt = new Date();
  const some = await db.wellbeingNote.findMany({ where: ids, take: 45 });
  const seen = some.map(({ id }) => id);
  await db.wellbeingNote.updateMany({ where: { id: { in: seen } }, data: { seenAt, done: 'I called' } });
  const those = await listed('seenNotes', 20);
  expect(new Set(those).size).toBe(those.length);
  expect(those).toEqual(expect.arrayContaining(seen));
  const unknown = await admin.ask('query ($after: ID) { desk { seenNotes(after: $after) { id } } }', {
    after: newId(),
  });
  expect(unknown.errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
  await db.subject.delete({ where: { id: subject.id } });
});

test('The desk adds up model calls, with their cost where tokens and prices are known', async () => {
  const [priced, free] = [`priced ${newId()}`, `free ${newId()}`];
  const data = {
    provider: 'openai-compatible',
    modelName: 'm',
    baseUrl: 'http://127.0.0.1:9',
    enabled: false,
  };
  await db.model.create({
    data: { ...data, name: priced, inputPricePerMillion: 2, outputPricePerMillion: 10 },
  });
  const { admin, owner, subject } = await aFamily();
  const other = await aSubject(await aPerson());
  const call = {
    ...{ task: 'interview' as const, subjectId: subject.id, model: priced, latencyMs: 100 },
    outcome: 'answered' as const,
  };
  recordModelCall({ ...call, tokens: { input: 1000, output: 10 } });
  recordModelCall({ ...call, latencyMs: 300, outcome: 'late', tokens: null });
  recordModelCall({ ...call, subjectId: other.id, model: free, tokens: { input: 5, output: 5 } });
  await storeModelUse();
  // The same model for two subjects, and for one that is gone.
  recordModelCall({ ...call, latencyMs: 200, tokens: { input: 1000, output: 10 } });
  recordModelCall({ ...call, subjectId: newId(), latencyMs: 200, tokens: null });
  recordModelCall({ ...call, subjectId: other.id, task: 'write', tokens: { input: 500, output: 0 } });
  await Promise.all([storeModelUse(), storeModelUse()]);
  const { desk } = await admin.gql(
    '{ desk { modelUse { task model calls failed meanLatencyMs inputTokens outputTokens priced costUsd } } }',
  );
  const use = (model: string) =>
    desk.modelUse.find(
      (each: { model: string; task: string }) => each.model === model && each.task === 'interview',
    );
  expect(use(priced)).toMatchObject({
    ...{ task: 'interview', calls: 4, failed: 1, meanLatencyMs: 200, inputTokens: 2000, priced: 2 },
  });
  expect(use(priced).costUsd).toBeCloseTo(0.0042);
  expect(use(free)).toMatchObject({ calls: 1, priced: 0, costUsd: 0 });

  const read = `query ($id: ID!) { subject(id: $id) {
    modelUse { month task model calls failed inputTokens outputTokens priced costUsd }
  } }`;
  const ofSubject = async (id: string) => (await admin.gql(read, { id })).subject.modelUse;
  const month = new Date().toISOString().slice(0, 7);
  expect(await ofSubject(subject.id)).toEqual([
    {
      ...{ month, task: 'interview', model: priced, calls: 3, failed: 1, priced: 2 },
      ...{ inputTokens: 2000, outputTokens: 20, costUsd: expect.closeTo(0.0042) },
    },
  ]);
  expect(await ofSubject(other.id)).toMatchObject([
    { task: 'interview', model: free, calls: 1, costUsd: 0 },
    { task: 'write', model: priced, calls: 1, costUsd: expect.closeTo(0.001) },
  ]);
  for (const field of [
    'modelUse { calls }',
    'callMonths { calls }',
    'queuedWork { work }',
    'setAsideWork { id }',
    'recentWellbeingNotes { id }',
  ])
    await expect(
      owner.gql(`query ($id: ID!) { subject(id: $id) { ${field} } }`, { id: subject.id }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('The totals of model calls are erased after 400 days, by the nightly job', async () => {
  const { admin, subject } = await aFamily();
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const model = `old ${newId()}`;
  const zero = { calls: 1, failed: 0, latencyMs: 1, counted: 0, inputTokens: 0, outputTokens: 0 };
  await db.subjectModelUse.createMany({
    data: [1, 450].map((days) => ({
      ...{ subjectId: subject.id, month: daysAgo(days), task: 'interview', model, calls: 1, failed: 0 },
      ...{ inputTokens: 0, outputTokens: 0, priced: 0, costUsd: 0 },
    })),
  });
  await db.modelUse.createMany({
    data: [399, 401, 800].map((days) => ({
      ...{ ...zero, priced: 0, costUsd: 0, task: 'interview', model, quarter: daysAgo(days) },
    })),
  });

  await eraseEvents.run({}, AbortSignal.timeout(60_000));
  await eraseEvents.run({}, AbortSignal.timeout(60_000));

  expect(await db.subjectModelUse.count({ where: { model } })).toBe(1);
  const left = await db.modelUse.findMany({ where: { model } });
  expect(left.map(({ quarter }) => quarter > daysAgo(400))).toEqual([true]);
  expect((await admin.gql('{ desk { modelUse { model } } }')).desk.modelUse).toBeInstanceOf(Array);
});

test('The desk reads only the latest days of many conversations', async () => {
  const { subject, admin } = await aFamily();
  await pool.query(
    `insert into conversation (id, subject_id, channel, status, created_at, updated_at)
     select gen_random_uuid(), $1, 'PHONE', 'COMPLETED', '2020-01-01'::timestamptz + n * interval '1 hour', now()
     from generate_series(1, 20000) n`,
    [subject.id],
  );
  const owner = new pg.Client({ connectionString: server().adminUrl });
  await owner.connect();
  await owner.query('analyze conversation');
  await owner.end();
  const asked: { text: string; values: unknown[] }[] = [];
  const { query } = pool;
  // Records the statement and runs it unchanged.
  pool.query = function (this: pg.Pool, ...given: unknown[]) {
    const statement = given[0] as { name?: string; text: string; values: unknown[] };
    if (statement.name === 'desk-calls-per-day') asked.push(statement);
    return Reflect.apply(query, this, given);
  } as typeof query;
  try {
    await admin.gql('{ desk { callsPerDay { calls } } }');
  } finally {
    pool.query = query;
  }
  const [statement] = asked;
  const { rows } = await pool.query(`explain (format json) ${statement?.text}`, statement?.values);
  const plan = JSON.stringify(rows);
  expect(plan).toContain('conversation_created_at_id_idx');
  expect(plan).not.toContain('Seq Scan');
});
