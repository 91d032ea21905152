import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { readConfig } from '#api/config.ts';
import { closeDatabase, db, openDatabase } from '#api/platform/database/database.ts';
import { openCodes } from '#api/platform/domain-values/one-time-code.ts';
import { aDatabase, type TestDatabase } from './database.ts';
import { type Running, startProcess } from './process.ts';
import { aRedis, type TestRedis } from './redis.ts';
import { adminEmail, speakTo } from './server.ts';
import { aFamily, type Family } from './world.ts';

/** One of several processes, started as users start it. */
export type Member = Running & { url: string };

export type Several = { first: Member; second: Member; worker: Member; redis: TestRedis };

/** The timeout for slow operations on a busy machine. */
export const patienceMs = 60_000;

/** The public URL of the processes. */
export const publicUrl = 'http://evertold.localhost';
let several: (Several & { database: TestDatabase }) | null = null;

/** The processes of this test file, once `useSeveral` has started them. */
export function processes(): Several {
  if (!several) throw new Error('Call useSeveral() at the top of the test file');
  return several;
}

/** Starts two web processes and one worker on one database and one Redis. People use the first process. */
export function useSeveral(further: NodeJS.ProcessEnv = {}) {
  beforeAll(async () => {
    const [database, redis] = await Promise.all([aDatabase(), aRedis()]);
    const dataDir = mkdtempSync(path.join(inject('scratch'), 'several-'));
    const outbox = path.join(dataDir, 'outbox');
    mkdirSync(outbox);
    const secret = randomBytes(32).toString('base64url');
    // Codes are derived from the secret, so the tests need the same secret as the processes.
    openCodes(secret);
    const env = {
      AUTH_SECRET: secret,
      HOST: '127.0.0.1',
      PORT: '0',
      PUBLIC_URL: publicUrl,
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      DATABASE_ADMIN_URL: database.adminUrl,
      REDIS_URL: redis.url,
      ADMIN_EMAILS: adminEmail,
      ALLOW_PRIVATE_ADDRESSES: 'yes',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'debug',
      ...further,
    };
    const [first, second, worker] = await Promise.all([
      member({ ...env, ROLE: 'web' }),
      member({ ...env, ROLE: 'web' }),
      member({ ...env, ROLE: 'worker' }),
    ]);
    several = { first, second, worker, redis, database };
    openDatabase(database.url);
    const stop = async () => {};
    speakTo({
      url: first.url,
      config: readConfig(env),
      databaseUrl: database.url,
      adminUrl: database.adminUrl,
      outbox,
      stop,
    });
  }, 4 * patienceMs);
  afterAll(async () => {
    if (!several) return;
    const { first, second, worker, redis, database } = several;
    for (const each of [first, second, worker]) each.signal('SIGTERM');
    await Promise.all([first, second, worker].map((each) => each.ended));
    speakTo(null);
    await closeDatabase();
    await redis.kill();
    await database.drop();
  }, patienceMs);
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
