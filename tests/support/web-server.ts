import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** The one admin of the server that the browser tests run against. */
export const browserAdmin = 'admin@evertold.test';

/**
 * One real server for a run of the browser tests: on a free port, with data of its own, serving the built web
 * app. Its address and the folder of its letters are left in EVERTOLD_URL and EVERTOLD_OUTBOX.
 */
export default async function startWebServer() {
  mkdirSync('.data', { recursive: true });
  const dataDir = mkdtempSync(path.resolve('.data/browser-'));
  const { DATABASE_URL: _, ...env } = process.env;
  const server = spawn(process.execPath, ['api/main.ts'], {
    env: {
      ...env,
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: '0',
      PUBLIC_URL: '',
      DATA_DIR: path.join(dataDir, 'data'),
      ADMIN_EMAILS: browserAdmin,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.env.EVERTOLD_URL = await addressOf(server);
  process.env.EVERTOLD_OUTBOX = path.join(dataDir, 'data', 'outbox');
  return async () => {
    const ended = once(server, 'exit');
    if (server.exitCode === null && server.kill('SIGTERM')) await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** What the server says once it listens. */
async function addressOf(server: ReturnType<typeof spawn>): Promise<string> {
  const lines = createInterface({ input: server.stdout ?? process.stdin });
  for await (const line of lines) {
    const [, address] = /^Evertold is at (\S+)$/.exec(line) ?? [];
    if (!address) continue;
    lines.on('line', () => {});
    return address;
  }
  throw new Error('The server ended before it listened');
}
