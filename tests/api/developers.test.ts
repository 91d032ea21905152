import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { limits as apiLimits } from '#api/graphql/limits/limits.ts';
import { budgets } from '#api/graphql/limits/meter.ts';
import { partnerSdl } from '#api/graphql/partner-schema.ts';
import { scopes } from '#api/partners/policy.ts';
import { events, scopeOf } from '#api/partners/webhooks/policy.ts';
import { fetchedAtOnce } from '#api/partners/webhooks/service.ts';
import { db } from '#api/platform/database/database.ts';
import { schema } from '#api/schema.ts';
import { aBook, aMessage, type Book } from '#tests/support/book.ts';
import { aDatabaseLine } from '#tests/support/database-line.ts';
import { aPartner, type Partner } from '#tests/support/partner.ts';
import { succeeded } from '#tests/support/person.ts';
import { aReceiver, type Received } from '#tests/support/receiver.ts';
import { nextFollowing } from '#tests/support/server.ts';
import { aTalk } from '#tests/support/talk.ts';
import { until } from '#tests/support/told.ts';
import { aFamily, aPerson, type Family, server, useServer } from '#tests/support/world.ts';
import { eventWords } from '#web/accounts/permissions/event-words.ts';
import { scopeWords } from '#web/accounts/permissions/scope-words.ts';
import { eventIds, eventScopes, limits, scopeFields } from '#web/developers/facts.ts';

useServer({ ALLOW_PRIVATE_ADDRESSES: 'yes' });

const examples = path.resolve('web/developers/examples');
const languages = [
  { name: 'curl', ending: 'sh', command: ['bash'], needs: ['bash', 'curl', 'openssl'] },
  { name: 'TypeScript', ending: 'ts', command: [process.execPath, '--no-warnings'], needs: [] },
  { name: 'Python', ending: 'py', command: ['python3'], needs: ['python3'] },
].map((language) => {
  const missing = language.needs.filter((program) => spawnSync('which', [program]).status !== 0);
  if (missing.length)
    console.log(`No ${missing.join(' or ')} here: examples in ${language.name} are not run`);
  return { ...language, isHere: missing.length === 0 };
});
const here = languages.filter(({ isHere }) => isHere);

type Ended = { code: number | null; stdout: string; stderr: string };
type Env = Record<string, string | number>;

