import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { log } from '#api/platform/log.ts';
import { eraseDeleted } from '#api/subjects/erasing.ts';
import { filterLimit } from '#api/writer/saved-filters/service.ts';
import { statementsOf } from '#tests/support/statements.ts';
import { aFamily, aPerson, type Family, type Person, server, useOwnServer } from '#tests/support/world.ts';

useOwnServer();

let family: Family;
let phone: string;

beforeAll(async () => {
  family = await aFamily();
  phone = `+1508555${String(Date.now()).slice(-4)}`;
  const { subject } = family;
  const conversation = await db.conversation.create({
    data: { subjectId: subject.id, channel: 'PHONE', status: 'COMPLETED' },
  });
  const message = (seq: number, text: string, more: object = {}) =>
    db.message.create({
      data: {
        ...{ subjectId: subject.id, conversationId: conversation.id, seq, role: 'user', text, phone },
        ...{ createdAt: new Date(Date.UTC(2026, 0, 1, 10, 0, seq)), ...more },
      },
    });
  await message(1, '=HYPERLINK("https://evil.example")');
  await message(2, 'She said "no", and\nwent home.');
  await message(3, 'A secret', { private: true });
  await message(4, 'What was her name?', { role: 'assistant' });
});

function fetched(path: string, by: Pick<Person, 'cookie'> | null, headers: Record<string, string> = {}) {
  return fetch(`${server().url}${path}`, { headers: { ...(by && { cookie: by.cookie ?? '' }), ...headers } });
}

async function anotherAdmin(): Promise<Person> {
  const person = await aPerson();
  await db.user.update({ where: { id: person.id }, data: { role: 'user,admin' } });
  return person;
}

/** Far more than the sockets hold, so that the server waits for the reader. */
async function manyLongMessages(of: string) {
  const { subject } = family;
  const conversation = await db.conversation.create({
    data: { subjectId: subject.id, channel: 'PHONE', status: 'COMPLETED' },
  });
  const many = Array.from({ length: 3000 }, (_, at) => ({
    ...{ subjectId: subject.id, conversationId: conversation.id, seq: at + 1, role: 'user' as const },
    ...{ text: 'word '.repeat(1500), phone: of, createdAt: new Date(Date.UTC(2024, 0, 1, 0, 0, at)) },
  }));
  await db.message.createMany({ data: many });
}

const messages = (filter: object) => `/desk/messages.csv?${new URLSearchParams({ phone, ...filter })}`;

