import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { aCollector } from '#tests/support/collector.ts';
import { aDatabase, type TestDatabase } from '#tests/support/database.ts';
import { everythingThatHappens } from '#tests/support/personal/everything.ts';
import { aQuotingCarrier, aQuotingMailServer, aQuotingModel } from '#tests/support/personal/outside.ts';
import { tracesOf } from '#tests/support/personal/traces-of.ts';
import {
  email,
  personal,
  phone,
  secrets,
  smtpPassword,
  story,
  teamEmail,
  unreachable,
  unreachablePhone,
} from '#tests/support/personal/values.ts';
import { type Running, startProcess } from '#tests/support/process.ts';
import { startProvider } from '#tests/support/provider.ts';

let database: TestDatabase;
let sql: pg.Client;
let server: Running;
let url = '';
const collector = await aCollector();
const mail = await aQuotingMailServer((address) => address === unreachable);
const carrier = await aQuotingCarrier((to) => to === unreachablePhone);
const provider = await startProvider();
const model = await aQuotingModel('Theremin-Vox');

beforeAll(async () => {
  database = await aDatabase();
  sql = new pg.Client({ connectionString: database.adminUrl });
  await sql.connect();
  const DATA_DIR = mkdtempSync(path.join(inject('scratch'), 'process-'));
  chmodSync(DATA_DIR, 0o711);
  server = startProcess({
    ...secrets,
    ...provider.env,
    GITLAB_CLIENT_SECRET: 'Basset-Hoorn',
    ADMIN_EMAILS: teamEmail,
    TWILIO_API_URL: carrier.url,
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR,
    DATABASE_URL: database.url,
    DATABASE_ADMIN_URL: database.adminUrl,
    SMTP_URL: `smtp://evertold:${smtpPassword}@127.0.0.1:${mail.port}`,
    MODEL_BASE_URL: model.url,
    MODEL_NAME: 'quill-1',
    ALLOW_PRIVATE_ADDRESSES: 'yes',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'trace',
  });
  const [, address = ''] = await server.line(/^Evertold is at (\S+)$/);
  url = address;
}, 120_000);

afterAll(async () => {
  await sql.end();
  await database.drop();
  await mail.close();
  carrier.close();
  await provider.stop();
  model.close();
  collector.close();
});

describe('What a server tells of itself', () => {
  test('has nothing of what anybody said, is called, is reached by or keeps secret', {
    timeout: 240_000,
  }, async () => {
    const stage = { url, sql, letters: mail.letters, texts: carrier.texts, provider, line: server.line };
    const tokens = await everythingThatHappens(stage);
    await expect.poll(carrier.refused, { timeout: 60_000 }).toBeGreaterThan(2);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    server.signal('SIGTERM');
    await server.ended;

    const log = server.lines.join('\n');
    expect(tracesOf([...personal, ...tokens], log)).toEqual([]);
    // The counts themselves are nobody's, and one of six digits may be anybody's code.
    const counted = metrics.replaceAll(/ [\d.e+-]+$/gm, '');
    expect(tracesOf([...personal, ...tokens], counted)).toEqual([]);
    expect(tracesOf([...personal, ...tokens], collector.bodies.join('\n'))).toEqual([]);

    // All of it happened, and was told of.
    const lines = server.lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
    const told = (message: string) => lines.filter(({ msg }) => msg === message);
    const slow = told('slow operation').find(({ operation }) => operation === 'AskFirst');
    expect(slow).toMatchObject({ kind: 'mutation', document: expect.stringMatching(/^[\da-f]{16}$/) });
    expect(told('a model did not answer').map(({ task }) => task)).toEqual(
      expect.arrayContaining(['interview', 'write']),
    );
    expect(told('defect').map(({ field }) => field)).toContain('askQuestion');
    expect(told('answering')[0].error).toMatchObject({ code: expect.stringContaining('23514') });
    expect(told('accounts').map(({ said }) => said)).toEqual(
      expect.arrayContaining(['Invalid password', 'Invalid callbackURL']),
    );
    expect(told('request').map((line) => line.path)).toEqual(
      expect.arrayContaining([
        ...['/api/auth/reset-password/:', '/invite/viewer/:/', '/api/auth/callback/:', '/media/photo'],
        ...['/api/auth/phone-number/verify', '/hooks/twilio/sms', '/api/auth/admin/list-users'],
      ]),
    );
    expect(told('request').some(({ conversationId }) => conversationId)).toBe(true);
    expect(told('request')).toContainEqual(
      expect.objectContaining({ route: 'socket', operation: 'ConversationMessageAdded' }),
    );
    expect(metrics).toContain('evertold_model_call_duration_seconds_count{task="interview",model="quill-1"');
    expect(collector.bodies.join()).toContain('job biography.write');
    expect(tokens.filter((token) => token.length > 12).length).toBeGreaterThanOrEqual(4);
  });

  test('has nothing of what a library says aloud, of a warning, or of the error that ends it', {
    timeout: 90_000,
  }, () => {
    const script = `
      const { openLog } = await import('#api/platform/log.ts');
      const { keepQuiet } = await import('#api/platform/observability/quiet.ts');
      openLog('trace');
      keepQuiet();
      console.error('Zephyrine', { email: 'Quillfeather' });
      console.log('Zephyrine');
      process.emitWarning('Zephyrine', { detail: 'Quillfeather' });
      setImmediate(() => Promise.reject(Object.assign(new Error('Zephyrine'), { detail: 'Quillfeather' })));`;
    const { status, output } = (() => {
      try {
        return {
          status: 0,
          output: execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
            encoding: 'utf8',
            stdio: 'pipe',
          }),
        };
      } catch (error) {
        const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
        return { status, output: stdout + stderr };
      }
    })();

    expect(status).toBe(1);
    // The line of the error that ends the process overtakes those that are still on their way.
    expect(output.match(/"msg":"[^"]+"/g)?.sort()).toEqual([
      '"msg":"a library wrote to the console"',
      '"msg":"a library wrote to the console"',
      '"msg":"a warning"',
      '"msg":"an uncaught error"',
    ]);
    expect(tracesOf(personal, output)).toEqual([]);
  });
});

describe('What is looked for', () => {
  test.each([
    ['as it is', (value: string) => `{"msg":"${value}"}`],
    ['in other case', (value: string) => value.toUpperCase()],
    ['in an address', (value: string) => `/x?for=${encodeURIComponent(value)}`],
    ['in a form', (value: string) => new URLSearchParams({ value }).toString()],
    ['in base64', (value: string) => Buffer.from(`{"a":"${value}"}`).toString('base64')],
    ['in base64 for addresses', (value: string) => Buffer.from(`${value} and more`).toString('base64url')],
    ['in hexadecimal', (value: string) => Buffer.from(value).toString('hex')],
  ])('is found %s', (_how, written) => {
    for (const value of [email, phone, story, ...personal])
      expect(tracesOf([value], written(value))).toHaveLength(1);
    expect(tracesOf([email], 'nothing of it')).toEqual([]);
  });

  test('is found of the six digits of a code wherever they stand alone', () => {
    for (const line of [
      '"code":"012345"',
      '"code":12345,"012 345"',
      '?code=012%20345&x',
      '@localhost #012345',
    ])
      expect(tracesOf(['012345'], line)).toHaveLength(1);
    expect(tracesOf(['012345'], '1700012345000000 5f012345-6789 0.012345')).toEqual([]);
  });
});
