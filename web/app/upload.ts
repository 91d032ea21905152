import type { Upload } from 'tus-js-client';
import { apiUrl } from './addresses.ts';

/** The smallest upload chunk; at most one chunk is sent again when the server goes away. */
const pieceBytes = 4 * 1024 * 1024;
/** The server takes twice as many pieces of a file, so that there is room for broken ones. */
const mostPieces = 1_000;
const mostPauseMs = 15_000;

/** Shown when the server gives no reason. */
export const unreachable = 'Evertold couldn’t be reached. Try again.';

/** A file that is being uploaded. */
export interface RunningUpload {
  /** Stops it; with `erases`, what was received is erased. Otherwise the same file continues where it stopped. */
  abort: (erases?: boolean) => void;
}

interface UploadWishes {
  metadata: Record<string, string>;
  /** The same for the same file, so that its upload can be continued later. */
  fingerprint: string;
  onProgress: (sent: number) => void;
  /** The connection is lost; the upload continues by itself. */
  onOffline: () => void;
  onRefused: (problem: string) => void;
  onSent: (uploadId: string) => void;
}

/** Uploads a file in pieces, through broken connections, until it is sent, refused or aborted. */
export function uploadFile(
  file: File,
  { metadata, fingerprint, onProgress, onOffline, onRefused, onSent }: UploadWishes,
): RunningUpload {
  let upload: Upload | null = null;
  let isAborted = false;
  let failures = 0;
  void start();
  async function start(): Promise<void> {
    const library = await import('tus-js-client').catch(() => null);
    if (isAborted) return;
    if (!library) return onRefused(unreachable);
    const begun: Upload = new library.Upload(file, {
      endpoint: apiUrl('/media/upload'),
      chunkSize: Math.max(pieceBytes, Math.ceil(file.size / mostPieces)),
      metadata,
      // tus retries are off: the pauses here end as soon as the browser is online again.
      retryDelays: null,
      removeFingerprintOnSuccess: true,
      fingerprint: async () => fingerprint,
      ...(import.meta.env.API_URL && {
        async onBeforeRequest(request) {
          const { cookies } = await import('./elsewhere.ts');
          request.setHeader('better-auth-cookie', cookies());
        },
      }),
      onProgress(sent) {
        failures = 0;
        onProgress(sent);
      },
      onError(error) {
        if (isAborted) return;
        const response = 'originalResponse' in error ? error.originalResponse : null;
        const status = response?.getStatus() ?? 0;
        // Another request may still hold the file's lock, or the server or network may be down.
        if (status === 0 || status >= 500 || status === 409 || status === 423 || status === 429) {
          onOffline();
          failures += 1;
          return retryLater(failures, () => !isAborted && begun.start());
        }
        onRefused(response?.getBody() || 'It couldn’t be sent. Try again.');
      },
      onSuccess: () => onSent(begun.url?.split('/').at(-1) ?? ''),
    });
    upload = begun;
    const [before] = await begun.findPreviousUploads().catch(() => []);
    if (isAborted) return;
    if (before) begun.resumeFromPreviousUpload(before);
    begun.start();
  }
  return {
    abort(erases = false) {
      isAborted = true;
      upload?.abort(erases).catch(() => undefined);
    },
  };
}

/** Continues after a pause that grows with each failure, or as soon as the browser is online again. */
export function retryLater(failures: number, retry: () => void): void {
  const pause = Math.min(mostPauseMs, 500 * 2 ** failures);
  const timer = setTimeout(again, pause);
  window.addEventListener('online', again, { once: true });
  function again() {
    clearTimeout(timer);
    window.removeEventListener('online', again);
    retry();
  }
}
