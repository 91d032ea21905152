import { subscribe } from 'node:diagnostics_channel';
import { EventEmitter, once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { startApplication } from '#api/application.ts';
import { type Config, readConfig } from '#api/config.ts';
import { closeBudgets } from '#api/platform/budgets.ts';
import { memoryBus, openBus } from '#api/platform/events/bus.ts';
import { openLog } from '#api/platform/log.ts';
import { storeModelUse } from '#api/platform/model-use.ts';
import { aDatabase, restorer } from './database.ts';
// Imported first, so that it knows the workers of all test files.
import './text-workers.ts';

export type TestServer = {
  /** The server's URL, by IP address, so that no name must be resolved. */
  url: string;
  config: Config;
  databaseUrl: string;
  /** The URL of its database for the role that owns it. */
  adminUrl: string;
  /** The folder of the letters that it wrote. */
  outbox: string;
  stop: () => Promise<void>;
};

/** The only address whose account is an admin on a test server. */
export const adminEmail = 'admin@evertold.test';

const listened = new EventEmitter();
subscribe('evertold:following', () => listened.emit('listening'));

/** Starts the real server in this process: with its own database, a free port, and letters written to files. */
export async function startTestServer(env: NodeJS.ProcessEnv = {}): Promise<TestServer> {
  // A process holds one application.
  await shared?.server.stop();
  shared = null;
  const database = await aDatabase();
  const dataDir = mkdtempSync(path.join(inject('scratch'), 'data-'));
  mkdirSync(path.join(dataDir, 'outbox'), { recursive: true });
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DATABASE_ADMIN_URL: database.adminUrl,
    AUTH_SECRET: 'a secret that only the tests know, long enough',
    ADMIN_EMAILS: adminEmail,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'silent',
    // The key of `aModel`; a model whose key is missing is not asked.
    MODEL_KEY_WRITER: 'known to the tests',
    ...env,
  });
  openLog(config.logLevel);
  openBus(memoryBus());
  const application = await startApplication(config);
  return {
    url: `http://127.0.0.1:${application.config.port}`,
    config: application.config,
    databaseUrl: database.url,
    adminUrl: database.adminUrl,
    outbox: path.join(dataDir, 'outbox'),
    async stop() {
      await application.stop();
      await database.drop();
    },
  };
}

let current: TestServer | null = null;

/** How many test files have been given a server in this process. */
export let filesServed = 0;

/** Points the tests of this file at another running server; null when it has stopped. */
export function speakTo(other: TestServer | null) {
  current = other;
}

/** The server of this test file, once `useServer` has started it. */
export function server(): TestServer {
  if (!current) throw new Error('Call useServer() at the top of the test file');
  return current;
}

/** The server that the files of this worker share, until one asks for other settings. */
let shared: { settings: string; server: TestServer; restore: () => Promise<boolean> } | null = null;

/**
 * Gives the tests of this file a server with an empty database. The files of a worker with the same settings share it:
 * before each, its rows and files become those of a new one. What a process counts or remembers stays, so a file that
 * depends on this, closes parts of the server, or reads plans uses a server of its own.
 */
export function useServer(env: NodeJS.ProcessEnv = {}) {
  beforeAll(async () => {
    current = await sharedServer(env);
  });
  afterAll(() => {
    current = null;
  });
}

async function sharedServer(env: NodeJS.ProcessEnv): Promise<TestServer> {
  filesServed += 1;
  const settings = JSON.stringify(env);
  if (shared?.settings === settings) await storeModelUse();
  // A server whose work doesn't end is replaced, so that only the file before it can have failed.
  if (shared?.settings !== settings || !(await shared.restore())) {
    const started = await startTestServer(env);
    shared = { settings, server: started, restore: await restorer(started.adminUrl) };
    return started;
  }
  await closeBudgets();
  const { dataDir } = shared.server.config;
  for (const folder of ['media', 'outbox'])
    rmSync(path.join(dataDir, folder), { recursive: true, force: true });
  mkdirSync(shared.server.outbox);
  return shared.server;
}

/** Starts a server before the tests of this file, and stops it after them. */
export function useOwnServer(env: NodeJS.ProcessEnv = {}) {
  beforeAll(async () => {
    current = await startTestServer(env);
  });
  afterAll(async () => {
    await current?.stop();
    current = null;
  });
}

/** Resolves when the server starts its next subscription, counted from the call; it then misses no event. */
export function nextFollowing(signal: AbortSignal): Promise<unknown> {
  return once(listened, 'listening', { signal });
}