describe('The messages as a file', () => {
  test('are those of the filter, newest first, without private words and without formulas', async () => {
    const { admin, subject } = family;
    const { fullName } = await db.subject.findUniqueOrThrow({ where: { id: subject.id } });
    const response = await fetched(messages({ role: 'user' }), admin);

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="messages-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head, ...lines] = new TextDecoder().decode(bytes).split('\r\n');
    expect(head).toBe('"time","subject","subject id","conversation id","seq","by","phone","role","message"');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toContain(`"2026-01-01T10:00:03.000Z","${fullName}","${subject.id}"`);
    expect(lines[0]).toMatch(/"PHONE","'\+1508555\d{4}","user","\(private\)"$/);
    expect(lines[1]).toMatch(/"She said ""no"", and\nwent home\."$/);
    expect(lines[2]).toMatch(/"'=HYPERLINK\(""https:\/\/evil\.example""\)"$/);
    expect(lines[3]).toBe('');
  });

  test('are all, however many there are', async () => {
    const { admin, subject } = family;
    const conversation = await db.conversation.create({
      data: { subjectId: subject.id, channel: 'PHONE', status: 'COMPLETED' },
    });
    const many = Array.from({ length: 350 }, (_, at) => ({
      ...{ subjectId: subject.id, conversationId: conversation.id, seq: at + 1, role: 'user' as const },
      ...{
        text: `number ${at + 1}`,
        phone: `${phone}9`,
        createdAt: new Date(Date.UTC(2025, 0, 1, 0, 0, at)),
      },
    }));
    await db.message.createMany({ data: many });
    const text = await (await fetched(messages({ phone: `${phone}9` }), admin)).text();
    const numbers = [...text.matchAll(/"number (\d+)"/g)].map(([, number]) => Number(number));

    expect(numbers).toEqual(Array.from({ length: 350 }, (_, at) => 350 - at));
  });

  test('are recorded in the audit log, without the filter’s values', async () => {
    const { admin, subject } = family;
    await (await fetched(messages({ subjectId: subject.id }), admin)).text();
    const entry = await db.auditEvent.findFirstOrThrow({
      where: { action: 'messages.exported', subjectId: subject.id },
    });

    expect(entry.actorId).toBe(admin.id);
    expect(entry.detail).toEqual({ filteredBy: ['phone', 'subjectId'] });
  });

  test.each([
    [{ dateFrom: 'yesterday' }, 'dateFrom: must be a time'],
    [{ phone: 'Alma' }, 'filter.phone: must be a phone number'],
    [{ role: 'bot' }, 'role: must be user or assistant'],
    [{ subjectId: '7' }, 'subjectId: must be an id'],
    [{ dateFrom: '2026-02-01T00:00:00Z', dateTo: '2026-01-01T00:00:00Z' }, 'must be later than dateFrom'],
    [{ colour: 'red' }, 'Unrecognized key'],
  ])('with the filter %j are refused', async (filter, problem) => {
    const before = await db.auditEvent.count({ where: { action: 'messages.exported' } });
    const response = await fetched(messages(filter), family.admin);

    expect(response.status).toBe(400);
    expect(((await response.json()) as { errors: { message: string }[] }).errors[0]?.message).toContain(
      problem,
    );
    expect(await db.auditEvent.count({ where: { action: 'messages.exported' } })).toBe(before);
  });

  test('are for admins in their own name only, and not for pages of other sites', async () => {
    const { admin, owner } = family;
    const statuses = await Promise.all([
      fetched(messages({}), null),
      fetched(messages({}), owner),
      fetched(messages({}), admin, { 'sec-fetch-site': 'cross-site' }),
      fetched(messages({}), admin, { authorization: 'Bearer evt_unknown' }),
      fetch(`${server().url}${messages({})}`, { method: 'POST', headers: { cookie: admin.cookie ?? '' } }),
    ]).then((all) => all.map(({ status }) => status));

    expect(statuses).toEqual([401, 403, 403, 401, 405]);
  });

  test('are read no further when the client cuts the connection, which is no error of the server', async () => {
    const of = `${phone}7`;
    await manyLongMessages(of);
    const reader = await anotherAdmin();
    const problems: unknown[] = [];
    const { error, warn } = log;
    // Records what is logged, and logs it unchanged.
    const recorded =
      (write: typeof error) =>
      (...given: Parameters<typeof error>) => {
        problems.push(given);
        return Reflect.apply(write, log, given);
      };
    Object.assign(log, { error: recorded(error), warn: recorded(warn) });
    onTestFinished(() => void Object.assign(log, { error, warn }));

    const sent = await statementsOf(async () => {
      const client = new AbortController();
      const response = await fetch(`${server().url}${messages({ phone: of })}`, {
        headers: { cookie: reader.cookie ?? '', 'accept-encoding': 'identity' },
        signal: client.signal,
      });
      expect((await response.body?.getReader().read())?.value?.length).toBeGreaterThan(0);
      client.abort();
      // With both places free again, the server has finished with the file.
      await expect
        .poll(
          async () => {
            const both = await Promise.all(
              [1, 2].map(() => fetched(messages({ phone: '+1508999' }), reader)),
            );
            return both.map(({ status }) => status);
          },
          { timeout: 20_000 },
        )
        .toEqual([200, 200]);
    });

    // The file has thirty pages.
    const pages = sent.filter((statement) => statement.startsWith('messages ')).length;
    expect(pages).toBeGreaterThan(0);
    expect(pages).toBeLessThan(25);
    expect(problems).toEqual([]);
  });

  test('are read two at a time by each admin', async () => {
    const of = `${phone}6`;
    await manyLongMessages(of);
    const [reader, other] = [await anotherAdmin(), await anotherAdmin()];
    const open = () => fetched(messages({ phone: of }), reader, { 'accept-encoding': 'identity' });
    const both = [await open(), await open()];
    expect(both.map(({ status }) => status)).toEqual([200, 200]);

    const third = await open();
    expect(third.status).toBe(429);
    expect(await third.json()).toMatchObject({
      errors: [
        {
          message: '2 lists are being saved already: wait until one is done',
          extensions: { code: 'TOO_MANY_REQUESTS' },
        },
      ],
    });
    // Also of another kind, but not for another admin.
    expect((await fetched('/desk/audit-log.csv', reader)).status).toBe(429);
    expect((await fetched(`/desk/audit-log.csv?targetId=${newId()}`, other)).status).toBe(200);

    for (const response of both) expect((await response.text()).split('\r\n').length).toBeGreaterThan(3000);
    await expect
      .poll(async () => (await fetched(`/desk/audit-log.csv?targetId=${newId()}`, reader)).status)
      .toBe(200);
  });

  test('are cut off when the reader loses the role meanwhile', async () => {
    const reader = await anotherAdmin();
    const of = `${phone}8`;
    await manyLongMessages(of);
    const response = await fetched(messages({ phone: of }), reader, { 'accept-encoding': 'identity' });
    const body = response.body?.getReader();
    expect((await body?.read())?.value?.length).toBeGreaterThan(0);
    await db.user.update({ where: { id: reader.id }, data: { role: 'user' } });

    await expect(async () => {
      while (!(await body?.read())?.done);
    }).rejects.toThrow();
  });
});

