import type pg from 'pg';
import { OperatorError } from '#api/platform/observability/failure.ts';

/** Stands in a database from the first step of a restore to its last: who finds it finds a part of an archive. */
const mark = 'unfinished_restore';

const refusal = () =>
  new OperatorError(
    'The database is being restored, or its restore was broken off: then restore once more, into an empty place',
  );

/** Throws, and has changed nothing, if somebody else restores into the same database. */
export async function markUnfinished(client: pg.ClientBase) {
  await client.query(`create table public.${mark} ()`).catch((error: pg.DatabaseError) => {
    // Its name is taken, or was taken at the same moment.
    throw ['42P07', '23505'].includes(error.code ?? '') ? refusal() : error;
  });
}

export async function markFinished(client: pg.ClientBase) {
  await client.query(`drop table public.${mark}`);
}

/** Throws where a restore goes on, or was killed before its end: all may seem to be there, and is not. */
export async function refuseUnfinished(client: pg.ClientBase) {
  const { rows } = await client.query<{ unfinished: boolean }>(
    `select to_regclass('public.${mark}') is not null as unfinished`,
  );
  if (rows[0]?.unfinished) throw refusal();
}
