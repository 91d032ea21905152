import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { db, pool, prepared } from '#api/platform/database/database.ts';
import { aFamily, type Family, server, useOwnServer } from '#tests/support/world.ts';

useOwnServer();

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
};

const day = (n: number) => new Date(Date.UTC(2020, 0, n)).toISOString();
const whens = ['', 'from', 'to', 'from to', 'after', 'from after'];
const orders = ['asc', 'desc'];
const shapes = whens.flatMap((when) => orders.map((order) => [when || 'all of it', order] as const));

let family: Family;
let cursor: string;
beforeAll(async () => {
  family = await aFamily();
  await manyBooks();
  const { messages } = await family.admin.gql('WriterMessages', { first: 100 });
  cursor = messages.pageInfo.endCursor;
});

/** Forty books of a thousand messages each, so that a wrong way through them looks as dear as it is. */
async function manyBooks() {
  const { rows } = await pool.query<{ id: string }>(
    `insert into subject select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'self_user_id', null))).*
     from subject s, generate_series(1, 40) where s.id = $1 returning id`,
    [family.subject.id],
  );
  for (const [at, { id: subjectId }] of rows.entries()) {
    const { id } = await db.conversation.create({
      data: { subjectId, channel: 'PHONE', status: 'COMPLETED', startedAt: day(1), endedAt: day(2) },
    });
    await pool.query(
      `insert into message (id, subject_id, conversation_id, seq, role, text, created_at)
       select gen_random_uuid(), $1, $2, n, (case when n % 2 = 0 then 'user' else 'assistant' end)::"MessageRole",
         'old words, number ' || n, $3::timestamptz + (n * 40 + $4::int) * interval '1 minute'
       from generate_series(1, 1000) n`,
      [subjectId, id, day(1), at],
    );
  }
  await analyze();
}

/** As the database does by itself after a while: what is known of the rows is whose table they are in to find out. */
async function analyze(first = '') {
  const owner = new pg.Client({ connectionString: server().adminUrl });
  await owner.connect();
  await owner.query(`${first} analyze`);
  await owner.end();
}

/** The statements of this name, by default those of the list, that are planned once for whatever is asked. */
async function plannedOnce(
  ask: () => Promise<unknown>,
  { by = prepared, prefix = 'messages ' } = {},
): Promise<string[]> {
  const named: string[] = [];
  const { query } = by;
  // Only listened to: the statement goes on its way as it is.
  by.query = function (this: pg.Pool, ...given: unknown[]) {
    const { name, text } = given[0] as { name?: string; text: string };
    if (name?.startsWith(prefix)) named.push(text);
    return Reflect.apply(query, this, given);
  } as typeof query;
  try {
    await ask();
  } finally {
    by.query = query;
  }
  return named;
}

/** The way through the database of the one statement that is planned once. */
async function planOf(ask: () => Promise<unknown>): Promise<Plan> {
  const named = await plannedOnce(ask);
  expect(named).toHaveLength(1);
  const { rows } = await prepared.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
    text: `explain (generic_plan, format json) ${named[0]}`,
  });
  return rows[0]?.['QUERY PLAN'][0].Plan as Plan;
}

/** A page of the list in this order, within these bounds. */
function askedFor(when: string, order: string, further: object = {}, size = 25) {
  const has = (word: string) => when.split(' ').includes(word);
  const dates = { ...(has('from') && { dateFrom: day(1) }), ...(has('to') && { dateTo: day(300) }) };
  const backwards = order === 'asc';
  return {
    filter: { ...dates, ...further },
    [backwards ? 'last' : 'first']: size,
    ...(has('after') && { [backwards ? 'before' : 'after']: cursor }),
  };
}

function* nodesOf(plan: Plan): Generator<Plan> {
  yield plan;
  for (const each of plan.Plans ?? []) yield* nodesOf(each);
}

