import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { buildServer } from '#api/build.ts';
import { startEmbeddedPostgres } from '#api/platform/database/embedded.ts';
import { prepareDatabase } from '#api/platform/database/prepare.ts';
import { asServer } from './database.ts';
import { startProcess } from './process.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { url: string; template: string };
    scratch: string;
  }
}

/** Starts a throw-away database server for the run, with a migrated template that each test file gets a copy of. */
export default async function setup(project: TestProject) {
  if (!process.env.SERVER_BUILT) await buildServer();
  const scratch = mkdtempSync(path.join(scratchRoot(), 'test-'));
  // When run as root, the database runs as another user, who needs access to the folder.
  chmodSync(scratch, 0o711);
  const postgres = await startEmbeddedPostgres(path.join(scratch, 'postgres'), { throwaway: true });
  const template = `template_${migrationsHash()}`;
  const making = `${template}_making`;
  await prepareDatabase({ url: asServer(postgres.url(making)), adminUrl: postgres.url(making) });
  await startOnce(asServer(postgres.url(making)), postgres.url(making), path.join(scratch, 'first'));

  const admin = new pg.Client({ connectionString: postgres.url('postgres') });
  await admin.connect();
  // Open connections would prevent copies of the template.
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [making]);
  await admin.query(`alter database ${making} rename to ${template}`);
  await admin.end();

  project.provide('postgres', { url: postgres.url('postgres'), template });
  project.provide('scratch', scratch);
  return async () => {
    await postgres.stop();
    rmSync(scratch, { recursive: true, force: true });
  };
}

/** Starts a server once to create the queues and wordings, so that test files needn't. */
async function startOnce(url: string, adminUrl: string, dataDir: string) {
  mkdirSync(dataDir);
  const server = startProcess({
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    DATABASE_ADMIN_URL: adminUrl,
    LOG_LEVEL: 'silent',
  });
  await server.line(/^Evertold is at/);
  server.signal('SIGTERM');
  await server.ended;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  // An existing schedule would make up for the runs missed since then.
  await admin.query('delete from jobs.schedule');
  await admin.end();
}

function scratchRoot(): string {
  const root = path.resolve('.data');
  mkdirSync(root, { recursive: true });
  return root;
}

function migrationsHash(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync('prisma/migrations', { recursive: true, encoding: 'utf8' }).sort()) {
    if (name.endsWith('.sql')) hash.update(readFileSync(path.join('prisma/migrations', name)));
  }
  return hash.digest('hex').slice(0, 12);
}