describe('The audit log as a file', () => {
  test('has the names of both who act and who is acted for', async () => {
    const { admin, owner, subject } = family;
    const targetId = newId();
    const { fullName } = await db.subject.findUniqueOrThrow({ where: { id: subject.id } });
    await db.auditEvent.create({
      data: {
        ...{ action: 'transcript.read', actorId: owner.id, impersonatorId: admin.id, targetId },
        ...{ subjectId: subject.id, detail: { kind: 'x' }, at: new Date(Date.UTC(2026, 0, 1)) },
      },
    });
    const text = await (await fetched(`/desk/audit-log.csv?targetId=${targetId}`, admin)).text();

    expect(text.split('\r\n')[1]).toBe(
      [
        ...['2026-01-01T00:00:00.000Z', 'Ada', admin.id, owner.name, 'transcript.read'],
        ...[fullName, subject.id, '', targetId, '{""kind"":""x""}', ''],
      ]
        .map((value) => (value === '' ? '' : `"${value}"`))
        .join(','),
    );
  });

  test('is recorded in the audit log itself', async () => {
    const { admin } = family;
    const targetId = newId();
    await (await fetched(`/desk/audit-log.csv?targetId=${targetId}`, admin)).text();
    const entry = await db.auditEvent.findFirstOrThrow({
      where: { action: 'audit-log.exported', actorId: admin.id },
      orderBy: { at: 'desc' },
    });

    expect(entry.detail).toEqual({ filteredBy: ['targetId'] });
  });

  test('is refused to others, and for a filter that makes no sense', async () => {
    const { admin, owner } = family;

    expect((await fetched('/desk/audit-log.csv', owner)).status).toBe(403);
    expect((await fetched('/desk/audit-log.csv?actorId=7', admin)).status).toBe(400);
    expect((await fetched('/desk/audit-log.csv?from=now', admin)).status).toBe(400);
  });
});

