import { z } from 'zod';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { pool } from '#api/platform/database/database.ts';
import { containing, mostNamed } from '#api/platform/database/name-search.ts';
import { line, parse } from '#api/platform/domain-values/input.ts';

const Search = z.object({ search: line(120) });

/** Accounts whose name, address or phone contains the text, with or without accents; without one, all accounts. */
export async function accountsMatching(search: string | null | undefined): Promise<Prisma.UserWhereInput> {
  if (!search?.trim()) return {};
  const { rows } = await pool.query<{ id: string }>({
    name: 'find-accounts',
    text: `select id::text as id from "user"
      where without_accents(name || ' ' || email || ' ' || coalesce("phoneNumber", '')) like without_accents($1)
      limit ${mostNamed}`,
    values: [containing(parse(Search, { search }).search)],
  });
  return { id: { in: rows.map(({ id }) => id) } };
}
