import { MemoryLocker, Server } from '@tus/server';
import { mostBytesOfExport } from '#api/imports/service/request.ts';
import { mostBytesOfAny } from '#api/keepsakes/content-type.ts';
import { UploadStore } from '#api/keepsakes/upload-store.ts';
import type { Unavailable } from '#api/platform/errors.ts';
import { isRefusal, statusOfRefusal } from './headers.ts';
import type { SignedInCall } from './route.ts';

/** Path of uploads by the tus protocol. */
const uploadPath = '/media/upload';

/** Only one request of this process writes a file at a time; the database refuses a second process. */
const locker = new MemoryLocker();

/**
 * Receives keepsake files from signed-in members who may add them, and from partners’ keys with the scope
 * `keepsakes:write`. Bytes that arrive before a connection breaks are kept, and the upload can resume.
 */
export async function serveUpload({ request, response, viewer }: SignedInCall): Promise<void> {
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

/** The response for a refusal; undefined for a defect, which shows no details. */
function toResponse(error: Error | { status_code: number; body: string }) {
  if ('status_code' in error) return undefined;
  if (isUnavailable(error)) return { status_code: 503, body: error.message };
  return isRefusal(error) ? { status_code: statusOfRefusal(error), body: error.message } : undefined;
}

function isUnavailable(error: Error): error is Unavailable {
  return (error as Partial<Unavailable>).extensions?.code === 'SERVICE_UNAVAILABLE';
}