describe('Saved filters', () => {
  const save = `mutation ($input: SaveMessageFilterInput!) { saveMessageFilter(input: $input) {
    __typename ... on SavedMessageFilter { id name dateFrom dateTo lastDays phone subjectId role }
    ... on InvalidInput { issues { path message } } ... on LimitReached { limit } } }`;
  const list = '{ savedMessageFilters { id name role lastDays } }';
  const remove = `mutation ($id: ID!) { removeMessageFilter(id: $id) {
    __typename ... on RemovedMessageFilter { id } } }`;
  const saved = async (by: Person, input: object) => (await by.gql(save, { input })).saveMessageFilter;

  test('are kept under a name, replaced by the same name, and removed', async () => {
    const admin = await anotherAdmin();
    const { subject } = family;
    const whole = {
      ...{ name: 'Alma in May', dateFrom: '2026-05-01', dateTo: '2026-05-31', phone: '+1508' },
      ...{ subjectId: subject.id, role: 'user' },
    };
    const first = await saved(admin, whole);
    expect(first).toMatchObject({ __typename: 'SavedMessageFilter', lastDays: null, ...whole });
    const second = await saved(admin, { name: ' Alma in May ', lastDays: 7, role: 'assistant' });
    expect(second).toMatchObject({ id: first.id, dateFrom: null, phone: null, subjectId: null, lastDays: 7 });
    expect((await admin.gql(list)).savedMessageFilters).toEqual([
      { id: first.id, name: 'Alma in May', role: 'assistant', lastDays: 7 },
    ]);
    expect((await admin.gql(remove, { id: first.id })).removeMessageFilter).toMatchObject({ id: first.id });
    expect((await admin.gql(remove, { id: first.id })).removeMessageFilter.__typename).toBe('NotFound');
    expect((await admin.gql(list)).savedMessageFilters).toEqual([]);
  });

  test('are seen and removed by their admin only', async () => {
    const [mine, other] = [await anotherAdmin(), await anotherAdmin()];
    const { id } = await saved(mine, { name: 'Mine', role: 'user' });

    expect((await other.gql(list)).savedMessageFilters).toEqual([]);
    expect((await other.gql(remove, { id })).removeMessageFilter.__typename).toBe('NotFound');
    expect((await mine.gql(list)).savedMessageFilters).toHaveLength(1);
  });

  test.each([
    [{ name: ' ', role: 'user' }, 'name', 'must not be empty'],
    [{ name: 'x'.repeat(61), role: 'user' }, 'name', 'at most 60'],
    [{ name: 'Nothing' }, 'name', 'must name a filter that has a part'],
    [{ name: 'a', dateFrom: '0000-01-01' }, 'dateFrom', 'must be a day'],
    [{ name: 'a', dateFrom: '2026-02-30' }, 'dateFrom', 'must be a day'],
    [{ name: 'a', dateFrom: '2026-02-02', dateTo: '2026-02-01' }, 'dateTo', 'must not be before'],
    [{ name: 'a', dateFrom: '2026-02-02', lastDays: 3 }, 'lastDays', 'together'],
    [{ name: 'a', lastDays: 0 }, 'lastDays', 'from 1 to 366'],
    [{ name: 'a', lastDays: 367 }, 'lastDays', 'from 1 to 366'],
    [{ name: 'a', phone: '508' }, 'phone', 'E.164'],
    [{ name: 'a', subjectId: newId() }, 'subjectId', 'is not a subject'],
  ])('with %j are refused', async (input, path, message) => {
    const admin = await anotherAdmin();
    const { issues } = await saved(admin, input);

    expect(issues).toEqual([{ path, message: expect.stringContaining(message) }]);
    expect((await admin.gql(list)).savedMessageFilters).toEqual([]);
  });

  test('that name a subject or its phone go with the erasure of its book', async () => {
    const [admin, { subject }] = [await anotherAdmin(), await aFamily()];
    await saved(admin, { name: 'the book', subjectId: subject.id });
    await saved(admin, { name: 'its phone', phone: subject.phone });
    await saved(admin, { name: 'another', phone });
    const deletedAt = new Date(Date.now() - 31 * 24 * 3_600_000);
    await db.subject.update({ where: { id: subject.id }, data: { deletedAt } });
    await eraseDeleted();

    const { savedMessageFilters } = await admin.gql(list);
    expect(savedMessageFilters.map(({ name }: { name: string }) => name)).toEqual(['another']);
  });

  test('are limited in number, also when two are saved at once', async () => {
    const admin = await anotherAdmin();
    await db.savedMessageFilter.createMany({
      data: Array.from({ length: filterLimit - 1 }, (_, at) => ({
        ...{ userId: admin.id, name: `filter ${at}`, role: 'user' as const },
      })),
    });
    const both = await Promise.all(['one', 'other'].map((name) => saved(admin, { name, role: 'user' })));

    expect(both.map(({ __typename }) => __typename).sort()).toEqual(['LimitReached', 'SavedMessageFilter']);
    expect((await saved(admin, { name: 'filter 1', role: 'assistant' })).role).toBe('assistant');
  });
});
