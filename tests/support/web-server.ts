import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startProcess } from './process.ts';

/** The one admin of the server that the browser tests run against. */
export const browserAdmin = 'admin@evertold.test';

/**
 * One real server for a run of the browser tests: on a free port, with data of its own, serving the built web
 * app. Its address and the folder of its letters are left in EVERTOLD_URL and EVERTOLD_OUTBOX.
 */
export default async function startWebServer() {
  mkdirSync('.data', { recursive: true });
  const dataDir = mkdtempSync(path.resolve('.data/browser-'));
  // Run as root, the database runs as another user, who has to get there.
  chmodSync(dataDir, 0o711);
  const server = startProcess({
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    ADMIN_EMAILS: browserAdmin,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
  });
  const [, address] = await server.line(/^Evertold is at (\S+)$/);
  process.env.EVERTOLD_URL = address;
  process.env.EVERTOLD_OUTBOX = path.join(dataDir, 'outbox');
  return async () => {
    server.signal('SIGTERM');
    await server.ended;
    for (const line of server.lines) if (line.startsWith('{')) console.log(line);
    rmSync(dataDir, { recursive: true, force: true });
  };
}
