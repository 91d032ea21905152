import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ConfigError, Environment, readConfig } from '#api/config.ts';

const production = { NODE_ENV: 'production', AUTH_SECRET: 'x'.repeat(32) };

function problemsOf(env: NodeJS.ProcessEnv, options?: { demo: boolean }): string {
  try {
    readConfig({ DATA_DIR: '.data/config-test', ...env }, options);
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

describe('The configuration', () => {
  test('names every variable in .env.example, and no other', () => {
    const example = readFileSync('.env.example', 'utf8');
    const named = [...example.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name ?? '');
    const fixed = named.filter((name) => !name.startsWith('MODEL_KEY_'));

    expect(fixed.sort()).toEqual(Object.keys(Environment.shape).sort());
  });

  test('tells every wrong variable at once, each by name', () => {
    const told = problemsOf({
      PORT: 'high',
      ROLE: 'boss',
      SMTP_URL: 'http://mail',
      TRUSTED_PROXIES: 'proxy',
    });

    for (const name of ['PORT', 'ROLE', 'SMTP_URL', 'TRUSTED_PROXIES']) expect(told).toContain(`${name}`);
  });

  test.each<[string, NodeJS.ProcessEnv, { demo: boolean }?]>([
    ['AUTH_SECRET', { NODE_ENV: 'production' }],
    ['AUTH_SECRET', { PUBLIC_URL: 'https://evertold.example' }],
    ['AUTH_SECRET', { AUTH_SECRET: 'short' }],
    ['RATE_LIMIT', { ...production, RATE_LIMIT: 'off' }],
    ['demo', production, { demo: true }],
    ['HOST', { HOST: '0.0.0.0' }, { demo: true }],
    ['ROLE', { ROLE: 'web' }],
    ['MAIL_FROM', { ...production, SMTP_URL: 'smtp://mail' }],
    ['MAIL_FROM', { ...production, SMTP_URL: 'smtp://mail', MAIL_FROM: 'Evertold <hello@mail.localhost>' }],
    ['MAIL_FROM', { ...production, SMTP_URL: 'smtp://mail', MAIL_FROM: 'Evertold' }],
    ['REDIS_URL', { ...production, ROLE: 'worker', DATABASE_URL: 'postgresql://here/evertold' }],
    ['MODEL_NAME', { MODEL_BASE_URL: 'http://127.0.0.1:1/v1' }],
    ['WEB_ORIGINS', { WEB_ORIGINS: 'javascript:alert(1)' }],
    ['ADMIN_EMAILS', { ADMIN_EMAILS: 'ada' }],
    ['S3_SECRET_ACCESS_KEY', { S3_ENDPOINT: 'http://127.0.0.1:1', S3_BUCKET: 'media' }],
    ['S3_ENDPOINT', { S3_ENDPOINT: 'ftp://bucket' }],
    ['TWILIO_PHONE_NUMBER', { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'x' }],
    ['TWILIO_PHONE_NUMBER', { TWILIO_PHONE_NUMBER: '555-0100' }],
    ['TELEPHONY', { TELEPHONY: 'twilio' }],
    ['TELEPHONY', { TELEPHONY: 'telnyx' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://here' }],
    ['DATABASE_URL', { DATABASE_ADMIN_URL: 'postgresql://owner@here/evertold' }],
    ['NODE_ENV', { NODE_ENV: 'Production' }],
    ['PORT', { PORT: '0x50' }],
    ['PORT', { PORT: '65536' }],
    ['HOST', { HOST: 'not a host' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://localhost:3000/app' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://ada:secret@localhost:3000' }],
    ['AUTH_SECRET', { PUBLIC_URL: 'http://127.evertold.example' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
    ['MODEL_BASE_URL', { MODEL_BASE_URL: 'javascript:alert(1)', MODEL_NAME: 'llama' }],
    ['TRANSCRIBE_MODEL', { TRANSCRIBE_BASE_URL: 'http://127.0.0.1:1/v1' }],
    ['TRANSCRIBE_BASE_URL', { TRANSCRIBE_MODEL: 'whisper-1' }],
    ['TRANSCRIBE_BASE_URL', { TRANSCRIBE_KEY: 'secret' }],
    ['TRANSCRIBE_BASE_URL', { TRANSCRIBE_BASE_URL: 'ftp://here', TRANSCRIBE_MODEL: 'whisper-1' }],
    ['REDIS_URL', { REDIS_URL: 'http://here:6379' }],
    ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: 'id' }],
    ['COGNITO_REGION', { COGNITO_DOMAIN: 'family.auth.eu-central-1.amazoncognito.com' }],
    ['GITLAB_ISSUER', { GITLAB_ISSUER: 'gitlab.example' }],
  ])('is refused for %s when it is %j', (name, env, options) => {
    expect(problemsOf(env, options)).toContain(name);
  });

  test('asks for the sender of letters only where they go to a real server of the world', () => {
    const own = { SMTP_URL: 'smtp://127.0.0.1:2525' };
    const sender = { MAIL_FROM: 'Evertold <hello@evertold.example>' };
    expect(problemsOf(own)).toBe('');
    expect(problemsOf(production)).toBe('');
    expect(problemsOf({ ...production, ...own, ...sender })).toBe('');
  });

  test('has a provider on once it has its id and secret, and Cognito once it is known where it is', () => {
    const pair = (id: string) => ({ [`${id}_CLIENT_ID`]: 'id', [`${id}_CLIENT_SECRET`]: 'secret' });
    const given = { ...pair('TIKTOK'), ...pair('COGNITO'), DATA_DIR: '.data/config-test' };
    expect(readConfig(given).socialProviders).toEqual({
      tiktok: { clientId: 'id', clientSecret: 'secret', clientKey: 'id' },
    });
    const place = { COGNITO_DOMAIN: 'd', COGNITO_REGION: 'r', COGNITO_USER_POOL_ID: 'p' };
    expect(readConfig({ ...given, ...place }).socialProviders.cognito).toMatchObject({ region: 'r' });
  });

  test('lets the demo play a phone service unless one is set, or calls are to be tried or turned off', () => {
    const carrier = {
      ...{ TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'x'.repeat(32) },
      TWILIO_PHONE_NUMBER: '+12025550100',
    };
    const plays = (env: NodeJS.ProcessEnv, demo = true) =>
      readConfig({ DATA_DIR: '.data/config-test', ...env }, { demo }).demoPhones;
    expect([plays({}), plays({}, false)]).toEqual([true, false]);
    expect([plays({ TELEPHONY: 'loopback' }), plays({ TELEPHONY: 'none' }), plays(carrier)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  test('takes an empty variable for an unset one', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', DATA_DIR: '.data/config-test' }).port).toBe(3000);
  });

  test('keeps the secret it made', () => {
    const secret = () => readConfig({ DATA_DIR: '.data/config-test' }).authSecret;

    expect(secret()).toBe(secret());
    expect(secret().length).toBeGreaterThanOrEqual(32);
  });

  test('makes another secret where a start that was interrupted left half of one', () => {
    const DATA_DIR = '.data/config-test-interrupted';
    mkdirSync(DATA_DIR, { recursive: true });
    writeFileSync(`${DATA_DIR}/auth-secret`, 'half');

    expect(readConfig({ DATA_DIR }).authSecret.length).toBeGreaterThanOrEqual(32);
    expect(readConfig({ DATA_DIR }).authSecret).toBe(readConfig({ DATA_DIR }).authSecret);
  });
});
