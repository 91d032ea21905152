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

/** Operations that take longer are logged. */
const slowMs = 1_000;

/**
 * Runs a query or mutation from HTTP or a socket and masks its errors. Errors of the run are counted here; the caller
 * counts errors that kept it from running.
 */
export async function run(asked: ExecutionArgs): Promise<ExecutionResult> {
  const { origin, viewer } = asked.contextValue as Context;
  const args = { ...asked, schema: schemaFor(viewer, asked) };
  const operation = operationOf(args.document, args.operationName);
  const started = performance.now();
  const result = await asOperation(operation, async () => {
    const result = (await runCompiled(args)) ?? (await execute({ ...args, hideSuggestions: true }));
    const masked = maskedResult(refuseTooLong(result, operation), origin.requestId);
    const defect = masked.errors?.find(({ extensions }) => extensions.code === 'INTERNAL_SERVER_ERROR');
    if (defect) scope()?.span?.end(defect);
    return masked;
  });
  if (operation) logIfSlow(operation, performance.now() - started);
  if ('data' in result) countErrors(operation, result.errors);
  return result;
}

/**
 * Refuses a query's result that is too long for one answer. A mutation's result is always returned, because it was
 * done.
 */
function refuseTooLong(result: ExecutionResult, operation: Operation | null): ExecutionResult {
  if (operation?.kind === 'mutation' || !result.data) return result;
  if (charactersLeft(result.data, limits.answer) >= 0) return result;
  return { errors: [refusal(`The answer is longer than ${limits.answer} characters: ask for less at once`)] };
}

/** The characters left after a value is subtracted; stops early once the number is negative. */
function charactersLeft(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length;
  if (typeof value !== 'object' || value === null) return room;
  let left = room;
  for (const key in value) {
    left = charactersLeft((value as Record<string, unknown>)[key], left - key.length);
    if (left < 0) break;
  }
  return left;
}

/** Runs the work in a trace span with the operation's name. */
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

function logIfSlow({ kind, name, document }: Operation, ms: number) {
  if (ms < slowMs) return;
  log.warn({ kind, operation: name, document, ms: Math.round(ms) }, 'slow operation');
}

/** Logs an operation from a socket the way HTTP requests are logged. */
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

/** Counts an operation's errors by their codes, also those that kept it from running. */
export function countErrors(operation: Operation | null, errors: readonly GraphQLError[] = []) {
  for (const { extensions } of errors) {
    const code = typeof extensions.code === 'string' ? extensions.code : 'NONE';
    metrics.operationErrors.inc({ operation: operation?.name ?? 'none', code });
  }
}
