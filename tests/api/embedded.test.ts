import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { type EmbeddedPostgres, freePort, startEmbeddedPostgres } from '#api/platform/database/embedded.ts';

let dir: string;
let postgres: EmbeddedPostgres;
beforeAll(async () => {
  const folder = mkdtempSync(path.join(inject('scratch'), 'embedded-'));
  // Run as root, the database runs as another user, who has to get there.
  chmodSync(folder, 0o711);
  dir = path.join(folder, 'postgres');
  // What a start leaves behind that is killed in the middle.
  mkdirSync(`${dir}.init-1/base`, { recursive: true });
  writeFileSync(`${dir}.password`, 'not the one\n');
  postgres = await startEmbeddedPostgres(dir);
});
afterAll(() => postgres.stop());

/** The server's process, by the note it keeps in its folder. */
function serverPid(): number {
  const [pid] = readFileSync(path.join(dir, 'postmaster.pid'), 'utf8').split('\n');
  return Number(pid);
}

async function ask(sql: string) {
  const client = new pg.Client({ connectionString: postgres.url('postgres') });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Resolves with the answer once there is one. */
function answer(sql: string) {
  return vi.waitFor(() => ask(sql), { timeout: 30_000, interval: 20 });
}

test.runIf(process.getuid?.() === 0)(
  'A folder that the database’s own user can’t enter is named at the start, with what to do, and nothing is made in it',
  async () => {
    const shut = mkdtempSync(path.join(inject('scratch'), 'shut-'));
    chmodSync(shut, 0o700);
    const start = () => startEmbeddedPostgres(path.join(shut, 'data', 'postgres'));
    await expect(start()).rejects.toMatchObject({
      name: 'OperatorError',
      message: expect.stringContaining(`chmod o+x ${shut}`),
    });
    expect(readdirSync(shut)).toEqual([]);
  },
);

describe('The embedded database', () => {
  test('is created again when an earlier start was interrupted', async () => {
    expect(await ask('select 1 as one')).toEqual([{ one: 1 }]);
    expect(existsSync(`${dir}.init-1`)).toBe(false);
  });

  test('is restarted at the same address with all committed data after it is killed', async () => {
    await ask('create table kept (word text)');
    await ask(`insert into kept values ('bread')`);
    const killed = serverPid();

    process.kill(killed, 'SIGKILL');

    expect(await answer('select word from kept')).toEqual([{ word: 'bread' }]);
    expect(serverPid()).not.toBe(killed);
  });

  test('is not started beside running processes of a killed one', async () => {
    const busy = new pg.Client({ connectionString: postgres.url('postgres') });
    busy.on('error', () => {});
    await busy.connect();
    const counting = busy.query('select count(*) from generate_series(1, 1000000000)');
    let isWorking = true;
    counting.catch(() => {
      isWorking = false;
    });
    const killed = serverPid();

    process.kill(killed, 'SIGKILL');

    await answer('select 1');
    expect(serverPid()).not.toBe(killed);
    expect(isWorking).toBe(false);
  });

  test('recovers when one of its sessions is killed', async () => {
    const client = new pg.Client({ connectionString: postgres.url('postgres') });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query('select pg_backend_pid() as pid');
    const before = serverPid();

    process.kill(rows[0].pid, 'SIGKILL');

    expect(await answer('select word from kept')).toEqual([{ word: 'bread' }]);
    expect(serverPid()).toBe(before);
  });

  test('that was left running is adopted, and restarted when it is killed', async () => {
    const next = await startEmbeddedPostgres(dir);
    expect(next).toMatchObject({ adopted: true });
    expect(next.url()).toBe(postgres.url());

    process.kill(serverPid(), 'SIGKILL');

    expect(await answer('select word from kept')).toEqual([{ word: 'bread' }]);
    await next.stop();
  });

  test('starts although its lock file names a pid that another program uses', async () => {
    await postgres.stop();
    const note = path.join(dir, 'postmaster.pid');
    writeFileSync(note, `${process.pid}\n${dir}\n0\n1\n\n127.0.0.1\n\nready   \n`);

    postgres = await startEmbeddedPostgres(dir);

    expect(postgres.adopted).toBe(false);
    expect(await ask('select word from kept')).toEqual([{ word: 'bread' }]);
  });

  test('takes another port when the first was taken meanwhile', async () => {
    await postgres.stop();
    const quicker = createServer().listen(0, '127.0.0.1');
    await once(quicker, 'listening');
    const taken = (quicker.address() as AddressInfo).port;
    const picked = [taken];

    postgres = await startEmbeddedPostgres(dir, { pickPort: async () => picked.pop() ?? freePort() });

    expect(new URL(postgres.url()).port).not.toBe(String(taken));
    expect(await ask('select word from kept')).toEqual([{ word: 'bread' }]);
    quicker.close();
  });

  test('is not restarted after it was stopped', async () => {
    const pid = serverPid();
    await postgres.stop();

    expect(existsSync(`/proc/${pid}`)).toBe(false);
    expect(existsSync(path.join(dir, 'postmaster.pid'))).toBe(false);
    await expect(ask('select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    postgres = await startEmbeddedPostgres(dir);
  });
});
