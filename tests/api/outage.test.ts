import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { bus } from '#api/platform/events/bus.ts';
import { topics } from '#api/platform/events/topics.ts';
import { aDatabase, type TestDatabase, waitsHere } from '#tests/support/database.ts';
import { aDatabaseLine, type DatabaseLine } from '#tests/support/database-line.ts';
import { letterTo } from '#tests/support/outbox.ts';
import { password } from '#tests/support/person.ts';
import { aTalk, type Talk } from '#tests/support/talk.ts';
import { until } from '#tests/support/told.ts';
import { aFamily, type Family, server, useOwnServer } from '#tests/support/world.ts';

const env: NodeJS.ProcessEnv = {};
let database: TestDatabase;
let line: DatabaseLine;
/** Around the line: what the database itself knows while the server can't reach it. */
let aside: pg.Client;
beforeAll(async () => {
  database = await aDatabase();
  line = await aDatabaseLine(database.url);
  aside = new pg.Client({ connectionString: database.url });
  await aside.connect();
  env.DATABASE_URL = line.url;
});
// Registered first, done last: the server ends with its database.
afterAll(async () => {
  await line.close();
  await aside.end();
  await database.drop();
});
useOwnServer(env);

let family: Family;
let talk: Talk;
beforeAll(async () => {
  family = await aFamily();
  talk = await aTalk(family.self, family.subject.id);
});

function get(path: string, cookie = family.self.cookie ?? '') {
  return fetch(server().url + path, { headers: { cookie } });
}

async function back() {
  await line.mend();
  await until(async () => (await get('/readyz')).ok);
}

/** The code with which a socket of somebody who is signed in is closed, once it has said its first words. */
function closeCode(): Promise<number> {
  const headers = { cookie: family.self.cookie ?? '', origin: server().config.publicUrl };
  const socket = new WebSocket(`${server().url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers,
  });
  socket.once('open', () => socket.send(JSON.stringify({ type: 'connection_init' })));
  return new Promise((resolve) => socket.once('close', resolve));
}

describe('While the database is unreachable,', () => {
  test('every path answers “unavailable” with retry-after, and the process continues', async () => {
    await line.cut();

    const { status, headers, data, errors } = await family.self.ask('{ me { id } }');
    expect({ status, data, retryAfter: headers.get('retry-after') }).toEqual({
      status: 503,
      retryAfter: '2',
    });
    expect(errors).toEqual([
      {
        message: 'The database can not be reached right now: try again in a moment',
        extensions: { code: 'SERVICE_UNAVAILABLE' },
      },
    ]);
    const signIn = await fetch(`${server().url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server().config.publicUrl },
      body: JSON.stringify({ email: family.self.email, password }),
    });
    expect(signIn.status).toBe(503);
    expect((await get('/media/AAAA')).status).toBe(503);
    expect(await closeCode()).toBe(1013);
    const ready = await get('/readyz');
    expect([ready.status, await ready.json()]).toMatchObject([503, { database: 'down' }]);
    expect((await get('/healthz')).status).toBe(200);

    await back();
    expect(await family.self.gql('{ me { id } }')).toMatchObject({ me: { id: expect.any(String) } });
  });

  test('messages are refused, and stored once when they are sent again afterwards', async () => {
    await line.cut();
    const said = talk.send('The oven was lit at three.', 'oven');
    await expect(said).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });

    await back();
    const first = await talk.say('The oven was lit at three.', 'oven');
    const again = await talk.say('The oven was lit at three.', 'oven');

    expect(again.id).toBe(first.id);
    const texts = (await talk.transcript()).map(({ text }) => text);
    expect(texts.filter((text) => text === 'The oven was lit at three.')).toHaveLength(1);
  });

  test('a pending answer is made when the database is back', async () => {
    // Another server answers, and dies while the database is gone.
    await aside.query(
      `update conversation set answering_until = clock_timestamp() + interval '1 second' where id = $1`,
      [talk.id],
    );
    await talk.send('We slept above the oven.');
    await line.cut();
    await until(async () => {
      const { rows } = await aside.query(
        `select answering_until + interval '1 second' < clock_timestamp() as over from conversation where id = $1`,
        [talk.id],
      );
      return rows[0].over;
    });

    await back();
    await talk.answered();
    expect((await talk.last()).text).toMatch(/\?/);
  });

  test('a waiting letter is sent afterwards', { timeout: 90_000 }, async () => {
    const email = `later.${process.pid}@evertold.test`;
    const input = { subjectId: family.subject.id, role: 'VIEWER', email };
    await family.owner.gql('Invite', { input });
    await line.cut();
    await back();

    expect((await letterTo(email, { withinMs: 60_000 })).subject).toContain('Alma');
  });

  test('followers of a conversation receive later messages', async () => {
    const watcher = await family.self.watch('MessageAdded', { filter: { conversationId: talk.id } });
    await line.cut();
    expect((await get('/readyz')).status).toBe(503);
    await back();

    await talk.say('My sister walked in her sleep.');

    const { messageAdded } = await watcher.next();
    expect(messageAdded.node.text).toBe('My sister walked in her sleep.');
    await watcher.end();
  });

  test('an event that cannot be sent closes the socket, so that the client resumes without loss', async () => {
    const watcher = await family.owner.watch(
      'subscription ($subjectId: ID!) { conversationChanged(subjectId: $subjectId) { id cards { id } } }',
      { subjectId: family.subject.id },
    );
    // The follower is told while its answer has to wait for the stories.
    await aside.query(
      `insert into event (topic, kind, payload, subject_id)
        values ($1, 'conversation-changed', jsonb_build_object('conversationId', $2::text), $3)`,
      [topics.subject(family.subject.id), talk.id, family.subject.id],
    );
    await aside.query('begin; lock table card in access exclusive mode');
    bus.publish(topics.subject(family.subject.id));
    await until(async () => {
      const { rows } = await aside.query(
        `select 1 from pg_locks where relation = 'card'::regclass and ${waitsHere}`,
      );
      return rows.length > 0;
    });

    await line.cut();
    await aside.query('rollback');

    expect(await watcher.closed).toBe(1013);
    await back();
  });
});

// A test that fails in the middle leaves the next one a database.
afterEach(back);

describe('While connections to the database hang,', () => {
  test('requests are refused after a timeout without piling up, and succeed afterwards', {
    timeout: 90_000,
  }, async () => {
    line.stall();
    let refused = 0;
    const asked = Array.from({ length: 40 }, async () => {
      const { status, errors } = await family.self.ask('{ me { id } }');
      if (status === 503) refused++;
      return errors?.[0]?.extensions.code ?? status;
    });

    const ready = await get('/readyz');
    expect([ready.status, await ready.json()]).toMatchObject([503, { database: 'down' }]);
    // But for the few that had a connection already, which wait longer for a sign of life.
    await until(async () => refused >= 32, 60_000);
    await back();

    for (const outcome of await Promise.all(asked)) expect(['SERVICE_UNAVAILABLE', 200]).toContain(outcome);
    expect((await family.self.ask('{ me { id } }')).status).toBe(200);
  });
});

describe('While the database is slow,', () => {
  test('requests are still answered', async () => {
    line.slow(150);

    await talk.say('The winter of 1947 was long.');

    expect((await talk.last()).role).toBe('assistant');
    await back();
  });
});
