import path from 'node:path';
import { startProcess } from '../process.ts';

/**
 * A second server beside that of the browser tests, for the same accounts and books, with other settings. A user who is
 * signed in on one is signed in on both.
 */
export async function aServerBeside(settings: Record<string, string>) {
  const server = startProcess({
    HOST: '127.0.0.1',
    PORT: '0',
    ROLE: 'web',
    DATA_DIR: path.dirname(process.env.EVERTOLD_OUTBOX ?? ''),
    DATABASE_URL: process.env.EVERTOLD_DATABASE,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    ...settings,
  });
  const [, url = ''] = await server.line(/^Evertold is at (\S+)$/);
  return {
    url,
    async stop() {
      server.signal('SIGTERM');
      await server.ended;
    },
  };
}
