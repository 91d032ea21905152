import { mkdirSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readConfig } from '#api/config.ts';
import { closeDatabase, db, openDatabase } from '#api/platform/database/database.ts';
import { openCodes } from '#api/platform/domain-values/one-time-code.ts';
import { aBook } from '#tests/support/book.ts';
import { aDatabase, type TestDatabase } from '#tests/support/database.ts';
import { download, pagesOf } from '#tests/support/made.ts';
import { succeeded } from '#tests/support/person.ts';
import { adminEmail, speakTo } from '#tests/support/server.ts';
import { type Member, member, patienceMs } from '#tests/support/several.ts';
import { until } from '#tests/support/told.ts';
import { aFamily } from '#tests/support/world.ts';

const secret = 'a secret that only this test knows, long enough';
let database: TestDatabase;
let env: NodeJS.ProcessEnv;
let web: Member;
let worker: Member;

beforeAll(async () => {
  database = await aDatabase();
  const dataDir = mkdtempSync(path.join(inject('scratch'), 'makings-'));
  mkdirSync(path.join(dataDir, 'outbox'));
  openCodes(secret);
  env = {
    ...{ HOST: '127.0.0.1', PORT: '0', PUBLIC_URL: 'http://evertold.localhost', DATA_DIR: dataDir },
    ...{ DATABASE_URL: database.url, DATABASE_ADMIN_URL: database.adminUrl },
    ...{ AUTH_SECRET: secret, ADMIN_EMAILS: adminEmail, RATE_LIMIT: 'off' },
  };
  web = await member({ ...env, ROLE: 'web' });
  worker = await member({ ...env, ROLE: 'worker' });
  openDatabase(database.url);
  speakTo({
    url: web.url,
    config: readConfig(env),
    databaseUrl: database.url,
    adminUrl: database.adminUrl,
    outbox: path.join(dataDir, 'outbox'),
    stop: async () => {},
  });
}, 4 * patienceMs);

afterAll(async () => {
  for (const each of [web, worker]) each.signal('SIGTERM');
  await Promise.all([web.ended, worker.ended]);
  speakTo(null);
  await closeDatabase();
  await database.drop();
}, patienceMs);

test('A book and an export are made by the next worker when theirs is killed', {
  timeout: 5 * patienceMs,
}, async () => {
  const family = await aFamily({ consents: ['SHARING'] });
  const { subject, owner } = family;
  await aBook(family);
  const holder = new pg.Client({ connectionString: database.adminUrl });
  await holder.connect();
  // Whoever reads sentences waits, and so does the worker, amid its work.
  await holder.query('begin; lock table sentence in access exclusive mode');
  const input = { subjectId: subject.id, kind: 'BOOK_PDF' };
  const book = succeeded(await owner.gql('MakeFromStories', { input }));
  const whole = succeeded(await owner.gql('RequestExport', { subjectId: subject.id }));
  const states = async () =>
    (await db.making.findMany({ where: { id: { in: [book.id, whole.id] } } })).map(({ status }) => status);
  await until(async () => (await states()).every((status) => status === 'WORKING'), patienceMs);

  worker.signal('SIGKILL');
  await worker.ended;
  await holder.end();
  expect(await states()).toEqual(['WORKING', 'WORKING']);
  worker = await member({ ...env, ROLE: 'worker' });

  await until(async () => (await states()).every((status) => status === 'DONE'), 3 * patienceMs);
  const pdf = await download(owner, book.id);
  expect((await pagesOf(new Uint8Array(await pdf.arrayBuffer()))).join(' ')).toContain(
    'It smelled of bread.',
  );
  expect((await download(owner, whole.id)).status).toBe(200);
  expect(await db.making.count({ where: { id: { in: [book.id, whole.id] }, tries: 2 } })).toBe(2);
});
