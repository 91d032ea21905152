import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { db, pool } from '#api/platform/database/database.ts';
import { newId, newIdAt } from '#api/platform/domain-values/ids.ts';
import { eraseEvents } from '#api/platform/events/retention.ts';
import { recordModelCall, storeModelUse } from '#api/platform/model-use.ts';
import { eraseDeleted } from '#api/subjects/erasing.ts';
import { anInterviewingModel } from '#tests/support/model.ts';
import { statementsOf } from '#tests/support/statements.ts';
import { aTalk } from '#tests/support/talk.ts';
import { aFamily, aPerson, aSubject, nobody, server, theAdmin, useServer } from '#tests/support/world.ts';

useServer({ ALLOW_PRIVATE_ADDRESSES: 'yes' });

const list = `query ($filter: ModelCallFilter, $first: Int, $after: String) {
  modelCalls(filter: $filter, first: $first, after: $after) {
    edges { node {
      id at task model modelVersion outcome failed errorKind firstTokenMs latencyMs inputTokens outputTokens costUsd
      subject { id fullName }
    } }
    pageInfo { hasNextPage endCursor }
  }
}`;

type Listed = { id: string; model: string; outcome: string; subject: { id: string } | null };

async function listed(filter: object): Promise<Listed[]> {
  const { modelCalls } = await (await theAdmin()).gql(list, { filter, first: 100 });
  return modelCalls.edges.map(({ node }: { node: Listed }) => node);
}

/** Stores calls of one model at given times. */
async function storedCalls(calls: { at: Date; subjectId?: string; task?: string; failed?: boolean }[]) {
  const model = `stored ${newId()}`;
  await db.modelCall.createMany({
    data: calls.map(({ at, subjectId, task = 'interview', failed = false }) => ({
      ...{ id: newIdAt(at), at, model, task, failed, outcome: failed ? 'late' : 'answered', latencyMs: 10 },
      subjectId: subjectId ?? null,
    })),
  });
  return model;
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

describe('Each call of a model', () => {
  test('is listed with its time, tokens, cost, version and outcome, and without any words', async () => {
    const subject = await aSubject(await aPerson());
    const model = `priced ${newId()}`;
    await db.model.create({
      data: {
        ...{ name: model, provider: 'openai-compatible', modelName: 'm', baseUrl: 'http://127.0.0.1:9' },
        ...{ enabled: false, inputPricePerMillion: 2, outputPricePerMillion: 10 },
      },
    });
    recordModelCall({
      ...{ task: 'interview', subjectId: subject.id, model, outcome: 'answered', latencyMs: 900.6 },
      ...{ firstTokenMs: 200.2, modelVersion: 'm-2026-01', tokens: { input: 1000, output: 10 } },
    });
    const error = Object.assign(new Error('The prompt was: Alma’s secret'), { statusCode: 429 });
    recordModelCall({ task: 'write', subjectId: subject.id, model, outcome: 'failed', latencyMs: 5, error });
    await storeModelUse();

    const calls = await listed({ model });
    // Calls of one millisecond have no order.
    expect(calls).toHaveLength(2);
    expect(calls).toEqual(
      expect.arrayContaining([
        {
          ...{ id: expect.any(String), at: expect.any(String), task: 'write', model, modelVersion: null },
          ...{ outcome: 'failed', failed: true, errorKind: '429', firstTokenMs: null, latencyMs: 5 },
          ...{ inputTokens: null, outputTokens: null, costUsd: null },
          subject: { id: subject.id, fullName: expect.any(String) },
        },
        {
          ...{ id: expect.any(String), at: expect.any(String), task: 'interview', model },
          ...{ modelVersion: 'm-2026-01', outcome: 'answered', failed: false, errorKind: null },
          ...{ firstTokenMs: 200, latencyMs: 901, inputTokens: 1000, outputTokens: 10 },
          costUsd: expect.closeTo(0.0021),
          subject: { id: subject.id, fullName: expect.any(String) },
        },
      ]),
    );
    expect(JSON.stringify(await db.modelCall.findMany({ where: { model } }))).not.toContain('secret');
  });

  test('of a subject that is gone meanwhile is stored without it', async () => {
    const model = `gone ${newId()}`;
    recordModelCall({ task: 'interview', subjectId: newId(), model, outcome: 'late', latencyMs: 1 });
    await storeModelUse();

    expect(await listed({ model })).toMatchObject([{ outcome: 'late', subject: null }]);
  });

  test('keeps no model name of a server that is none', async () => {
    const model = `odd ${newId()}`;
    for (const modelVersion of ['Alma said: hello', 'a\0b', 'x'.repeat(201), ''])
      recordModelCall({
        ...{ task: 'tune', subjectId: null, model, outcome: 'answered', latencyMs: 1, modelVersion },
      });
    await storeModelUse();

    expect((await db.modelCall.findMany({ where: { model } })).map((call) => call.modelVersion)).toEqual(
      Array(4).fill(null),
    );
  });

  test('is stored once and together with its totals when the database was away meanwhile', async () => {
    const model = `outage ${newId()}`;
    const call = { task: 'interview', subjectId: null, model, outcome: 'answered', latencyMs: 1 } as const;
    const { query } = pool;
    recordModelCall(call);
    pool.query = (() => Promise.reject(new Error('away'))) as unknown as typeof query;
    try {
      await storeModelUse();
    } finally {
      pool.query = query;
    }
    recordModelCall(call);
    await storeModelUse();

    expect(await listed({ model })).toHaveLength(2);
    const totals = await db.modelUse.findMany({ where: { model } });
    expect(totals.reduce((sum, { calls }) => sum + calls, 0)).toBe(2);
  });
});

describe('The call of a model server', () => {
  let say: string | null;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ stop } = await anInterviewingModel(() => say));
  });
  afterAll(() => stop());

  test('in a conversation names the subject, the version and the time of the first words', async () => {
    const { self, subject } = await aFamily();
    const talk = await aTalk(self, subject.id);
    say = 'That sounds like a busy house. Who got up first to light the fire there?';
    await talk.say('We lived above the bakery, the five of us in two rooms.');
    say = null;
    await talk.say('My mother washed for the whole street and sang while she did it, mostly hymns.');
    await storeModelUse();

    const [failed, answered] = (await listed({ subjectId: subject.id })) as (Listed & {
      firstTokenMs: number;
      latencyMs: number;
    })[];
    expect(failed).toMatchObject({ outcome: 'failed', errorKind: '500', modelVersion: null });
    expect(answered).toMatchObject({ task: 'interview', model: 'loopback', outcome: 'answered' });
    expect(answered).toMatchObject({ modelVersion: 'm', errorKind: null });
    expect(answered?.firstTokenMs).toBeLessThanOrEqual(answered?.latencyMs ?? -1);
  });

  test('in a trial by an admin names no subject', async () => {
    say = 'ready';
    const admin = await theAdmin();
    const { id } = await db.model.findUniqueOrThrow({ where: { name: 'loopback' } });
    await admin.gql('mutation ($id: ID!) { testModel(id: $id) { __typename } }', { id });
    await storeModelUse();

    expect(await listed({ model: 'loopback', task: 'tune' })).toMatchObject([
      { outcome: 'answered', modelVersion: 'm', subject: null },
    ]);
  });
});

