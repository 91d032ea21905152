import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { type Prisma, PrismaClient } from '#api/generated/prisma/client.ts';

export type Db = PrismaClient;
export type Tx = Prisma.TransactionClient;

/** Prisma over the pool. Set once by `openDatabase`. */
export let db: Db;

/** The pool beneath, for the few hand-written statements of the hot paths. */
export let pool: pg.Pool;

/**
 * Connects. Plans are made for the values at hand: a generic plan of a filtered list can be thousands of
 * times slower.
 */
export function openDatabase(url: string, { connections = 8 }: { connections?: number } = {}) {
  pool = new pg.Pool({
    connectionString: url,
    max: connections,
    options: '-c plan_cache_mode=force_custom_plan -c timezone=UTC',
    connectionTimeoutMillis: 10_000,
  });
  // An idle connection that the database closed is replaced at the next query; it must not end the process.
  pool.on('error', () => {});
  const adapter = new PrismaPg(pool);
  db = new PrismaClient({ adapter }).$extends({
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

/** Lets running statements end, then closes every connection. */
export async function closeDatabase() {
  await db.$disconnect();
  await pool.end();
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
