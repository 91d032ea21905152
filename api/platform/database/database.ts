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
 * How long is waited: for a connection, for a statement, for any sign of life while one runs, and by the database for
 * the next statement of a transaction, so that nothing stays locked by a server that is cut off.
 */
const patience = { connectMs: 5_000, statementMs: 30_000, silenceMs: 35_000, idleInTransactionMs: 30_000 };

/** By this the database knows the connections of this process among those of others. */
const processName = `evertold ${randomBytes(6).toString('hex')}`;

/** The pools of this process by their names, as long as they are open. */
const pools = new Map<string, pg.Pool>();

/**
 * A pool of connections on which nothing is waited for without end. Its `name` tells it from the others that are
 * open; `plans` are settings of the planner.
 */
export function openPool(
  name: string,
  url: string,
  connections: number,
  plans: readonly string[] = ['plan_cache_mode=force_custom_plan'],
): pg.Pool {
  const opened = new pg.Pool({
    connectionString: url,
    application_name: processName,
    max: connections,
    options: [...plans, 'timezone=UTC'].map((setting) => `-c ${setting}`).join(' '),
    connectionTimeoutMillis: patience.connectMs,
    statement_timeout: patience.statementMs,
    idle_in_transaction_session_timeout: patience.idleInTransactionMs,
    keepAlive: true,
  });
  opened.on('connect', (client) => {
    const stream = client.connection.stream as Socket;
    stream.setTimeout(patience.silenceMs, () => stream.destroy());
    askColumnsOnce(client);
    // One that is cut before whoever asked for it has it must not end the process; its next statement tells.
    client.on('error', () => {});
  });
  // An idle connection that the database closed is replaced at the next query; it must not end the process.
  opened.on('error', () => {});
  pools.set(name, opened);
  return opened;
}

/** Every pool that is open now, and its name. */
export function openPools(): [name: string, pool: pg.Pool][] {
  return [...pools].filter(([, { ended }]) => !ended);
}

/** Prisma over the pool. Set once by `openDatabase`. */
export let db: Db;

/**
 * The pool beneath. Plans are made for the values at hand: a plan for any values of a filtered list can be
 * thousands of times slower.
 */
export let pool: pg.Pool;

/**
 * For the named statements of the hot paths: planned once on each connection, for whatever values come. Planning
 * takes longer than most of them run. Only for statements that are seen to find their way whatever is asked for.
 */
export let prepared: pg.Pool;

/**
 * For whatever comes, and in the order of an index: of a bitmap all rows are gathered and sorted before the first is
 * there, which looks cheap to a plan that knows no values and takes a second in a long book.
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

/** How soon after the start Prisma's compiler is loaded, if nobody needed it before. */
const warmAfterMs = 500;

let warming: NodeJS.Timeout | undefined;

/**
 * Has Prisma's compiler of queries at hand soon. To load it keeps this process busy for a quarter of a second, which
 * the first answers after the start need not wait for; whoever asks for it earlier waits for it.
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

/** Whether another process of Evertold is connected to the same database now. One that idles is not seen. */
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
