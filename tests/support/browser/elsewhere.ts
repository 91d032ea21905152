import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import sirv from 'sirv';
import { startProcess } from '../process.ts';
import { startProvider } from '../provider.ts';
import { outbox } from './visitor.ts';

/** A web app on another site than its API, with a provider for signing in. */
export async function startElsewhere() {
  const dataDir = path.dirname(outbox());
  const folder = path.join(dataDir, 'web-elsewhere');
  const provider = await startProvider();
  const pages = createServer((request, response) => serve(request, response));
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  // The API is on `localhost`, so that for a browser this is another site and not just another port.
  const web = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  const server = startProcess({
    HOST: '127.0.0.1',
    PORT: '0',
    ROLE: 'web',
    DATA_DIR: dataDir,
    DATABASE_URL: process.env.EVERTOLD_DATABASE,
    WEB_ORIGINS: web,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    ...provider.env,
  });
  const [, api = ''] = await server.line(/^Evertold is at (\S+)$/);
  await promisify(execFile)(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error', '--outDir', folder],
    { env: { ...process.env, API_URL: api } },
  );
  const serve = sirv(folder, { single: true });
  return {
    web,
    api,
    provider,
    async stop() {
      server.signal('SIGTERM');
      pages.close();
      await Promise.all([server.ended, provider.stop()]);
    },
  };
}
