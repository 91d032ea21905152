import { beforeAll, describe, expect, test } from 'vitest';
import { db, pool } from '#api/platform/database/database.ts';
import type { Answer } from '#tests/support/person.ts';
import { aFamily, type Family, useServer } from '#tests/support/world.ts';

useServer();

const log = `query ($filter: AuditLogFilter, $first: Int, $after: String) {
  auditLog(filter: $filter, first: $first, after: $after) {
    edges { node { id at action actor { name } impersonator { name } subject { name } target { name } targetId detail note } }
    pageInfo { hasNextPage endCursor } } }`;

let family: Family;
beforeAll(async () => {
  family = await aFamily();
  const { admin, owner, subject } = family;
  const entry = (action: string, minute: number, more: object = {}) =>
    db.auditEvent.create({
      data: { action, at: new Date(Date.UTC(2026, 0, 1, 10, minute)), subjectId: subject.id, ...more },
    });
  const revealed = await entry('message.revealed', 1, { actorId: admin.id, detail: { kind: 'private' } });
  await db.auditNote.create({
    data: { eventId: revealed.id, subjectId: subject.id, text: 'A call for help' },
  });
  await entry('transcript.read', 2, { actorId: owner.id, impersonatorId: admin.id });
  await entry('accounts.ban-user', 3, { actorId: admin.id, targetId: owner.id, subjectId: null });
});

async function entries(filter: object, page: object = {}): Promise<Answer[]> {
  const { auditLog } = await family.admin.gql(log, { filter, first: 50, ...page });
  return auditLog.edges.map(({ node }: { node: Answer }) => node);
}
const day = { from: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' };

describe('The audit log', () => {
  test('shows actor, action, target and impersonated user, the newest first', async () => {
    expect(await entries(day)).toMatchObject([
      { action: 'accounts.ban-user', actor: { name: 'Ada' }, target: { name: 'Anna Rourke' }, subject: null },
      { action: 'transcript.read', actor: { name: 'Anna Rourke' }, impersonator: { name: 'Ada' } },
      {
        ...{ action: 'message.revealed', actor: { name: 'Ada' }, subject: { name: 'Alma Rourke' } },
        ...{ detail: '{"kind":"private"}', note: 'A call for help' },
      },
    ]);
  });

  test('can be filtered by actor under either name, target, action or its kind, subject and day', async () => {
    const { admin, owner, subject } = family;
    const actions = async (filter: object) => (await entries(filter)).map(({ action }) => action);
    expect(await actions({ ...day, actorId: admin.id })).toEqual([
      ...['accounts.ban-user', 'transcript.read', 'message.revealed'],
    ]);
    expect(await actions({ ...day, actorId: owner.id })).toEqual(['transcript.read']);
    expect(await actions({ ...day, targetId: owner.id })).toEqual(['accounts.ban-user']);
    expect(await actions({ ...day, subjectId: subject.id })).toEqual(['transcript.read', 'message.revealed']);
    expect(await actions({ ...day, action: 'accounts' })).toEqual(['accounts.ban-user']);
    expect(await actions({ ...day, action: 'acc' })).toEqual(['accounts.ban-user']);
    expect(await actions({ ...day, action: 'message.revealed' })).toEqual(['message.revealed']);
    expect(await actions({ ...day, until: '2026-01-01T10:02:00Z' })).toEqual(['message.revealed']);
  });

  test('is paginated without gaps or duplicates', async () => {
    const { auditLog: one } = await family.admin.gql(log, { filter: day, first: 2 });
    expect(one.pageInfo.hasNextPage).toBe(true);
    const { auditLog: two } = await family.admin.gql(log, {
      ...{ filter: day, first: 2, after: one.pageInfo.endCursor },
    });
    const ids = [...one.edges, ...two.edges].map(({ node }: { node: Answer }) => node.id);
    expect(new Set(ids).size).toBe(3);
    expect(two.pageInfo.hasNextPage).toBe(false);
  });

  test('is visible only to the team and refuses an invalid filter', async () => {
    for (const person of [family.owner, family.self, family.stranger])
      await expect(person.gql(log, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(family.nobody.gql(log, {})).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await entries({ actorId: 'x' })).toEqual([]);
    for (const filter of [{ action: 'x'.repeat(81) }, { from: day.until, until: day.from }])
      await expect(family.admin.gql(log, { filter })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  test.each(["update audit_event set action = 'x'", 'delete from audit_event', 'truncate audit_event'])(
    'can’t be changed by the role that the server works as: %s',
    async (sql) => {
      await expect(pool.query(sql)).rejects.toMatchObject({ code: '42501' });
      expect(await entries(day)).toHaveLength(3);
    },
  );
});