describe('The list of model calls', () => {
  test('is filtered by day, task, model, failure and subject, newest first', async () => {
    const [subject, other] = [await aSubject(await aPerson()), await aSubject(await aPerson())];
    const day = new Date(Date.UTC(2026, 0, 5));
    const at = (hours: number) => new Date(day.getTime() + hours * 3_600_000);
    const model = await storedCalls([
      { at: new Date(day.getTime() - 1), subjectId: subject.id },
      { at: day, subjectId: subject.id },
      { at: at(12), subjectId: other.id, failed: true },
      { at: at(13), subjectId: subject.id, task: 'write', failed: true },
      { at: at(24), subjectId: subject.id },
    ]);
    const times = async (filter: object) =>
      (await listed({ model, ...filter })).map((call) => {
        const { at: time } = call as unknown as { at: string };
        return (new Date(time).getTime() - day.getTime()) / 3_600_000;
      });
    const thatDay = { dateFrom: day, dateTo: at(24) };

    expect(await times(thatDay)).toEqual([13, 12, 0]);
    expect(await times({ ...thatDay, failedOnly: true })).toEqual([13, 12]);
    expect(await times({ task: 'write' })).toEqual([13]);
    expect(await times({ ...thatDay, subjectId: other.id })).toEqual([12]);
    expect(await listed({ subjectId: other.id })).toHaveLength(1);
    expect(await listed({ model: `${model}x` })).toEqual([]);
  });

  test('is read page by page, each in one statement, without a gap where calls are of one moment', async () => {
    const admin = await theAdmin();
    const subject = await aSubject(await aPerson());
    const model = await storedCalls(
      Array.from({ length: 7 }, () => ({ at: daysAgo(1), subjectId: subject.id })),
    );
    const ids: string[] = [];
    let after: string | null = null;
    for (let page = 0; page < 4; page++) {
      const variables = { filter: { model }, first: 2, after };
      await admin.gql(list, variables);
      const sent = await statementsOf(async () => {
        const { modelCalls } = await admin.gql(list, variables);
        ids.push(...modelCalls.edges.map(({ node }: { node: Listed }) => node.id));
        after = modelCalls.pageInfo.endCursor;
        expect(modelCalls.pageInfo.hasNextPage).toBe(page < 3);
      });
      expect(sent.filter((statement) => statement.includes('model_call'))).toHaveLength(1);
      expect(sent.filter((statement) => /from "public"\."subject"/i.test(statement))).toHaveLength(1);
    }

    expect(new Set(ids).size).toBe(7);
    expect(ids).toEqual([...ids].sort().reverse());
  });

  test('is found by an index for each filter', async () => {
    const subject = await aSubject(await aPerson());
    const model = `many ${newId()}`;
    const owner = new pg.Client({ connectionString: server().adminUrl });
    await owner.connect();
    onTestFinished(async () => {
      await owner.query(`delete from model_call where model like 'many %'`);
      await owner.end();
    });
    await owner.query(
      `insert into model_call (id, at, task, model, subject_id, outcome, failed, latency_ms)
       select gen_random_uuid(), now(), 'interview', $2 || n % 200, $1, 'answered', n % 100 = 0, 1
       from generate_series(1, 20000) n`,
      [subject.id, model],
    );
    await owner.query('analyze model_call');
    const planOf = async (condition: string) => {
      const { rows } = await pool.query(
        `explain (format json) select * from model_call where ${condition} order by id desc limit 51`,
      );
      return JSON.stringify(rows);
    };
    const conditions = {
      true: 'model_call_pkey',
      [`id < '${newId()}'`]: 'model_call_pkey',
      [`model = '${model}3'`]: 'model_call_model_id_idx',
      'failed = true': 'model_call_failed_id_idx',
      [`subject_id = '${newId()}'`]: 'model_call_subject_id_id_idx',
    };
    for (const [condition, index] of Object.entries(conditions)) {
      const plan = await planOf(condition);
      expect(plan, condition).not.toContain('Seq Scan');
      expect(plan, condition).toContain(index);
    }
  });

  test('is for admins only', async () => {
    const { owner } = await aFamily();

    await expect(owner.gql(list, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(nobody().gql(list, {})).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test.each([
    [
      { dateFrom: '2026-02-02T00:00:00Z', dateTo: '2026-02-02T00:00:00Z' },
      'dateTo: must be later than dateFrom',
    ],
    [{ model: 'x'.repeat(201) }, 'model: must be at most 200 characters'],
    [{ model: 'a\0b' }, 'model: must not contain control characters'],
    [{ task: ' ' }, 'task: must not be empty'],
  ])('refuses the filter %j', async (filter, message) => {
    const { errors } = await (await theAdmin()).ask(list, { filter });

    expect(errors?.[0]).toMatchObject({ message, extensions: { code: 'BAD_REQUEST' } });
  });
});

describe('Model calls of the past', () => {
  test('are erased after 30 days, by the nightly job', async () => {
    const model = await storedCalls([29, 31, 400].map((days) => ({ at: daysAgo(days) })));

    await eraseEvents.run({}, AbortSignal.timeout(60_000));
    await eraseEvents.run({}, AbortSignal.timeout(60_000));

    const left = await db.modelCall.findMany({ where: { model } });
    expect(left.map(({ at }) => at > daysAgo(30))).toEqual([true]);
  });

  test('name no subject once its book is erased', async () => {
    const [subject, other] = [await aSubject(await aPerson()), await aSubject(await aPerson())];
    const model = await storedCalls([
      { at: daysAgo(2), subjectId: other.id },
      { at: daysAgo(1), subjectId: subject.id },
    ]);
    await db.subject.update({ where: { id: subject.id }, data: { deletedAt: daysAgo(31) } });
    await eraseDeleted();

    expect(await db.subject.count({ where: { id: subject.id } })).toBe(0);
    expect((await listed({ model })).map((call) => call.subject?.id ?? null)).toEqual([null, other.id]);
  });
});
