import type { IncomingMessage, ServerResponse } from 'node:http';
import { MemoryLocker, Server } from '@tus/server';
import { fileCost } from '#api/graphql/limits/meter.ts';
import { mostBytesOfExport } from '#api/imports/service/request.ts';
import { mostBytesOfAny } from '#api/keepsakes/content-type.ts';
import { UploadStore } from '#api/keepsakes/upload-store.ts';
import { hasScope } from '#api/partners/policy.ts';
import { DomainError, type ErrorCode, Forbidden, type Unavailable } from '#api/platform/errors.ts';
import { refuse } from './headers.ts';
import type { Trace } from './request.ts';
import { type RequestCost, refuseSpentUp } from './request-cost.ts';
import { uploaderOf } from './uploader.ts';

/** Path of uploads by the tus protocol. */
const uploadPath = '/media/upload';

/** Only one request of this process writes a file at a time; the database refuses a second process. */
const locker = new MemoryLocker();

type Door = { origins: ReadonlySet<string>; trace: Trace; requestCost: RequestCost };

/**
 * Receives keepsake files from signed-in members who may add them, and from partners’ keys with the scope
 * `keepsakes:write`. Bytes that arrive before a connection breaks are kept, and the upload can resume.
 */
export async function serveUpload(
  request: IncomingMessage,
  response: ServerResponse,
  { origins, trace, requestCost }: Door,
): Promise<void> {
  const viewer = await uploaderOf(request, response, { origins, trace, requestCost });
  if (!viewer) return;
  if (viewer.impersonatorId || (viewer.key && !hasScope(viewer.key.scopes, 'keepsakes:write'))) {
    return refuse(response, 403, 'FORBIDDEN', 'Not authorized');
  }
  const spending = await requestCost.charge(fileCost);
  if (spending && !spending.allowed) return refuseSpentUp(request, response, spending);
  response.setHeader('cache-control', 'no-store');
  const protocol = new Server({
    path: uploadPath,
    datastore: new UploadStore(viewer),
    locker,
    maxSize: (asked) => (isKeepsake(asked) ? mostBytesOfAny : mostBytesOfExport),
    relativeLocation: true,
    // The CORS headers were set before.
    allowedOrigins: () => false,
    onResponseError: (_request, error) => toResponse(error),
  });
  await protocol.handle(request, response);
}

/** Whether a request begins the upload of a keepsake, and not of an export that becomes a book. */
function isKeepsake({ method, headers }: Request): boolean {
  return method === 'POST' && !/(^|,)\s*becomes /.test(headers.get('upload-metadata') ?? '');
}

const statuses: Partial<Record<ErrorCode | 'SERVICE_UNAVAILABLE', number>> = {
  BAD_REQUEST: 400,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  UNPROCESSABLE_ENTITY: 422,
  SERVICE_UNAVAILABLE: 503,
};

/** The response for a refusal; undefined for a defect, which shows no details. */
function toResponse(error: Error | { status_code: number; body: string }) {
  if ('status_code' in error) return undefined;
  if (error instanceof DomainError || error instanceof Forbidden || isUnavailable(error)) {
    const code = error.extensions.code as ErrorCode;
    return { status_code: statuses[code] ?? 400, body: error.message };
  }
  return undefined;
}

function isUnavailable(error: Error): error is Unavailable {
  return (error as Partial<Unavailable>).extensions?.code === 'SERVICE_UNAVAILABLE';
}
