import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { readConfig } from '#api/config.ts';
import { closeDatabase, db, openDatabase } from '#api/platform/database/database.ts';
import { openSettings, settings } from '#api/platform/settings.ts';
import { aDatabase, type TestDatabase } from './database.ts';
import { type Running, startProcess } from './process.ts';
import { aRedis, type TestRedis } from './redis.ts';
import { adminEmail, speakTo } from './server.ts';
import { aFamily, type Family } from './world.ts';

/** One of several processes, started as users start it. */
export type Member = Running & { url: string };

export type Several = {
  first: Member;
  second: Member;
  worker: Member;
  redis: TestRedis;
  /** The environment of each process. */
  env: NodeJS.ProcessEnv;
};

/** The timeout for slow operations on a busy machine. */
export const patienceMs = 60_000;

/** The public URL of the processes. */
export const publicUrl = 'http://evertold.localhost';
let several: (Several & { setup: ProcessSetup }) | null = null;

/** The processes of this test file, once `useSeveral` has started them. */
export function processes(): Several {
  if (!several) throw new Error('Call useSeveral() at the top of the test file');
  return several;
}

/** Starts two web processes and one worker on one database and one Redis. People use the first process. */
export function useSeveral(further: NodeJS.ProcessEnv = {}) {
  beforeAll(async () => {
    const redis = await aRedis();
    const setup = await aProcessSetup({
      REDIS_URL: redis.url,
      ALLOW_PRIVATE_ADDRESSES: 'yes',
      LOG_LEVEL: 'debug',
      ...further,
    });
    const [first, second, worker] = await Promise.all([
      member({ ...setup.env, ROLE: 'web' }),
      member({ ...setup.env, ROLE: 'web' }),
      member({ ...setup.env, ROLE: 'worker' }),
    ]);
    several = { first, second, worker, redis, env: setup.env, setup };
    setup.open(first.url);
  }, 4 * patienceMs);
  afterAll(async () => {
    if (!several) return;
    const { first, second, worker, redis, setup } = several;
    for (const each of [first, second, worker]) each.signal('SIGTERM');
    await Promise.all([first, second, worker].map((each) => each.ended));
    await setup.close();
    await redis.kill();
  }, patienceMs);
}

/** A database and a folder for processes that a test starts, kills and starts again. */
export type ProcessSetup = {
  database: TestDatabase;
  /** The environment of each process. */
  env: NodeJS.ProcessEnv;
  /** Lets people and this process use the database and a process at this URL. */
  open: (url: string) => void;
  close: () => Promise<void>;
};

/** Makes a database and a data folder; `further` adds to the environment. */
export async function aProcessSetup(further: NodeJS.ProcessEnv = {}): Promise<ProcessSetup> {
  const database = await aDatabase();
  const dataDir = mkdtempSync(path.join(inject('scratch'), 'setup-'));
  const outbox = path.join(dataDir, 'outbox');
  mkdirSync(outbox);
  const secret = randomBytes(32).toString('base64url');
  // Codes are derived from the secret, so the tests need the same secret as the processes.
  openSettings({ ...settings(), authSecret: secret });
  const env = {
    ...{ HOST: '127.0.0.1', PORT: '0', PUBLIC_URL: publicUrl, DATA_DIR: dataDir },
    ...{ DATABASE_URL: database.url, DATABASE_ADMIN_URL: database.adminUrl },
    ...{ AUTH_SECRET: secret, ADMIN_EMAILS: adminEmail, RATE_LIMIT: 'off' },
    ...further,
  };
  return {
    database,
    env,
    open(url) {
      openDatabase(database.url);
      const { url: databaseUrl, adminUrl } = database;
      speakTo({ url, config: readConfig(env), databaseUrl, adminUrl, outbox, stop: async () => {} });
    },
    async close() {
      speakTo(null);
      await closeDatabase();
      await database.drop();
    },
  };
}

/** Starts a process and reads its port from its log. */
export async function member(env: NodeJS.ProcessEnv): Promise<Member> {
  const running = startProcess(env);
  const [, port] = await running.line(/"port":(\d+),"msg":"listening"/);
  return { ...running, url: `http://127.0.0.1:${port}` };
}

/** A family whose conversations may have up to 60 questions, so that they don't end during a test. */
export async function aTalkativeFamily(): Promise<Family> {
  const family = await aFamily();
  await db.subject.update({ where: { id: family.subject.id }, data: { maxQuestions: 60 } });
  return family;
}
