import { existsSync } from 'node:fs';
import path from 'node:path';
import { findEmbeddedPostgres } from '#api/platform/database/embedded.ts';
import { type Running, startProcess } from '#tests/support/process.ts';
import { until } from '#tests/support/told.ts';
import { type Facts, factsOf, serverPid } from './facts.ts';

/**
 * The victim of a kill: the only process of a small installation; a web process, the worker or Redis of a large one;
 * the database server or one of its sessions; or everything.
 */
export type Victim = 'server' | 'web' | 'worker' | 'redis' | 'database' | 'session' | 'all';

/** An installation of Evertold whose processes can be killed. */
export type House = {
  /** The address that answers now. */
  url: () => string;
  /** The origin of its pages. */
  origin: () => string;
  /** The victims that this installation has. */
  victims: readonly Victim[];
  facts: Facts['facts'];
  kill: (victim: Victim) => Promise<void>;
  /** Restarts what does not restart by itself, and resolves when a server is ready. */
  recover: (victim: Victim) => Promise<void>;
  /** All output of its processes. */
  lines: () => string[];
  /** Stops everything in order; returns the exit codes. */
  stop: () => Promise<(number | null)[]>;
};

/** How long recovery may take on a busy machine. */
export const wellMs = 90_000;

/** Resolves when a process is ready. */
export function ready(url: () => string): Promise<void> {
  return until(async () => (await fetch(`${url()}/readyz`).catch(() => null))?.ok ?? false, wellMs);
}

/** One process with its embedded database, as a family runs it at home. */
export async function aSmallHouse(dataDir: string, env: NodeJS.ProcessEnv): Promise<House> {
  let server: Running;
  let url = '';
  const postgres = path.join(dataDir, 'postgres');
  const said: string[] = [];
  const { facts, killSession } = factsOf(async () => (await findEmbeddedPostgres(postgres))?.url());

  async function start() {
    // A process logs the port on which it listens.
    const own = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'info' };
    server = startProcess({ ...env, ...own });
    const [, port] = await server.line(/"port":(\d+),"msg":"listening"/);
    url = `http://127.0.0.1:${port}`;
    await ready(() => url);
  }

  await start();
  return {
    url: () => url,
    origin: () => env.PUBLIC_URL ?? url,
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
