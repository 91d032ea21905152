import type { IncomingMessage, ServerResponse } from 'node:http';
import { refusedCost } from '#api/graphql/limits/meter.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { isForeign } from './addresses.ts';
import { badKey, callerOf } from './callers.ts';
import { refuse, refuseKey } from './headers.ts';
import type { Trace } from './request.ts';
import type { RequestCost } from './request-cost.ts';

/** The sender of a file, from one of our own pages or with a key; null when the request was refused. */
export async function uploaderOf(
  request: IncomingMessage,
  response: ServerResponse,
  { origins, trace, requestCost }: { origins: ReadonlySet<string>; trace: Trace; requestCost: RequestCost },
): Promise<Viewer | null> {
  if (isForeign(request, origins)) {
    refuse(response, 403, 'FORBIDDEN', 'Requests from other sites are not answered');
    return null;
  }
  const caller = await callerOf(request);
  if (caller === badKey) {
    await requestCost.charge(refusedCost);
    refuseKey(response);
    return null;
  }
  const viewer = caller?.viewer ?? null;
  trace.userId = viewer?.userId ?? null;
  trace.keyId = viewer?.key?.id ?? null;
  if (!viewer) refuse(response, 401, 'UNAUTHORIZED', 'Sign in first');
  return viewer;
}
