import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { aBook } from '#tests/support/book.ts';
import { bookIn, unzipped } from '#tests/support/imports.ts';
import { contentOf, download, pagesOf } from '#tests/support/made.ts';
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

test('An export whose worker is killed amid the media is complete when the next one has made it', {
  timeout: 5 * patienceMs,
}, async () => {
  const family = await aFamily({ consents: ['SHARING'] });
  const { subject, owner } = family;
  await aBook(family);
  const files = await Promise.all(
    ['Two girls on a pier', 'The boat', 'The mill'].map((title) => aStoredFile(subject.id, title)),
  );
  const [, second] = files;
  const [beforeMedia, amidMedia] = [await locking('brought_consent'), await holder()];
  const { id } = succeeded(await owner.gql('RequestExport', { subjectId: subject.id }));
  const making = () => db.making.findUniqueOrThrow({ where: { id } });
  // Its books are made, and it waits to read the small tables.
  await until(async () => (await making()).progress === 20, patienceMs);
  await amidMedia.query('begin; lock table conversation in access exclusive mode');
  await beforeMedia.end();
  // It has listed its media by now, and waits for the conversations before them.
  await until(() => isWaitedFor('conversation'), patienceMs);
  // Nobody writes into this file, so that reading it never ends.
  rmSync(second?.path ?? '');
  execFileSync('mkfifo', [second?.path ?? '']);
  await amidMedia.end();
  await until(async () => (await making()).progress >= 20 + (75 * 2) / 3, patienceMs);

  worker.signal('SIGKILL');
  await worker.ended;
  expect(await making()).toMatchObject({ status: 'WORKING', progress: 70 });
  rmSync(second?.path ?? '');
  writeFileSync(second?.path ?? '', second?.content ?? '');
  worker = await member({ ...setup.env, ROLE: 'worker' });
  await until(async () => (await making()).status === 'DONE', 3 * patienceMs);

  const zip = await contentOf(owner, id);
  const entries = await unzipped(zip);
  const { media } = await bookIn(zip);
  expect(media.map(({ title }) => title)).toEqual(files.map(({ title }) => title));
  for (const [at, { file, bytes }] of media.entries()) {
    expect(entries.get(file ?? '')).toEqual(files[at]?.content);
    expect(files[at]?.content).toHaveLength(bytes);
  }
  const inFolder = [...entries.keys()].filter((name) => name.startsWith('media/'));
  expect(inFolder.sort()).toEqual(media.map(({ file }) => file).sort());
  expect(await making()).toMatchObject({ tries: 2, bytes: zip.length });
});

/** A keepsake of the book, stored as the processes store it. */
async function aStoredFile(subjectId: string, title: string) {
  const id = newId();
  const storageKey = `${subjectId}/${id}`;
  const file = path.join(setup.env.DATA_DIR ?? '', 'media', storageKey);
  const content = Buffer.from(`${title} `.repeat(20_000));
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  const facts = { contentType: 'text/plain', kind: 'DOCUMENT' as const, bytes: content.length };
  await db.media.create({ data: { id, subjectId, storageKey, title, ...facts } });
  return { title, path: file, content };
}

async function holder() {
  const client = new pg.Client({ connectionString: setup.database.adminUrl });
  await client.connect();
  return client;
}

/** A connection that keeps everybody from reading a table until it ends. */
async function locking(table: string) {
  const client = await holder();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  return client;
}

/** Whether somebody waits to read a table. */
async function isWaitedFor(table: string): Promise<boolean> {
  const waiting = await db.$queryRaw<{ pid: number }[]>`
    select pid from pg_locks where not granted and relation = ${table}::regclass`;
  return waiting.length > 0;
}
