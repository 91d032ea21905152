import { type ExecutionArgs, type ExecutionResult, execute, type GraphQLError } from 'graphql';
import type { Context } from '#api/graphql/context.ts';
import { limits, refusal } from '#api/graphql/limits/limits.ts';
import { maskedResult } from '#api/graphql/masking.ts';
import { schemaFor } from '#api/graphql/plugins/key-scopes.ts';
import { log } from '#api/platform/log.ts';
import { metrics } from '#api/platform/observability/metrics.ts';
import { scope } from '#api/platform/observability/scope.ts';
import { beginSpan, inSpan, isTracing } from '#api/platform/observability/tracing.ts';
import { runCompiled } from './compiled.ts';
import { type Operation, operationOf } from './operation.ts';

/** An operation that takes longer is named in the log. */
const slowMs = 1_000;

/**
 * Runs a query or mutation, over whichever door it came: what is wrong in its result is masked. What went wrong as it
 * ran is counted; what kept it from running at all is its door's to count.
 */
export async function run(asked: ExecutionArgs): Promise<ExecutionResult> {
  const { origin, viewer } = asked.contextValue as Context;
  const args = { ...asked, schema: schemaFor(viewer, asked.schema) };
  const operation = operationOf(args.document, args.operationName);
  const started = performance.now();
  const result = await asOperation(operation, async () => {
    const result = (await runCompiled(args)) ?? (await execute({ ...args, hideSuggestions: true }));
    const masked = maskedResult(notTooLong(result, operation), origin.requestId);
    const defect = masked.errors?.find(({ extensions }) => extensions.code === 'INTERNAL_SERVER_ERROR');
    if (defect) scope()?.span?.end(defect);
    return masked;
  });
  if (operation) tellSlow(operation, performance.now() - started);
  if ('data' in result) countErrors(operation, result.errors);
  return result;
}

/** What was read is told as long as it is not too long for one answer. A change is told whatever it says: it was done. */
function notTooLong(result: ExecutionResult, operation: Operation | null): ExecutionResult {
  if (operation?.kind === 'mutation' || !result.data) return result;
  if (roomAfter(result.data, limits.answer) >= 0) return result;
  return { errors: [refusal(`The answer is longer than ${limits.answer} characters: ask for less at once`)] };
}

/** What is left of a room after everything in a value; below nothing it is not looked at to its end. */
function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length;
  if (typeof value !== 'object' || value === null) return room;
  let left = room;
  for (const key in value) {
    left = roomAfter((value as Record<string, unknown>)[key], left - key.length);
    if (left < 0) break;
  }
  return left;
}

/** Does it under the operation's name in the trace. */
export function asOperation<T>(operation: Operation | null, work: () => Promise<T>): Promise<T> {
  if (!isTracing()) return work();
  const { kind, name, document } = operation ?? { kind: 'query', name: 'other', document: '' };
  const span = beginSpan(`${kind} ${name}`, 'internal', {
    'graphql.operation.type': kind,
    'graphql.operation.name': name,
    'evertold.document': document,
  });
  return inSpan(span, work);
}

function tellSlow({ kind, name, document }: Operation, ms: number) {
  if (ms < slowMs) return;
  log.warn({ kind, operation: name, document, ms: Math.round(ms) }, 'slow operation');
}

/** Writes the line of an operation that came over a socket, as each request over HTTP has one. */
export function tellEnded(operation: Operation | null, requestId: string, started: number) {
  const { kind = null, name = null, document } = operation ?? {};
  log.info(
    {
      requestId,
      route: 'socket',
      kind,
      operation: name,
      ...(name === 'other' && { document }),
      ms: Math.round(performance.now() - started),
    },
    'request',
  );
}

/** Counts what went wrong in an operation, or kept it from running, by its codes. */
export function countErrors(operation: Operation | null, errors: readonly GraphQLError[] = []) {
  for (const { extensions } of errors) {
    const code = typeof extensions.code === 'string' ? extensions.code : 'NONE';
    metrics.operationErrors.inc({ operation: operation?.name ?? 'none', code });
  }
}
