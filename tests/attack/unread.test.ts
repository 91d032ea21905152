import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { aConnection } from '#tests/support/connection.ts';
import { useOwnServer } from '#tests/support/world.ts';

useOwnServer({ RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1' });

const head = (path: string, method = 'GET') =>
  `${method} ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 198.51.100.1\r\ntransfer-encoding: chunked\r\n\r\n`;
const question = '/graphql?query=%7B__typename%7D';

describe('An unexpected body', () => {
  test.each([
    ['GET', question],
    ['GET', '/api/auth/get-session'],
    ['GET', '/about'],
    ['DELETE', '/nothing'],
    ['GET', '/healthz'],
  ])('is not read on once %s %s is answered', async (method, path) => {
    const { ours, theirs } = await aConnection();
    const answer = once(ours, 'data');
    ours.write(head(path, method));
    const piece = Buffer.from(`10000\r\n${' '.repeat(0x10000)}\r\n`);
    const goOn = () => void ours.write(piece, (error) => error || setImmediate(goOn));
    goOn();

    expect(String(await answer)).toMatch(/^HTTP\/1\.1 \d/);
    await once(theirs, 'close');
    expect(theirs.bytesRead).toBeLessThan(1_000_000);
  });

  test('is skipped when it is short, and the next request on the connection is answered', async () => {
    const { ours } = await aConnection();
    let told = '';
    ours.on('data', (data) => {
      told += data;
    });
    const answers = () => told.match(/"__typename":"Query"/g)?.length ?? 0;

    for (let n = 1; n <= 3; n++) {
      // Its end comes when it is answered already.
      ours.write(`${head(question)}5\r\n     \r\n`);
      await expect.poll(answers).toBe(n);
      ours.write('0\r\n\r\n');
    }
    // As long as others have who go on.
    const longer = await aConnection();
    longer.ours.write(head(question));
    await once(longer.theirs, 'close');
    ours.write(`${head(question)}0\r\n\r\n`);
    await expect.poll(answers).toBe(4);
  });
});
