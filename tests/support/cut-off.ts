import pg from 'pg';
import { expect, vi } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { waitsHere } from '#tests/support/database.ts';
import type { Answer } from './person.ts';
import { server } from './server.ts';
import { patienceMs } from './several.ts';
import type { Family } from './world.ts';

/**
 * Sends a mutation with an Idempotency-Key to a process that is killed after its commit and before its response. The
 * same request to another process gets the response that the first would have sent.
 */
export async function aChangeBeforeItsAnswer({ owner, subject }: Family, url: string) {
  const { adminUrl } = server();
  const database = new pg.Client({ connectionString: adminUrl });
  await database.connect();
  await database.query(`
    create function wait_for_test() returns trigger language plpgsql as
      $$ begin perform pg_advisory_lock_shared(4711); return new; end $$;
    create trigger wait_for_test before update on idempotent_answer for each row when (new.answer is not null)
      execute function wait_for_test();
    select pg_advisory_lock(4711);`);
  const query = `mutation ($input: SaveCardInput!) { saveCard(input: $input) { ... on Card { id title } } }`;
  const input = { subjectId: subject.id, title: 'Only once', body: 'So it was.' };
  const send = async (to: string) => {
    const response = await fetch(`${to}/graphql`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', 'idempotency-key': 'killed' },
        cookie: owner.cookie ?? '',
      },
      body: JSON.stringify({ query, variables: { input } }),
    });
    return { status: response.status, body: (await response.json()) as Answer };
  };
  const cards = () => db.card.findMany({ where: { subjectId: subject.id, title: input.title } });
  const cut = send(url).then(
    () => 'answered',
    () => 'cut off',
  );
  await vi.waitFor(async () => expect(await cards()).toHaveLength(1), patienceMs);
  return {
    async againAt(other: string) {
      expect(await cut).toBe('cut off');
      // The killed process's connection still waits in the database, and would delay the streams.
      await database.query(
        `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 4711 and ${waitsHere}`,
      );
      await database.query('drop trigger wait_for_test on idempotent_answer; drop function wait_for_test()');
      await database.end();
      expect((await send(other)).status).toBe(409);
      // Sets the start back by a minute, after which no process can be working on it any more.
      const beganAt = new Date(Date.now() - 61_000);
      await db.idempotentAnswer.updateMany({ where: { answer: null }, data: { beganAt } });
      const [card] = await cards();
      const again = await send(other);
      expect(again).toMatchObject({ status: 200, body: { data: { saveCard: { id: card?.id } } } });
      expect((await send(other)).body).toEqual(again.body);
      expect(await cards()).toHaveLength(1);
    },
  };
}
