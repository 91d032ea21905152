import { AsyncResource } from 'node:async_hooks';
import type pg from 'pg';
import { scope } from './scope.ts';
import type { Span } from './span.ts';
import { beginSpan } from './tracing.ts';

type Done = (error?: unknown, ...results: unknown[]) => void;

const verbs = new Set([
  'select',
  'insert',
  'update',
  'delete',
  'with',
  'begin',
  'commit',
  'rollback',
  'lock',
]);

/** Adds a span for every statement of traced work in this pool, without its values. */
export function traceStatements(pool: pg.Pool) {
  const connect = pool.connect.bind(pool) as (done?: Done) => unknown;
  // A waiting caller is called from another request's release, so its async context is bound.
  pool.connect = ((done?: Done) =>
    done ? connect(AsyncResource.bind(done)) : connect()) as typeof pool.connect;
  pool.on('connect', traceClient);
}

function traceClient(client: pg.PoolClient) {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: unknown[]) => {
    if (!scope()?.span) return query(...given);
    const span = beginSpan(nameOf(given[0]), 'client', { 'db.system.name': 'postgresql' });
    if (!span) return query(...given);
    const done = given.at(-1);
    if (typeof done === 'function') return query(...given.slice(0, -1), ending(span, done as Done));
    const answer = query(...given);
    if (answer instanceof Promise) answer.then(() => span.end(), span.end);
    else span.end();
    return answer;
  }) as typeof client.query;
}

function ending(span: Span, done: Done): Done {
  return (error, ...results) => {
    span.end(error ?? undefined);
    done(error, ...results);
  };
}

/** The statement's name, else its verb and table. */
function nameOf(asked: unknown): string {
  const { name, text = '' } = typeof asked === 'string' ? { text: asked } : (asked as pg.QueryConfig);
  if (name) return `sql ${name}`;
  const [verb = ''] = /\w+/.exec(text) ?? [];
  const [, table = ''] = /\b(?:from|into|update)\s+(?:"?\w+"?\.)?"?([a-z_]{1,40})"?/i.exec(text) ?? [];
  const known = verbs.has(verb.toLowerCase()) ? verb.toLowerCase() : 'statement';
  return ['sql', known, table].filter(Boolean).join(' ');
}
