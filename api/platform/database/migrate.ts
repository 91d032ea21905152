import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { OperatorError } from '#api/platform/watching/failure.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Makes the database if there is none, and applies the migrations that it lacks. */
export async function migrate(url: string) {
  await createDatabase(url);
  if (await isUpToDate(url)) return;
  const prisma = createRequire(import.meta.url).resolve('prisma/build/index.js');
  await promisify(execFile)(process.execPath, [prisma, 'migrate', 'deploy'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: url, DATABASE_ADMIN_URL: url, PRISMA_HIDE_UPDATE_MESSAGE: '1' },
  }).catch((error: { stderr?: string }) => {
    throw new OperatorError(`The database was not migrated: ${whyNot(error.stderr ?? '')}`);
  });
}

/** Prisma's code, the migration and the database's code: what it says beside them may quote a row. */
function whyNot(said: string): string {
  const [code] = /\bP\d{4}\b/.exec(said) ?? [];
  const [migration] = /\b\d{14}_\w+/.exec(said) ?? [];
  const [, state] = /Database error code: (\w{5})/.exec(said) ?? [];
  return [code, migration, state].filter(Boolean).join(' ') || 'Prisma could not be run';
}

/** Makes the database that an address names, if its server has none of that name. */
export async function createDatabase(url: string) {
  const target = new URL(url);
  const name = decodeURIComponent(target.pathname.slice(1));
  const probe = new pg.Client({ connectionString: url });
  try {
    await probe.connect();
    return await probe.end();
  } catch (error) {
    if ((error as { code?: string }).code !== '3D000') throw error;
  }
  target.pathname = '/postgres';
  const admin = new pg.Client({ connectionString: target.href });
  await admin.connect();
  await admin.query(`create database ${admin.escapeIdentifier(name)}`);
  await admin.end();
}

/** Spares the start a second of Prisma's command when there is nothing to do. */
async function isUpToDate(url: string): Promise<boolean> {
  const wanted = readdirSync(path.join(root, 'prisma/migrations'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ migration_name: string }>(
      'select migration_name from _prisma_migrations where finished_at is not null and rolled_back_at is null',
    );
    const applied = new Set(rows.map((row) => row.migration_name));
    return wanted.every((name) => applied.has(name));
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
