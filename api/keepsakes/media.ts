import type { IncomingMessage, ServerResponse } from 'node:http';
import { photoFor } from '#api/accounts/profile/service/photo.ts';
import type { StoragePort } from '#api/adapters/storage/port.ts';
import { mediaForViewer } from '#api/audiences/policy.ts';
import { noteReading } from '#api/conversations/service/note-reading.ts';
import { answer } from '#api/http/headers.ts';
import { madeFileFor } from '#api/makings/service/made-file.ts';
import { hasScope } from '#api/partners/policy.ts';
import { db } from '#api/platform/database/database.ts';
import { rowId } from '#api/platform/domain-values/ids.ts';
import { sendFile, sendUnchanged, setFileHeaders } from '#api/platform/send-file.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { keepsakeSound } from '#api/recordings/old/keepsake-sound.ts';
import { sendSound } from '#api/recordings/serve.ts';
import { subjectAccessAt } from '#api/subjects/policy.ts';
import { askedWidth, rendition } from './renditions.ts';

/** The types a browser may show in a page; all others are only downloaded. */
const shown = /^(image\/(jpeg|png|webp|gif|avif)|audio\/|video\/|application\/pdf$)/;

/**
 * Sends a stored file or the requested range to viewers who may see its owner; a picture also in a smaller width. For
 * others, it does not exist. Browsers may cache it but must revalidate each time.
 */
export async function serveMedia(
  request: IncomingMessage,
  response: ServerResponse,
  {
    id,
    viewer,
    width: asked,
    isDownload,
    storage,
  }: {
    id: string;
    viewer: Viewer | null;
    width: string | null;
    /** Whether the browser is to save the file instead of showing it. */
    isDownload: boolean;
    storage: StoragePort;
  },
): Promise<void> {
  const media =
    (await mediaFor(viewer, rowId(id))) ??
    (await photoFor(viewer, rowId(id))) ??
    (await madeFileFor(viewer, rowId(id)));
  if (!media) return notFound(response);
  const saves = isDownload || !shown.test(media.contentType);
  if ('subjectId' in media && saves) {
    const subjectAccess = await subjectAccessAt(viewer, media.subjectId);
    if (!subjectAccess.can('DOWNLOAD')) return notFound(response);
  }
  if ('subjectId' in media && media.contentType.startsWith('audio/')) {
    const sound = await keepsakeSound(await subjectAccessAt(viewer, media.subjectId), media.id);
    if (sound === 'NOT_AT_ALL') return notFound(response);
    if (sound !== 'AS_IT_IS') {
      if (!(await sendSound(request, response, sound))) notFound(response);
      return;
    }
  }
  const size = await storage.size(media.storageKey);
  if (size === null) return notFound(response);

  const width = askedWidth(media.contentType, asked);
  const etag = width ? `"${media.id}-${width}"` : `"${media.id}"`;
  setFileHeaders(response, etag, 'private, no-cache');
  if (sendUnchanged(request, response, etag)) return;
  const smaller =
    width && request.method === 'GET' && (await rendition(media, { width, bytes: size, storage }));
  if (smaller) {
    response.writeHead(200, {
      'content-type': 'image/webp',
      'content-length': smaller.length,
      'content-disposition': 'inline',
    });
    response.end(smaller);
    return;
  }
  await sendFile(request, response, {
    size,
    open: (range) => storage.open(media.storageKey, range),
    etag,
    mediaType: media.contentType,
    disposition: 'fileName' in media ? savedAs(media.fileName) : saves ? 'attachment' : 'inline',
  });
}

/** The header to download a file under this name (RFC 6266). */
function savedAs(fileName: string): string {
  const plain = fileName.normalize('NFKD').replace(/[^A-Za-z0-9 .-]/g, '');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;
}

async function mediaFor(viewer: Viewer | null, id: string) {
  if (!viewer) return null;
  const media = await db.media.findFirst({
    where: { AND: [{ id }, mediaForViewer(viewer)] },
    select: {
      id: true,
      subjectId: true,
      contentType: true,
      storageKey: true,
      deletedAt: true,
      card: { select: { status: true } },
    },
  });
  if (!media || media.deletedAt) return null;
  return (await maySee(viewer, media.subjectId, media.card?.status)) ? media : null;
}

/** Viewers of a subject see its pictures, except those of stories they may not read. */
async function maySee(viewer: Viewer | null, subjectId: string, cardStatus: string | undefined) {
  if (viewer?.key && !hasScope(viewer.key.scopes, 'keepsakes:read')) return false;
  const subjectAccess = await subjectAccessAt(viewer, subjectId);
  if (!subjectAccess.sees) return false;
  if (!cardStatus || cardStatus === 'PUBLISHED') return true;
  if (!subjectAccess.can('WRITE') && !subjectAccess.admin) return false;
  await noteReading(viewer, 'drafts.read', subjectAccess);
  return true;
}

function notFound(response: ServerResponse): void {
  answer(response, 404, { error: 'Not found' });
}
