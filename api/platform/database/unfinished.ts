import type pg from 'pg';
import { OperatorError } from '#api/platform/observability/failure.ts';

/** A table that exists from the first step of a restore to its last: while it is there, the data is incomplete. */
const mark = 'unfinished_restore';

const refusal = () =>
  new OperatorError(
    'The database is being restored, or its restore was broken off: then restore once more, into an empty place',
  );

/** Throws without changes when another restore runs in the same database. */
export async function markUnfinished(client: pg.ClientBase) {
  await client.query(`create table public.${mark} ()`).catch((error: pg.DatabaseError) => {
    // The table exists, or was created at the same moment.
    throw ['42P07', '23505'].includes(error.code ?? '') ? refusal() : error;
  });
}

export async function markFinished(client: pg.ClientBase) {
  await client.query(`drop table public.${mark}`);
}

/** Throws when a restore is running or was killed: the data may look complete and is not. */
export async function refuseUnfinished(client: pg.ClientBase) {
  const { rows } = await client.query<{ unfinished: boolean }>(
    `select to_regclass('public.${mark}') is not null as unfinished`,
  );
  if (rows[0]?.unfinished) throw refusal();
}
