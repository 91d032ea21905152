import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { scope } from '#api/platform/observability/scope.ts';

const measured = new AsyncLocalStorage<true>();

/**
 * The statements that `work` and the requests during it send to the database, in order: the name of each, or its text if
 * it has none. Leaves out those of jobs and timers, which run when they will.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const { query } = pg.Client.prototype;
  const { connect } = pg.Pool.prototype;
  // A statement that waits for a connection is sent by what releases one, and still belongs to what asked for it.
  pg.Pool.prototype.connect = function (this: pg.Pool, then?: (...given: unknown[]) => void) {
    return Reflect.apply(connect, this, then ? [AsyncLocalStorage.bind(then)] : []);
  } as typeof connect;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [asked] = given as [string | { name?: string; text?: string }];
    const { name, text = '' } = typeof asked === 'string' ? { text: asked } : asked;
    if ((measured.getStore() || isOfRequest()) && !/\bjobs\./.test(text)) sent.push(name ?? text);
    return Reflect.apply(query, this, given);
  } as typeof query;
  try {
    await measured.run(true, work);
  } finally {
    pg.Client.prototype.query = query;
    pg.Pool.prototype.connect = connect;
  }
  return sent;
}

function isOfRequest(): boolean {
  const about = scope()?.about;
  return !!about?.requestId && !about.job;
}