describe('The writer’s list of messages, planned once for whatever is asked', () => {
  test.each(shapes)('finds its rows in their order by one index: %s, %s', async (when, order) => {
    const plan = await planOf(() => family.admin.gql('WriterMessages', askedFor(when, order)));

    const nodes = [...nodesOf(plan)];
    const ways = nodes.filter((node) => node['Relation Name'] === 'message');
    expect(ways.map((way) => way['Index Name'])).toEqual(['message_created_at_id_idx']);
    expect(nodes.map((node) => node['Node Type'])).not.toContainEqual(expect.stringContaining('Sort'));
    if (when !== 'all of it') expect(ways[0]?.['Index Cond']).toContain('created_at');
  });

  test.each(shapes)(
    'finds the messages of a role in their order by its index: %s, %s',
    async (when, order) => {
      const plan = await planOf(() =>
        family.admin.gql('WriterMessages', askedFor(when, order, { role: 'user' })),
      );

      const nodes = [...nodesOf(plan)];
      const ways = nodes.filter((node) => node['Relation Name'] === 'message');
      expect(ways.map((way) => way['Index Name'])).toEqual(['message_role_created_at_id_idx']);
      expect(nodes.map((node) => node['Node Type'])).not.toContainEqual(expect.stringContaining('Sort'));
    },
  );

  test.each(shapes)(
    'finds the messages of a book in their order by its index, of one role or both: %s, %s',
    async (when, order) => {
      const subjectId = family.subject.id;
      for (const further of [{}, { role: 'user' }]) {
        const plan = await planOf(() =>
          family.admin.gql('WriterMessages', askedFor(when, order, { subjectId, ...further })),
        );

        const nodes = [...nodesOf(plan)];
        const ways = nodes.filter((node) => node['Relation Name'] === 'message');
        expect(ways.map((way) => way['Index Name'])).toEqual(['message_subject_id_created_at_id_idx']);
        expect(nodes.map((node) => node['Node Type'])).not.toContainEqual(expect.stringContaining('Sort'));
        expect(ways[0]?.['Index Cond']).toContain('subject_id');
      }
    },
  );

  test.each(shapes)(
    'looks through few for a phone, in their order, in all books or one: %s, %s',
    async (when, order) => {
      const subjectId = family.subject.id;
      for (const [further, index] of [
        [{}, /^message_created_at_id_idx$/],
        // Half of all are a role's: of few, either way is short.
        [{ role: 'user' }, /^message_(role_)?created_at_id_idx$/],
        [{ subjectId }, /^message_subject_id_created_at_id_idx$/],
        [{ subjectId, role: 'user' }, /^message_subject_id_created_at_id_idx$/],
      ] as const) {
        for (const size of [25, 100]) {
          const asked = askedFor(when, order, { phone: '+1555', ...further }, size);
          const plan = await planOf(() => family.admin.gql('WriterMessages', asked));

          const nodes = [...nodesOf(plan)];
          const ways = nodes.filter((node) => node['Relation Name'] === 'message');
          expect(ways.map((way) => way['Index Name'])).toEqual([expect.stringMatching(index)]);
          expect(nodes.map((node) => node['Node Type'])).not.toContainEqual(expect.stringContaining('Sort'));
        }
      }
    },
  );

  test.each(shapes)(
    'finds the messages of a whole number in their order by its index, of one role or both: %s, %s',
    async (when, order) => {
      for (const further of [{}, { role: 'user' }]) {
        const asked = askedFor(when, order, { phone: '+12025551000', ...further });
        const plan = await planOf(() => family.admin.gql('WriterMessages', asked));

        const nodes = [...nodesOf(plan)];
        const ways = nodes.filter((node) => node['Relation Name'] === 'message');
        expect(ways.map((way) => way['Index Name'])).toEqual(['message_phone']);
        expect(nodes.map((node) => node['Node Type'])).not.toContainEqual(expect.stringContaining('Sort'));
        expect(ways[0]?.['Index Cond']).toContain('phone');
      }
    },
  );

  test('is planned for what is asked where a talk or many digits are meant', async () => {
    const { id: conversationId } = await db.conversation.findFirstOrThrow();
    const digits = { phone: '+15550001', dateFrom: day(1), dateTo: day(300) };
    for (const filter of [{ conversationId }, { conversationId, phone: '+1555' }, digits]) {
      expect(await plannedOnce(() => family.admin.gql('WriterMessages', { filter }))).toEqual([]);
    }
  });
});

