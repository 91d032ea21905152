import type { PrismaPg } from '@prisma/adapter-pg';

type Options = NonNullable<ConstructorParameters<typeof PrismaPg>[1]>;
type NameOf = NonNullable<Options['statementNameGenerator']>;

/** The most statements that are prepared: each takes some 20 KB of the database's memory in each connection. */
const mostNames = 400;
/** A list of ids is part of a statement's text, so that long lists are seldom asked for again. */
const mostValues = 8;

const names = new Map<string, string>();
const prefix = 'prisma ';

/** Whether a statement's name is one of these. */
export function isOfPrisma(name: string): boolean {
  return name.startsWith(prefix);
}

/**
 * The name under which a connection prepares a statement of Prisma, so that it is parsed once and, where the database
 * finds that one plan suits all values, planned once: both take longer than most of them run. Undefined, which means
 * unprepared, for what writes and for pages of a list, whose best plan depends on the values.
 */
export const statementName = (({ sql, args }) => {
  const isPage = sql.includes(' ORDER BY ') && sql.includes(' LIMIT ');
  if (isPage || args.length > mostValues || !sql.startsWith('SELECT')) return undefined;
  const known = names.get(sql);
  if (known || names.size >= mostNames) return known;
  const name = `${prefix}${names.size}`;
  names.set(sql, name);
  return name;
}) as (query: Parameters<NameOf>[0]) => string | undefined as NameOf;
