import { chmodSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { aDatabase } from '#tests/support/database.ts';
import { startProcess } from '#tests/support/process.ts';

test('A refused link leaves no address and no token in the log', async () => {
  const database = await aDatabase();
  const DATA_DIR = mkdtempSync(path.join(inject('scratch'), 'process-'));
  chmodSync(DATA_DIR, 0o711);
  const environment = { HOST: '127.0.0.1', PORT: '0', DATA_DIR, DATABASE_URL: database.url };
  const server = startProcess({ ...environment, LOG_LEVEL: 'debug' });
  try {
    const [, url = ''] = await server.line(/^Evertold is at (\S+)$/);
    const link = 'https://elsewhere.test/invite/s3cretT0ken/?for=anna@evertold.test';

    const refused = await fetch(
      `${url}/api/auth/verify-email?token=x&callbackURL=${encodeURIComponent(link)}`,
    );
    expect(refused.status).toBe(403);

    const [line] = await server.line(/^.*Invalid callbackURL.*$/);
    expect(line).not.toMatch(/elsewhere|s3cretT0ken|anna/);
  } finally {
    server.signal('SIGTERM');
    await server.ended;
    await database.drop();
  }
});