test('The call log finds its rows in their order by an index, on the first page and after it', async () => {
  await pool.query(
    `insert into conversation (id, subject_id, channel, status, started_at, ended_at, updated_at)
     select gen_random_uuid(), s.id, 'PHONE', (case n % 3 when 0 then 'MISSED' else 'COMPLETED' end)::"ConversationStatus",
       case when n % 3 > 0 then $1::timestamptz + n * interval '1 day' end, $1::timestamptz + n * interval '1 day', now()
     from subject s, generate_series(1, 100) n`,
    [day(1)],
  );
  await analyze();
  const statements: string[] = [];
  const { query } = pool;
  pool.query = function (this: pg.Pool, ...given: unknown[]) {
    const text = typeof given[0] === 'string' ? given[0] : (given[0] as { text: string }).text;
    if (/happened_at/.test(text) && /order by/i.test(text)) statements.push(text);
    return Reflect.apply(query, this, given);
  } as typeof query;
  try {
    const of = { subjectId: family.subject.id, first: 25 };
    const { subject } = await family.owner.gql('CallLog', of);
    await family.owner.gql('CallLog', { ...of, after: subject.conversations.pageInfo.endCursor });
  } finally {
    pool.query = query;
  }

  expect(statements.length).toBeGreaterThanOrEqual(2);
  for (const text of statements) {
    const { rows } = await prepared.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
      text: `explain (generic_plan, format json) ${text}`,
    });
    const nodes = [...nodesOf(rows[0]?.['QUERY PLAN'][0].Plan as Plan)];
    expect(nodes.map((node) => node['Index Name'])).toContain('conversation_subject_id_happened_at_id_idx');
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort');
  }
});

describe('The search of the call log', () => {
  test('finds words without their accents by an index', async () => {
    // Until then the newest words aren't in the index's order, and it looks dearer than it is.
    await analyze('vacuum');
    const ask = () => family.owner.gql('CallLog', { subjectId: family.subject.id, search: 'niño' });
    const [text] = await plannedOnce(ask, { by: pool, prefix: 'find-conversations' });
    const { rows: books } = await pool.query('select subject_id from message where seq = 1000 limit 1');
    const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${text}`, [
      ...[books[0].subject_id, "'niño':*", '%niño%'],
      // No words and no conversations are kept from the owner.
      ...[[], []],
    ]);

    const nodes = [...nodesOf(rows[0]?.['QUERY PLAN'][0].Plan as Plan)];
    expect(nodes.map((node) => node['Index Name'])).toContain('message_words_without_accents');
  });
});

describe('The search of the desk', () => {
  test.each([
    ['subjects', 'WriterSubjects', 'find-subjects', 'subject_name_parts', ['%jose nunez%', '%jose nunez%']],
    ['accounts', 'WriterUsers', 'find-accounts', 'user_name_parts', ['%jose nunez%']],
  ])('finds %s by a part of a name, by an index', async (_what, operation, prefix, index, patterns) => {
    await pool.query(
      `insert into subject select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'self_user_id',
         null, 'full_name', md5(n::text)))).* from subject s, generate_series(1, 3000) n where s.id = $1`,
      [family.subject.id],
    );
    await pool.query(
      `insert into "user" (id, name, email, "emailVerified", "updatedAt")
       select gen_random_uuid(), md5(n::text), gen_random_uuid() || '@evertold.test', true, now()
       from generate_series(1, 3000) n`,
    );
    await analyze('vacuum');
    const ask = () => family.admin.gql(operation, { search: 'José Núñez' });
    const [text] = await plannedOnce(ask, { by: pool, prefix });
    const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (format json) ${text}`,
      patterns,
    );

    const nodes = [...nodesOf(rows[0]?.['QUERY PLAN'][0].Plan as Plan)];
    expect(nodes.map((node) => node['Index Name'])).toContain(index);
  });
});
