import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { aBook } from '#tests/support/book.ts';
import { download, pagesOf } from '#tests/support/made.ts';
import { succeeded } from '#tests/support/person.ts';
import { aProcessSetup, type Member, member, type ProcessSetup, patienceMs } from '#tests/support/several.ts';
import { until } from '#tests/support/told.ts';
import { aFamily } from '#tests/support/world.ts';

let setup: ProcessSetup;
let web: Member;
let worker: Member;

beforeAll(async () => {
  setup = await aProcessSetup();
  web = await member({ ...setup.env, ROLE: 'web' });
  worker = await member({ ...setup.env, ROLE: 'worker' });
  setup.open(web.url);
}, 4 * patienceMs);

afterAll(async () => {
  for (const each of [web, worker]) each.signal('SIGTERM');
  await Promise.all([web.ended, worker.ended]);
  await setup.close();
}, patienceMs);

test('A book and an export are made by the next worker when theirs is killed', {
  timeout: 5 * patienceMs,
}, async () => {
  const family = await aFamily({ consents: ['SHARING'] });
  const { subject, owner } = family;
  await aBook(family);
  const holder = new pg.Client({ connectionString: setup.database.adminUrl });
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
  worker = await member({ ...setup.env, ROLE: 'worker' });

  await until(async () => (await states()).every((status) => status === 'DONE'), 3 * patienceMs);
  const pdf = await download(owner, book.id);
  expect((await pagesOf(new Uint8Array(await pdf.arrayBuffer()))).join(' ')).toContain(
    'It smelled of bread.',
  );
  expect((await download(owner, whole.id)).status).toBe(200);
  expect(await db.making.count({ where: { id: { in: [book.id, whole.id] }, tries: 2 } })).toBe(2);
});
