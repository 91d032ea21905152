import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { readConfig } from '#api/config.ts';
import { closeDatabase, db, openDatabase, othersAreHere } from '#api/platform/database/database.ts';
import { aPerson, personAt } from '#tests/support/person.ts';
import { speakTo } from '#tests/support/server.ts';
import { type Member, member, patienceMs } from '#tests/support/several.ts';

vi.setConfig({ testTimeout: 3 * patienceMs });

const name = `test_${randomUUID().replaceAll('-', '')}`;
let both: [Member, Member];
let env: NodeJS.ProcessEnv;

/** Where the tests' databases are; this one is not there yet. */
async function asAdmin(statement: string) {
  const admin = new pg.Client({ connectionString: inject('postgres').url });
  await admin.connect();
  await admin.query(statement);
  await admin.end();
}

beforeAll(async () => {
  const url = new URL(inject('postgres').url);
  url.pathname = `/${name}`;
  env = {
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: mkdtempSync(path.join(inject('scratch'), 'starting-')),
    DATABASE_URL: url.href,
    RATE_LIMIT: 'off',
  };
  both = await Promise.all([member(env), member(env)]);
  openDatabase(url.href);
}, 4 * patienceMs);

afterAll(async () => {
  for (const each of both) each.signal('SIGTERM');
  await Promise.all(both.map((each) => each.ended));
  await closeDatabase();
  await asAdmin(`drop database if exists ${name} with (force)`);
}, patienceMs);

describe('Two processes that start at once without a database', () => {
  test('create it, migrate it once, and both become ready', async () => {
    for (const { url } of both) {
      expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: 'ready' });
    }
    const applied = await db.$queryRaw<{ times: number }[]>`
      select count(*)::int as times from _prisma_migrations group by migration_name having count(*) <> 1`;
    expect(applied).toEqual([]);
  });

  test('share one session secret', async () => {
    const [first, second] = both;
    const publicUrl = first.url.replace('127.0.0.1', 'localhost');
    const config = { ...readConfig(env), publicUrl };
    speakTo({ url: first.url, config, databaseUrl: '', adminUrl: '', outbox: '', stop: async () => {} });
    const person = await aPerson();

    for (const { url } of [first, second]) {
      const { me } = await personAt(person, url).gql('{ me { name } }');
      expect(me).toEqual({ name: person.name });
    }
  });

  test('warn that they need Redis, and a worker warns that its letters’ links lead nowhere', async () => {
    expect(await othersAreHere()).toBe(true);
    const worker = await member({ ...env, ROLE: 'worker' });

    await worker.line(/^Several processes need REDIS_URL/);
    await worker.line(/^The links in letters lead to http:\/\/localhost:\d+: set PUBLIC_URL/);
    worker.signal('SIGTERM');
    expect(await worker.ended).toBe(0);
  });
});
