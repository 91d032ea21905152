import { spawn } from 'node:child_process';
import { mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#api/platform/database/embedded.ts';
import { type Child, startChild } from './child.ts';
import { memoryOf, textOf } from './machine.ts';
import type { Options } from './options.ts';
import { authSecret, type Bench, benchFolder } from './seed/seed.ts';

/** Evertold, started as users start it, on the bench's database. */
export type Ours = {
  url: string;
  pid: number;
  /** The time from the start of the process to its first response. */
  firstAnswerMs: number;
  /** Where its memory can be looked into; null unless asked for. */
  debuggerUrl: string | null;
  stop: () => Promise<void>;
};

/** Everything that the paths need. */
export type Stage = {
  options: Options;
  bench: Bench;
  ours: Ours;
  /** The baseline server. */
  floor: Child & { url: string };
  /** The process that generates the load. */
  client: Child;
};

export async function openStage(bench: Bench, options: Options): Promise<Stage> {
  const env = { DATABASE_URL: bench.url };
  const [ours, handler, client] = await Promise.all([
    startOurs(bench),
    startChild('./floors/http.ts', env),
    startChild('./load/http.ts'),
  ]);
  const { url } = await handler.ask<{ url: string }>({});
  return { options, bench, ours, floor: { ...handler, url }, client };
}

export async function closeStage({ ours, floor, client }: Stage) {
  await Promise.all([ours.stop(), floor.stop(), client.stop()]);
}

/** Starts the server on the bench's database, with these options of Node, and waits for its first response. */
export async function startOurs({ url: DATABASE_URL }: Bench, nodeOptions: string[] = []): Promise<Ours> {
  const env = { DATABASE_URL, DATA_DIR: path.join(benchFolder, 'server'), AUTH_SECRET: authSecret };
  return start(env, { nodeOptions });
}

/**
 * The time until a server with the embedded database sends its first response, when its data exist: since its start,
 * and since its database accepted connections.
 */
export async function ownStart(): Promise<{ afterStartMs: number; afterDatabaseMs: number }> {
  const DATA_DIR = path.join(benchFolder, 'own');
  // The first start creates the data.
  await (await start({ DATA_DIR })).stop();
  const note = path.join(DATA_DIR, 'postgres', 'postmaster.pid');
  let databaseMs = Number.NaN;
  const look = (sinceMs: number) => {
    if (Number.isNaN(databaseMs) && textOf(note).includes('ready')) databaseMs = sinceMs;
  };
  const { firstAnswerMs, stop } = await start({ DATA_DIR }, { look });
  await stop();
  return { afterStartMs: firstAnswerMs, afterDatabaseMs: firstAnswerMs - databaseMs };
}

/** Starts a server and polls it until it responds; `look` is called repeatedly meanwhile. */
async function start(
  env: NodeJS.ProcessEnv,
  { look = () => {}, nodeOptions = [] }: { look?: (sinceMs: number) => void; nodeOptions?: string[] } = {},
): Promise<Ours> {
  mkdirSync(benchFolder, { recursive: true });
  const port = await freePort();
  const logFile = path.join(benchFolder, 'server.log');
  const log = openSync(logFile, 'w');
  const { PATH, HOME } = process.env;
  const started = performance.now();
  const child = spawn(process.execPath, [...nodeOptions, 'api/dist/main.js'], {
    env: { PATH, HOME, HOST: '127.0.0.1', PORT: String(port), RATE_LIMIT: 'off', ...env },
    stdio: ['ignore', log, log],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`The server did not start: see ${logFile}`);
    look(performance.now() - started);
    await sleep(2);
  }
  return {
    url,
    pid: child.pid ?? 0,
    firstAnswerMs: performance.now() - started,
    debuggerUrl: /Debugger listening on (\S+)/.exec(textOf(logFile))?.[1] ?? null,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"query":"{ __typename }"}',
    });
    return response.ok && (await response.json()).data.__typename === 'Query';
  } catch {
    return false;
  }
}

/** The memory of a server after a few seconds without requests. */
export async function memoryAtRest({ pid }: Ours): Promise<number> {
  await sleep(3_000);
  return memoryOf(pid);
}
