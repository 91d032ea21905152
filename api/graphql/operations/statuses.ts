import type { ExecutionResult } from 'graphql';
import { isOrdinary } from '#api/graphql/masking.ts';
import { countErrors } from './run.ts';

/** The HTTP status and headers an error asks for; with `spec`, the status is left out of plain JSON answers. */
type HttpHint = { status?: number; spec?: boolean; headers?: Record<string, string> };

/**
 * Sets `extensions.http` of every error to the status it asks for. For a request that was not executed (no data): an
 * ordinary document error is 400 for the GraphQL media type and 200 for plain JSON; a refusal is 400 for both, and a
 * defect 500. An outage is 503 for both, because the client should retry.
 */
export function askForStatuses(result: ExecutionResult): void {
  const { errors = [] } = result;
  const unexecuted = !('data' in result);
  if (unexecuted) countErrors(null, errors);
  for (const error of errors) {
    const { extensions } = error;
    const { status = 400, ...http } = (extensions.http ?? {}) as HttpHint;
    if (extensions.code === 'SERVICE_UNAVAILABLE') {
      extensions.http = { status: 503, headers: { 'retry-after': '2' } } satisfies HttpHint;
    } else if (!unexecuted) continue;
    else if (extensions.code === 'INTERNAL_SERVER_ERROR')
      extensions.http = { status: 500 } satisfies HttpHint;
    else extensions.http = { ...http, status, spec: status === 400 && isOrdinary(error) } satisfies HttpHint;
  }
}

/** The status and headers of an answer, from its errors. */
export function statusOf(
  { errors = [] }: ExecutionResult,
  { isJson }: { isJson: boolean },
): { status: number; headers: Record<string, string> } {
  let highest = 0;
  const headers: Record<string, string> = {};
  for (const { extensions } of errors) {
    const asked = extensions.http as HttpHint | undefined;
    Object.assign(headers, asked?.headers);
    if (asked?.status && !(isJson && asked.spec)) highest = Math.max(highest, asked.status);
  }
  return { status: highest || 200, headers };
}
