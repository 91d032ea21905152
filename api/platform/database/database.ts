import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { type Prisma, PrismaClient } from '#api/generated/prisma/client.ts';
import { traceStatements } from '#api/platform/observability/statements.ts';
import { isTracing } from '#api/platform/observability/tracing.ts';
import { askColumnsOnce } from './columns.ts';

export type Db = PrismaClient;
export type Tx = Prisma.TransactionClient;

/**
 * Timeouts: for a connection, for a statement, for data while one runs, and for the next statement of a transaction, so
 * that a server that is cut off keeps no locks.
 */
const timeouts = { connectMs: 5_000, statementMs: 30_000, silenceMs: 35_000, idleInTransactionMs: 30_000 };

/** The name by which the database tells this process's connections from others. */
const processName = `evertold ${randomBytes(6).toString('hex')}`;

/** The open pools of this process by name. */
const pools = new Map<string, pg.Pool>();

/**
 * Plans for the given values. Statements of rights join up to thirty tables; finding the best order among eight of them,
 * as the database does by default, takes ten times as long as most of them run, and among four hardly longer than
 * taking them as they are written (15 ms and 2 ms for the stories of a book).
 */
const plannedEachTime = ['plan_cache_mode=force_custom_plan', 'join_collapse_limit=4'];

/** A pool of connections with timeouts. Its `name` is unique among the open pools; `plans` are planner settings. */
export function openPool(
  name: string,
  url: string,
  connections: number,
  plans: readonly string[] = plannedEachTime,
): pg.Pool {
  const opened = new pg.Pool({
    connectionString: url,
    application_name: processName,
    max: connections,
    options: [...plans, 'timezone=UTC'].map((setting) => `-c ${setting}`).join(' '),
    connectionTimeoutMillis: timeouts.connectMs,
    statement_timeout: timeouts.statementMs,
    idle_in_transaction_session_timeout: timeouts.idleInTransactionMs,
    keepAlive: true,
  });
  opened.on('connect', (client) => {
    const stream = client.connection.stream as Socket;
    stream.setTimeout(timeouts.silenceMs, () => stream.destroy());
    askColumnsOnce(client);
    // A connection that is cut before its caller has it must not end the process; the next statement reports it.
    client.on('error', () => {});
  });
  // An idle connection that the database closed is replaced at the next query; it must not end the process.
  opened.on('error', () => {});
  pools.set(name, opened);
  return opened;
}

/** The open pools with their names. */
export function openPools(): [name: string, pool: pg.Pool][] {
  return [...pools].filter(([, { ended }]) => !ended);
}

/** Prisma over the pool. Set once by `openDatabase`. */
export let db: Db;

/**
 * The pool beneath Prisma. Plans are made for the given values: a generic plan of a filtered list can be thousands of
 * times slower.
 */
export let pool: pg.Pool;

/**
 * For the named statements of the hot paths, planned once per connection for any values, because planning takes longer
 * than most of them run. Use it only for statements whose generic plan is known to be good.
 */
export let prepared: pg.Pool;

/**
 * Generic plans that read in the order of an index. A bitmap scan collects and sorts all rows before it returns the
 * first, which a generic plan takes for cheap, and which takes a second in a long book.
 */
const plannedOnce = ['plan_cache_mode=force_generic_plan', 'enable_bitmapscan=off'];

/** Connects. */
export function openDatabase(url: string) {
  pool = openPool('main', url, 6);
  prepared = openPool('prepared', url, 4, plannedOnce);
  if (isTracing()) for (const each of [pool, prepared]) traceStatements(each);
  const adapter = new PrismaPg(pool);
  // A busy moment is no reason to fail: passwords are hashed within the sign-up's transaction.
  const transactionOptions = { timeout: 20_000, maxWait: 10_000 };
  db = new PrismaClient({ adapter, transactionOptions }).$extends({
    query: {
      $allModels: {
        // A client that asks a result union only for its errors makes Pothos pass `select: {}`, which Prisma refuses.
        $allOperations({ args, query }) {
          const { select } = args as { select?: object };
          if (select && Object.keys(select).length === 0) delete (args as { select?: object }).select;
          return query(args);
        },
      },
    },
  }) as unknown as Db;
}

/** When Prisma's query compiler is loaded after the start, if it wasn't needed before. */
const warmAfterMs = 500;

let warming: NodeJS.Timeout | undefined;

/**
 * Loads Prisma's query compiler soon. Loading blocks this process for a quarter of a second, which the first answers
 * after the start shouldn't wait for; a query that needs it earlier waits for it.
 */
export function warmDatabase() {
  warming = setTimeout(() => void db.$connect().catch(() => {}), warmAfterMs);
  warming.unref();
}

/** Lets running statements end, then closes every connection. */
export async function closeDatabase() {
  clearTimeout(warming);
  await db.$disconnect();
  await Promise.all([pool.end(), prepared.end()]);
}

/**
 * Whether another Evertold process is connected to the same database now. An idle one without connections is not seen.
 */
export async function othersAreHere(): Promise<boolean> {
  const { rows } = await pool.query<{ others: boolean }>(
    `select exists (select from pg_stat_activity where datname = current_database()
      and application_name like 'evertold %' and application_name <> $1) as others`,
    [processName],
  );
  return rows[0]?.others ?? false;
}

/** Whether the database answers now. */
export async function databaseAnswers(): Promise<boolean> {
  try {
    await pool.query('select 1');
    return true;
  } catch {
    return false;
  }
}
