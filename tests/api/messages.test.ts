import { beforeAll, describe, expect, test } from 'vitest';
import { db, pool } from '#api/platform/database/database.ts';
import type { Person } from '#tests/support/person.ts';
import { aTalk } from '#tests/support/talk.ts';
import { aFamily, type Family, useServer } from '#tests/support/world.ts';

useServer();

type Node = { id: string; text: string; role: string; phone: string | null; createdAt: string };
type Page = {
  nodes: Node[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
};

const total = 6_000;
const startOfTime = Date.parse('2020-01-01T00:00:00Z');

async function list(person: Person, variables: object): Promise<Page> {
  const { messages } = await person.gql('WriterMessages', variables);
  return { pageInfo: messages.pageInfo, nodes: messages.edges.map(({ node }: { node: Node }) => node) };
}

/** Many old messages, one a minute, in turns by both; every third on a phone of its own. */
async function fillUp({ subject, self }: Family): Promise<string> {
  const { id } = await db.conversation.create({
    data: {
      subjectId: subject.id,
      channel: 'PHONE',
      status: 'COMPLETED',
      heldById: self.id,
      startedAt: new Date(startOfTime),
      endedAt: new Date(startOfTime + 1),
    },
  });
  await pool.query(
    `insert into message (id, subject_id, conversation_id, seq, role, text, phone, created_at)
     select gen_random_uuid(), $1, $2, n, (case when n % 2 = 0 then 'user' else 'assistant' end)::"MessageRole",
       'message ' || n, case when n % 3 = 0 then '+1555' || lpad((n % 1000)::text, 7, '0') end,
       $3::timestamptz + n * interval '1 minute'
     from generate_series(1, ${total}) n`,
    [subject.id, id, new Date(startOfTime)],
  );
  await pool.query('analyze message');
  return id;
}

describe('The list of messages', () => {
  let family: Family;
  let other: Family;
  let conversationId: string;
  let filter: { subjectId: string };
  beforeAll(async () => {
    [family, other] = await Promise.all([aFamily(), aFamily()]);
    conversationId = await fillUp(family);
    filter = { subjectId: family.subject.id };
    const talk = await aTalk(other.self, other.subject.id);
    await talk.say('In another family.');
  });

  test('is newest first, and for admins it is everybody’s', async () => {
    const { nodes, pageInfo } = await list(family.admin, { first: 4 });

    expect(nodes.map(({ role }) => role)).toEqual(['assistant', 'user', 'assistant', 'user']);
    expect([nodes[1]?.text, nodes[3]?.text]).toEqual(['In another family.', `message ${total}`]);
    expect(pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
  });

  test.each([
    ['a role', { role: 'user' }, (n: number) => n % 2 === 0],
    ['the beginning of a phone, which many have', { phone: '+1555' }, (n: number) => n % 3 === 0],
    [
      'the beginning of a phone, which few have',
      { phone: '+155500009' },
      (n: number) => n % 3 === 0 && n % 1000 >= 900,
    ],
    [
      'the beginning of a phone, which four have',
      { phone: '+1555000099' },
      (n: number) => n % 3 === 0 && n % 1000 >= 990,
    ],
  ])('pages forwards and back over the same messages of %s, each once', async (_what, only, isOne) => {
    const all = Array.from({ length: total }, (_, at) => total - at).filter(isOne);
    const forwards: Node[] = [];
    let after: string | null = null;
    for (let more = true; more; ) {
      const page: Page = await list(family.admin, { filter: { ...filter, ...only }, first: 100, after });
      forwards.push(...page.nodes);
      after = page.pageInfo.endCursor;
      more = page.pageInfo.hasNextPage;
    }
    expect(forwards.map(({ text }) => text)).toEqual(all.map((n) => `message ${n}`));

    const back: Node[] = [];
    let before: string | null = null;
    for (let more = true; more; ) {
      const page: Page = await list(family.admin, { filter: { ...filter, ...only }, last: 100, before });
      back.unshift(...page.nodes);
      before = page.pageInfo.startCursor;
      more = page.pageInfo.hasPreviousPage;
    }
    expect(back).toEqual(forwards);
  });

  test('goes back to where it came from by the cursor of its beginning', async () => {
    const first = await list(family.admin, { filter, first: 10 });
    const second = await list(family.admin, { filter, first: 10, after: first.pageInfo.endCursor });
    const back = await list(family.admin, { filter, last: 10, before: second.pageInfo.startCursor });

    expect(back.nodes).toEqual(first.nodes);
    expect(back.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    expect(second.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
  });

  test.each([
    ['dates: from inclusive, to exclusive', 5, { dateFrom: minute(10), dateTo: minute(15) }],
    ['dates and a role', 2, { dateFrom: minute(10), dateTo: minute(15), role: 'assistant' }],
    ['a phone', 2, { phone: '+15550000999' }],
    ['a phone as one writes it', 2, { phone: '(555) 000-0999' }],
    ['a phone with hyphens', 2, { phone: '555-000-0999' }],
    ['the beginning of a phone', total / 3, { phone: '+1555' }],
    ['the beginning of a phone, and a role', total / 6, { phone: '+1555', role: 'user' }],
    ['a phone and dates', 1, { phone: '+15550000012', dateTo: minute(100) }],
    ['a phone that nobody has', 0, { phone: '+4420' }],
    ['a subject that is none', 0, { subjectId: '0192f000-0000-7000-8000-000000000000' }],
    ['a malformed id', 0, { subjectId: 'nonsense' }],
  ])('is filtered by %s', async (_what, count, only) => {
    const found: Node[] = [];
    let after: string | null = null;
    for (let more = true; more; ) {
      const page: Page = await list(family.admin, { filter: { ...filter, ...only }, first: 100, after });
      found.push(...page.nodes);
      after = page.pageInfo.endCursor;
      more = page.pageInfo.hasNextPage;
    }

    expect(found).toHaveLength(count);
    expect(new Set(found.map(({ id }) => id)).size).toBe(count);
  });

  test('keeps to its dates, whatever cursor it is given', async () => {
    const newest = await list(family.admin, { filter, first: 1 });
    const dates = { dateFrom: minute(10), dateTo: minute(15) };

    const page = await list(family.admin, {
      filter: { ...filter, ...dates },
      after: newest.pageInfo.endCursor,
    });
    const oldest = await list(family.admin, { filter, last: 1 });
    const back = await list(family.admin, {
      filter: { ...filter, ...dates },
      last: 25,
      before: oldest.pageInfo.startCursor,
    });

    const expected = [14, 13, 12, 11, 10].map((n) => `message ${n}`);
    expect(page.nodes.map(({ text }) => text)).toEqual(expected);
    expect(back.nodes.map(({ text }) => text)).toEqual(expected);
  });

  test('refuses what can not be meant, and names it', async () => {
    const refusal = async (variables: object) => {
      const { errors } = await family.admin.ask('WriterMessages', variables);
      return errors?.[0]?.extensions.code;
    };

    expect(await refusal({ filter: { phone: '555-1234' } })).toBe('BAD_REQUEST');
    expect(await refusal({ filter: { dateFrom: minute(5), dateTo: minute(5) } })).toBe('BAD_REQUEST');
    expect(await refusal({ after: 'nonsense' })).toBe('BAD_REQUEST');
    for (const dateTo of ['2026-02-30T00:00:00Z', '2025-02-29T00:00:00Z', '2026-00-10T00:00:00Z']) {
      const { data, errors } = await family.admin.ask('WriterMessages', { filter: { dateTo } });
      expect(data).toBeUndefined();
      expect(errors?.[0]?.message).toContain('dateTo');
    }
    expect(await refusal({ after: Buffer.from('[1,2,3]').toString('base64url') })).toBe('BAD_REQUEST');
  });

  test('is a family’s own for those who read its transcripts, and for nobody else', async () => {
    expect((await list(family.editor, { filter, first: 3 })).nodes).toHaveLength(3);
    expect((await list(family.owner, { filter: { conversationId } })).nodes).toHaveLength(25);
    await expect(list(family.viewer, { filter })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(list(family.owner, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(list(family.stranger, { filter })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(list(other.owner, { filter: { conversationId } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(list(family.nobody, { filter })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    // A subject of one's own beside a conversation of others opens nothing.
    await expect(
      list(other.owner, { filter: { subjectId: other.subject.id, conversationId } }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('shows a phone to those who may see the subject’s', async () => {
    const only = { ...filter, phone: '+15550000999' };

    expect((await list(family.owner, { filter: only, first: 1 })).nodes[0]?.phone).toBe('+15550000999');
    expect((await list(family.admin, { filter: only, first: 1 })).nodes[0]?.phone).toBe('+15550000999');
    const shown = await list(family.editor, { filter, first: 100 });
    expect(new Set(shown.nodes.map(({ phone }) => phone))).toEqual(new Set([null]));
  });

  test('is not asked for beginnings of a phone by those who may not see it', async () => {
    for (const only of [filter, { conversationId }]) {
      const asked = { ...only, phone: '+1' };
      await expect(list(family.editor, { filter: asked })).rejects.toMatchObject({ code: 'FORBIDDEN' });
      const { errors } = await family.editor.ask('WriterMessages', { filter: asked });
      expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    }
  });

  test('refuses a cursor that counts further than anything can be counted', async () => {
    const id = '0192f000-0000-7000-8000-000000000000';
    const far = '9999999999999999999';
    for (const parts of [
      [-8e15, id, 1, '1', '1'],
      [1, id, 2 ** 40, '1', '1'],
      [1, id, 1, far, far],
    ]) {
      const after = Buffer.from(JSON.stringify(parts)).toString('base64url');
      for (const [document, variables] of [
        ['WriterMessages', { filter, after }],
        ['Transcript', { id: conversationId, after }],
      ] as const) {
        const { errors } = await family.admin.ask(document, variables);
        expect(errors?.[0]?.extensions.code).toBe('BAD_REQUEST');
        expect(errors?.[0]?.message).toContain('after: is not a cursor');
      }
    }
  });

  test('masks the words of a subject who does not share them', async () => {
    const quiet = await aFamily({ consents: [] });
    const talk = await aTalk(quiet.self, quiet.subject.id);
    await talk.say('For me alone.');

    const { nodes } = await list(family.admin, { filter: { subjectId: quiet.subject.id } });

    expect(nodes.map(({ text }) => text)).toEqual([null, null, null]);
  });
});

function minute(n: number): string {
  return new Date(startOfTime + n * 60_000).toISOString();
}
