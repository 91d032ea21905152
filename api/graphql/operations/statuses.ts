import type { ExecutionResult } from 'graphql';
import { isOrdinary } from '#api/graphql/masking.ts';
import { countErrors } from './run.ts';

/** What an error asks of the answer that carries it; `spec`: nothing, where the answer is plain JSON. */
type Asked = { status?: number; spec?: boolean; headers?: Record<string, string> };

/**
 * Says with every error of a result, in its `extensions.http`, which status it asks for. Of a request that was not
 * executed, which has no data: an ordinary fault of its document is 400 to those who read the status and 200 to the
 * others; a refusal is 400 to both, and a fault of ours 500. That what we rest on is out of order is told to those
 * who read the status alone, too: it is worth trying again.
 */
export function askForStatuses(result: ExecutionResult): void {
  const { errors = [] } = result;
  const unexecuted = !('data' in result);
  if (unexecuted) countErrors(null, errors);
  for (const error of errors) {
    const { extensions } = error;
    const { status = 400, ...http } = (extensions.http ?? {}) as Asked;
    if (extensions.code === 'SERVICE_UNAVAILABLE') {
      extensions.http = { status: 503, headers: { 'retry-after': '2' } } satisfies Asked;
    } else if (!unexecuted) continue;
    else if (extensions.code === 'INTERNAL_SERVER_ERROR') extensions.http = { status: 500 } satisfies Asked;
    else extensions.http = { ...http, status, spec: status === 400 && isOrdinary(error) } satisfies Asked;
  }
}

/** The status of an answer, and its further headers, by what its errors ask for. */
export function statusOf(
  { errors = [] }: ExecutionResult,
  { isJson }: { isJson: boolean },
): { status: number; headers: Record<string, string> } {
  let highest = 0;
  const headers: Record<string, string> = {};
  for (const { extensions } of errors) {
    const asked = extensions.http as Asked | undefined;
    Object.assign(headers, asked?.headers);
    if (asked?.status && !(isJson && asked.spec)) highest = Math.max(highest, asked.status);
  }
  return { status: highest || 200, headers };
}
