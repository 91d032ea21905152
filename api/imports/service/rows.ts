import { ports } from '#api/adapters/ports.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { columnsByTable, type Row, type Table } from '../archive/rows.ts';
import { ImportStopped } from '../errors.ts';

/** One attempt of a worker at an import. Once a newer one has begun, it can store and publish nothing. */
export type Attempt = { importId: string; attempt: number };

/** Stores rows of a book that is not there yet, in one short statement. */
export async function storeRows({ importId, attempt }: Attempt, first: number, rows: Row[]): Promise<void> {
  const stored = await db.$executeRaw`
    insert into import_row (import_id, attempt, position, kind, data)
    select ${importId}::uuid, ${attempt}::int, ${first}::int + each.nth - 1, each.content->>'kind', each.content->'data'
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality each(content, nth)
    where exists (select 1 from book_import where id = ${importId}::uuid and status = 'WORKING' and attempt = ${attempt})`;
  if (stored < rows.length) throw new ImportStopped();
}

/** Notes what a stored file of a keepsake, or a sound, really is. */
export async function storeFileFacts(
  { importId, attempt }: Attempt,
  id: string,
  facts: Record<string, unknown>,
): Promise<void> {
  const changed = await db.$executeRaw`
    update import_row set data = data || ${JSON.stringify(facts)}::jsonb
    where import_id = ${importId}::uuid and attempt = ${attempt} and kind in ('media', 'recording') and data->>'id' = ${id}
      and exists (select 1 from book_import where id = ${importId}::uuid and status = 'WORKING' and attempt = ${attempt})`;
  if (!changed) throw new ImportStopped();
}

/** The number of rows that one statement copies, so that none takes longer than a statement may. */
const copiedAtOnce = 10_000;

/** Copies the stored rows into their tables. Until the commit, nobody sees any of them. */
export async function copyRows(tx: Tx, { importId, attempt }: Attempt): Promise<void> {
  for (const table of Object.keys(columnsByTable) as Table[]) {
    const name = Prisma.raw(`"${table}"`);
    const columns = columnsByTable[table].map((column) => `"${column}"`);
    for (let after: number | null = -1; after !== null; ) {
      const [copied]: { last: number | null }[] = await tx.$queryRaw`
        with part as materialized (
          select position, data from import_row
          where import_id = ${importId}::uuid and attempt = ${attempt} and kind = ${table} and position > ${after}
          order by position limit ${copiedAtOnce}),
        copied as (
          insert into ${name} (${Prisma.raw(columns.join(', '))})
          select ${Prisma.raw(columns.map((column) => `filled.${column}`).join(', '))}
          from part, jsonb_populate_record(null::${name}, part.data) filled order by part.position)
        select max(position) as last from part`;
      after = copied?.last ?? null;
    }
  }
}

/** The number of rows erased at once. */
const atATime = 500;

/** Erases the stored rows of an import, with their files unless these belong to the book by now. */
export async function eraseRows(importId: string): Promise<void> {
  await eraseFiles(importId);
  await eraseKinds(importId, Prisma.empty);
}

/**
 * Erases what earlier attempts have stored. The rows of their files stay until the end, when the files are erased once
 * more, because one of them may still be storing a file.
 */
export async function eraseEarlier(importId: string): Promise<void> {
  await eraseFiles(importId);
  await eraseKinds(importId, Prisma.sql`and kind not in ('media', 'recording')`);
}

async function eraseFiles(importId: string): Promise<void> {
  const files = await db.$queryRaw<{ key: string }[]>`
    select coalesce(stored.data->>'storage_key', stored.data->>'held_key') as key from import_row stored
    where stored.import_id = ${importId}::uuid and stored.kind in ('media', 'recording')
      and not exists (select 1 from media where media.id = (stored.data->>'id')::uuid)
      and not exists (select 1 from recording where recording.id = (stored.data->>'id')::uuid)`;
  for (const { key } of files) await ports.storage.remove(key);
}

async function eraseKinds(importId: string, kinds: Prisma.Sql): Promise<void> {
  for (let erased = atATime; erased === atATime; ) {
    erased = await db.$executeRaw`
      delete from import_row where (import_id, attempt, position) in (
        select import_id, attempt, position from import_row where import_id = ${importId}::uuid ${kinds} limit ${atATime})`;
  }
}
