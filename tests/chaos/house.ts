import { existsSync } from 'node:fs';
import path from 'node:path';
import { findEmbeddedPostgres } from '#api/platform/database/embedded.ts';
import { type Running, startProcess } from '#tests/support/process.ts';
import { until } from '#tests/support/told.ts';
import { type Facts, factsOf, serverPid } from './facts.ts';

/**
 * What is killed: the one process of a small house; one of the processes of a large one that answer, or its worker, or
 * its Redis; the database's, or one session of it; or all there is.
 */
export type Victim = 'server' | 'web' | 'worker' | 'redis' | 'database' | 'session' | 'all';

/** Evertold as somebody runs it, whose processes can be killed. */
export type House = {
  /** Where it answers now. */
  url: () => string;
  /** The origin of its pages. */
  origin: () => string;
  /** What there is to kill. */
  victims: readonly Victim[];
  facts: Facts['facts'];
  kill: (victim: Victim) => Promise<void>;
  /** Starts again what does not start by itself, and resolves when somebody answers. */
  recover: (victim: Victim) => Promise<void>;
  /** Everything that its processes wrote. */
  lines: () => string[];
  /** Ends everything in order; the codes with which processes ended. */
  stop: () => Promise<(number | null)[]>;
};

/** How long anything may take to be well again on a busy machine. */
export const wellMs = 90_000;

/** Resolves when a process can serve. */
export function ready(url: () => string): Promise<void> {
  return until(async () => (await fetch(`${url()}/readyz`).catch(() => null))?.ok ?? false, wellMs);
}

/** One process with the database that it brings along, as somebody runs it at home. */
export async function aSmallHouse(dataDir: string, env: NodeJS.ProcessEnv): Promise<House> {
  let server: Running;
  let url = '';
  const postgres = path.join(dataDir, 'postgres');
  const said: string[] = [];
  const { facts, killSession } = factsOf(async () => (await findEmbeddedPostgres(postgres))?.url());

  async function start() {
    server = startProcess({ HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, ...env });
    const [, address] = await server.line(/^Evertold is at (\S+)$/);
    url = address ?? '';
  }

  await start();
  return {
    url: () => url,
    origin: () => url,
    victims: ['server', 'database', 'session', 'all'],
    facts,
    async kill(victim) {
      if (victim === 'session') await killSession();
      if (victim === 'database' || victim === 'all') process.kill(serverPid(postgres), 'SIGKILL');
      if (victim === 'server' || victim === 'all') {
        server.signal('SIGKILL');
        await server.ended;
        said.push(...server.lines);
      }
    },
    async recover(victim) {
      if (victim === 'server' || victim === 'all') await start();
      await ready(() => url);
    },
    lines: () => [...said, ...server.lines],
    async stop() {
      server.signal('SIGTERM');
      const code = await server.ended;
      if (existsSync(path.join(postgres, 'postmaster.pid'))) process.kill(serverPid(postgres), 'SIGQUIT');
      return [code];
    },
  };
}
