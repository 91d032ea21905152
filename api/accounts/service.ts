import { z } from 'zod';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { line, parse } from '#api/platform/domain-values/input.ts';

const Search = z.object({ search: line(120) });

/** Accounts whose name, address or phone contains the text; without one, all accounts. */
export function accountsMatching(search: string | null | undefined): Prisma.UserWhereInput {
  if (!search?.trim()) return {};
  const contains = parse(Search, { search }).search.replace(/[\\%_]/g, '\\$&');
  const anywhere = { contains, mode: 'insensitive' as const };
  return { OR: [{ name: anywhere }, { email: anywhere }, { phoneNumber: { contains } }] };
}