/** Starts an example as its reader would, with the key in its environment. */
function start(example: string, partner: Partner, env: Env = {}) {
  const [command = '', ...args] =
    languages.find(({ ending }) => example.endsWith(`.${ending}`))?.command ?? [];
  const given = { ...process.env, EVERTOLD_URL: server().url, EVERTOLD_KEY: partner.secret };
  const running = spawn(command, [...args, path.join(examples, example)], {
    env: { ...given, ...(env as Record<string, string>) },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => void running.kill());
  const said = { stdout: '', stderr: '' };
  running.stdout.on('data', (text) => {
    said.stdout += text;
  });
  running.stderr.on('data', (text) => {
    said.stderr += text;
  });
  const ended = once(running, 'close').then(([code]): Ended => ({ code, ...said }));
  return { running, said, ended };
}

function run(example: string, partner: Partner, env: Env = {}, input = ''): Promise<Ended> {
  const { running, ended } = start(example, partner, env);
  running.stdin.end(input);
  return ended;
}

let family: Family;
let book: Book;
let partner: Partner;
beforeAll(async () => {
  family = await aFamily();
  book = await aBook(family);
  for (let n = 0; n < 60; n += 1) await aMessage(book.subjectId, book.pastId, false);
  partner = await aPartner(family.owner);
});

test('Every example is in three languages, except those that need a library', () => {
  const names = readdirSync(examples).sort();
  const topics = new Set(names.map((name) => name.split('.')[0]));
  const inAll = [...topics].filter((topic) =>
    languages.every(({ ending }) => names.includes(`${topic}.${ending}`)),
  );

  expect(inAll).toEqual(['first-query', 'missed-events', 'paging', 'saving', 'webhook']);
  expect(names.filter((name) => !inAll.includes(name.split('.')[0] ?? ''))).toEqual([
    'codegen.ts',
    'live.ts',
  ]);
});

test('The settings and the page for developers name the scopes, events and limits that the server has', () => {
  const sorted = (names: readonly string[]) => [...names].sort();
  for (const named of [Object.keys(scopeFields), scopeWords.map(({ scope }) => scope)])
    expect(sorted(named)).toEqual(sorted(scopes));
  for (const named of [Object.keys(eventIds), eventWords.map(({ event }) => event)])
    expect(sorted(named)).toEqual(sorted(events));
  expect(eventScopes).toEqual(scopeOf);
  const { cost: operation, page } = apiLimits;
  expect(limits).toEqual({ operation, page, perMinute: budgets.key.points, eventsAtOnce: fetchedAtOnce });
});

describe.each(here)('The example in $name', ({ ending }) => {
  test('of a first query shows the books with their stories, and fails with a revoked key', async () => {
    const revoked = await aPartner(family.owner);
    succeeded(await family.owner.gql('RevokeApiKey', { id: revoked.keyId }));
    const example = `first-query.${ending}`;
    const [answered, refused] = await Promise.all([run(example, partner), run(example, revoked)]);

    expect(answered).toMatchObject({ code: 0, stderr: '' });
    expect(answered.stdout).toContain(family.subject.preferredName);
    expect(answered.stdout).toContain(book.subjectId);
    expect(answered.stdout).toContain('The published story');
    expect(refused.code).not.toBe(0);
  });

  test('of pages reads every message once, no private words, and nothing with the key of a stranger', async () => {
    const env = { SUBJECT_ID: book.subjectId };
    const stranger = await aPartner(await aPerson());
    const withForeignKey = run(`paging.${ending}`, stranger, { ...env, AFTER: 'null' });
    const pages: string[] = [];
    let after: string | undefined = 'null';
    do {
      const { code, stdout, stderr } = await run(`paging.${ending}`, partner, { ...env, AFTER: after });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      pages.push(stdout);
      // The example with curl reads one page; the others read all.
      const pageInfo = ending === 'sh' ? JSON.parse(stdout).data.messages.pageInfo : { hasNextPage: false };
      after = pageInfo.hasNextPage ? JSON.stringify(pageInfo.endCursor) : undefined;
    } while (after);

    const readable = await db.message.count({ where: { subjectId: book.subjectId, private: false } });
    expect(pages.join('').split('It smelled of bread.').length - 1).toBe(readable);
    expect(pages.join('')).not.toContain('Between us');
    expect(pages.length).toBe(ending === 'sh' ? 2 : 1);
    expect((await withForeignKey).stdout).not.toContain('bread');
  });

  test('of saving saves a story once, and tells why it was refused', async () => {
    const saver = await aPartner(family.owner);
    const title = `Goats in ${ending}`;
    const env = { SUBJECT_ID: book.subjectId, TITLE: title, REQUEST_ID: `letter-${ending}` };
    const first = await run(`saving.${ending}`, saver, env);
    const again = await run(`saving.${ending}`, saver, env);
    const { id } = await db.card.findFirstOrThrow({ where: { title } });

    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toContain(id);
    expect(again.stdout).toBe(first.stdout);
    expect(await db.card.count({ where: { title } })).toBe(1);

    const reader = await aPartner(family.owner, { scopes: ['subjects:read', 'biography:read'] });
    const long = { ...env, TITLE: 'x'.repeat(161), REQUEST_ID: `long-${ending}` };
    const refused = await Promise.all([
      run(`saving.${ending}`, saver, { ...env, TITLE: 'Another' }),
      run(`saving.${ending}`, saver, long),
      run(`saving.${ending}`, reader, env),
    ]);
    const [anotherBody, tooLong, withoutScope] = refused.map(({ stdout, stderr }) => stdout + stderr);
    expect(anotherBody).toContain('UNPROCESSABLE_ENTITY');
    expect(tooLong).toMatch(/BAD_REQUEST.*title/s);
    expect(withoutScope).toContain('FORBIDDEN');
  });

  test('of missed events fetches what a program did not receive', async () => {
    const receiver = await aReceiver();
    onTestFinished(receiver.close);
    const input = { url: receiver.url, events: ['card.published'], subjectIds: [book.subjectId] };
    const { webhook } = succeeded({ it: (await family.owner.gql('CreateWebhook', { input })).createWebhook });
    for (const times of [1, 2]) {
      for (const status of ['HIDDEN', 'PUBLISHED'])
        succeeded(await family.editor.gql('SetCardStatus', { id: book.publishedId, status }));
      await until(async () => receiver.received.length === times);
    }

    const env = { WEBHOOK: webhook.id, LAST_NUMBER: 1 };
    const { code, stdout } = await run(`missed-events.${ending}`, partner, env);
    expect(code).toBe(0);
    expect(stdout.split('card.published').length - 1).toBe(1);
    expect(stdout).toContain(book.publishedId);
    const none = await run(`missed-events.${ending}`, partner, { ...env, LAST_NUMBER: 2 });
    expect(none.stdout).not.toContain('card.published');
  });
});

/** An address of this machine where nothing listens yet. */
async function aFreePort(): Promise<number> {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  taken.close();
  await once(taken, 'close');
  return port;
}

const testing = `mutation ($id: ID!) { testWebhook(id: $id) { ... on TestWebhookSuccess { deliveryId } } }`;
const makeWebhook = async (url: string) => {
  const input = { url, events: ['card.published'] };
  return succeeded({ it: (await family.owner.gql('CreateWebhook', { input })).createWebhook });
};

describe.each(here.filter(({ ending }) => ending !== 'sh'))('The webhook receiver in $name', ({ ending }) => {
  test('takes what Evertold signed, once, and refuses everything else', async () => {
    const port = await aFreePort();
    const url = `http://127.0.0.1:${port}/`;
    const { secret, webhook } = await makeWebhook(url);
    const env = { PORT: port, EVERTOLD_WEBHOOK_SECRET: secret };
    const { said } = start(`webhook.${ending}`, partner, env);
    const forged = (headers: object = {}) =>
      fetch(url, { method: 'POST', body: '{"type":"card.published"}', headers: { ...headers } });
    await until(() =>
      forged().then(
        () => true,
        () => false,
      ),
    );

    succeeded(await family.owner.gql(testing, { id: webhook.id }));
    await until(async () => said.stdout.includes('webhook.test'));
    const isDelivered = { webhookId: webhook.id, status: 'DELIVERED' } as const;
    await until(async () => (await db.webhookDelivery.count({ where: isDelivered })) === 1);
    const seconds = `${Math.floor(Date.now() / 1000)}`;
    const headers = { 'webhook-id': 'a', 'webhook-timestamp': seconds, 'webhook-signature': 'v1,AAAA' };
    expect([(await forged()).status, (await forged(headers)).status]).toEqual([401, 401]);
    expect(said.stdout).not.toContain('card.published');
  });
});

test.runIf(here.some(({ ending }) => ending === 'sh'))(
  'The check of a signature with openssl accepts what Evertold signed, and nothing else',
  async () => {
    const receiver = await aReceiver();
    onTestFinished(receiver.close);
    const { secret, webhook } = await makeWebhook(receiver.url);
    succeeded(await family.owner.gql(testing, { id: webhook.id }));
    await until(async () => receiver.received.length === 1);
    const { headers, body } = receiver.received[0] as Received;
    const env = {
      EVERTOLD_WEBHOOK_SECRET: secret,
      WEBHOOK_ID: headers['webhook-id'] ?? '',
      WEBHOOK_TIMESTAMP: headers['webhook-timestamp'] ?? '',
      WEBHOOK_SIGNATURE: headers['webhook-signature'] ?? '',
    };

    expect(await run('webhook.sh', partner, env, body)).toMatchObject({
      code: 0,
      stdout: 'Signed by Evertold\n',
    });
    expect((await run('webhook.sh', partner, env, `${body} `)).code).toBe(1);
    expect((await run('webhook.sh', partner, { ...env, WEBHOOK_TIMESTAMP: 1 }, body)).code).toBe(1);
  },
);

test('The live example prints what is said once, also what is said while its connection is broken', async () => {
  const talk = await aTalk(family.self, family.subject.id);
  const line = await aDatabaseLine(server().url);
  onTestFinished(line.close);
  const listening = nextFollowing(AbortSignal.timeout(60_000));
  const env = { SUBJECT_ID: family.subject.id, EVERTOLD_URL: line.url.replace(/\/$/, '') };
  const { said } = start('live.ts', partner, env);
  const times = (words: string) => said.stdout.split(`user: ${words}`).length - 1;
  await listening;
  await talk.say('The goats were called Rosa and Lina.');
  await until(async () => times('The goats were called') === 1);

  await line.cut();
  await talk.send('Rosa ate my hat.');
  await line.mend();
  await until(async () => times('Rosa ate my hat.') === 1, 60_000);
  await talk.say('Lina never did.');
  await until(async () => times('Lina never did.') === 1);
  expect([times('The goats were called'), times('Rosa ate my hat.'), said.stderr]).toEqual([1, 1, '']);
});

describe('The schema for keys', () => {
  const read = (init: RequestInit = {}) => fetch(`${server().url}/schema.graphql`, init);

  test('is what the running server has, for anybody, and is sent again only when it has changed', async () => {
    const response = await read();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await response.text()).toBe(partnerSdl(schema));
    const headers = { 'if-none-match': response.headers.get('etag') ?? '' };
    expect((await read({ headers })).status).toBe(304);
    expect(await (await read({ method: 'HEAD' })).text()).toBe('');
    expect((await read({ method: 'POST' })).status).toBe(405);
  });

  test('has all that a key may ask for with its scope, and nothing that every key is refused', async () => {
    const forKeys = buildSchema(await (await read()).text());
    const check = (document: string) => validate(forKeys, parse(document)).map(({ message }) => message);
    expect(
      check('{ subjects { edges { node { chapters { cards { sentences { sources { quote } } } } } } } }'),
    ).toEqual([]);
    expect(
      check(
        'mutation { saveCard(input: { subjectId: "1", title: "", body: "" }) { ... on NotFound { code } } }',
      ),
    ).toEqual([]);
    for (const closed of ['{ users { edges { cursor } } }', '{ desk { failedJobs } }', '{ apiKeys { id } }'])
      expect(check(closed), closed).toHaveLength(1);
    const subject = forKeys.getType('Subject')?.toConfig() as { fields?: Record<string, unknown> };
    expect(subject.fields).not.toHaveProperty('phone');
    expect(partnerSdl(schema)).toContain('fullName: String! @scope(name: "subjects:read")');
  });

  test('generates a typed client by the configuration that the page shows', async () => {
    mkdirSync('node_modules/.cache', { recursive: true });
    const folder = mkdtempSync('node_modules/.cache/partner-');
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(path.join(folder, 'src'));
    const query = 'query Books { subjects { edges { node { id preferredName } } } }';
    writeFileSync(path.join(folder, 'src/books.graphql'), query);
    const cli = path.resolve('node_modules/@graphql-codegen/cli/esm/bin.js');
    const config = path.join(examples, 'codegen.ts');
    const env = { ...process.env, EVERTOLD_URL: server().url };
    const running = spawn(process.execPath, [cli, '--config', config], { cwd: folder, env });
    let output = '';
    for (const stream of [running.stdout, running.stderr])
      stream.on('data', (text) => {
        output += text;
      });
    const [code] = await once(running, 'close');

    expect(code, output).toBe(0);
    const made = readFileSync(path.join(folder, 'src/evertold/graphql.ts'), 'utf8');
    expect(made).toMatch(/type BooksQuery = [^;]*id: string, preferredName: string/);
  });
});
