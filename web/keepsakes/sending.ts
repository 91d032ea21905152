import { useSyncExternalStore } from 'react';
import type { Upload } from 'tus-js-client';
import { apiUrl } from '#web/app/addresses.ts';
import { apollo } from '#web/app/apollo.ts';
import { onSessionEnd } from '#web/app/session.ts';
import { refetchKeepsakes } from './keepsake.ts';
import { AddKeepsakeDocument } from './keepsakes.graphql.ts';

/** A file that is being uploaded to a book's keepsakes. */
export interface Sending {
  id: string;
  subjectId: string;
  name: string;
  bytes: number;
  sent: number;
  state: 'WAITING' | 'SENDING' | 'OFFLINE' | 'PREPARING' | 'ADDED' | 'FAILED';
  /** Why the upload failed. */
  problem: string | null;
}

/** The upload chunk size; at most this much is sent again when the server goes away. */
const pieceBytes = 4 * 1024 * 1024;
const mostAtOnce = 2;
const mostPauseMs = 15_000;

let sendings: readonly Sending[] = [];
const files = new Map<string, File>();
const uploads = new Map<string, Upload>();
const listeners = new Set<() => void>();

function change(id: string, changes: Partial<Sending>): void {
  sendings = sendings.map((each) => (each.id === id ? { ...each, ...changes } : each));
  notifyListeners();
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The uploads of a book; they continue while the user visits other pages. */
export function useSendings(subjectId: string): readonly Sending[] {
  const all = useSyncExternalStore(subscribe, () => sendings);
  return all.filter((each) => each.subjectId === subjectId);
}

/** Uploads files to a book's keepsakes, two at a time; the others wait in a queue. */
export function sendFiles(subjectId: string, chosen: Iterable<File>): void {
  for (const file of chosen) {
    const id = crypto.randomUUID();
    files.set(id, file);
    const { name, size: bytes } = file;
    const sending: Sending = { id, subjectId, name, bytes, sent: 0, state: 'WAITING', problem: null };
    sendings = [...sendings, sending];
  }
  notifyListeners();
  sendNext();
}

/** Retries a failed upload. */
export function sendAgain(id: string): void {
  change(id, { state: 'WAITING', problem: null });
  sendNext();
}

/** Removes a file from the list; an upload in progress is aborted and erased. */
export function dismiss(id: string): void {
  const upload = uploads.get(id);
  const isDone = sendings.find((each) => each.id === id)?.state === 'ADDED';
  forget(id);
  if (upload && !isDone) upload.abort(true).catch(() => undefined);
  sendNext();
}

function forget(id: string): void {
  uploads.delete(id);
  files.delete(id);
  sendings = sendings.filter((each) => each.id !== id);
  notifyListeners();
}

const isActive = ({ state }: Sending) => state === 'SENDING' || state === 'OFFLINE' || state === 'PREPARING';

function sendNext(): void {
  const free = mostAtOnce - sendings.filter(isActive).length;
  const next = sendings.filter(({ state }) => state === 'WAITING').slice(0, Math.max(0, free));
  for (const sending of next) void send(sending);
  guardPage();
}

async function send({ id, subjectId }: Sending): Promise<void> {
  const file = files.get(id);
  if (!file) return;
  change(id, { state: 'SENDING' });
  const library = await import('tus-js-client').catch(() => null);
  if (!library) return fail(id, 'Evertold couldn’t be reached. Try again.');
  let failures = 0;
  const upload: Upload = new library.Upload(file, {
    endpoint: apiUrl('/media/upload'),
    chunkSize: pieceBytes,
    metadata: { subjectId },
    // tus retries are off: the pauses here end as soon as the browser is online again.
    retryDelays: null,
    removeFingerprintOnSuccess: true,
    fingerprint: async () => `keepsake ${subjectId} ${file.name} ${file.size} ${file.lastModified}`,
    ...(import.meta.env.API_URL && {
      async onBeforeRequest(request) {
        const { cookies } = await import('#web/app/elsewhere.ts');
        request.setHeader('better-auth-cookie', cookies());
      },
    }),
    onProgress(sent) {
      failures = 0;
      change(id, { sent, state: 'SENDING' });
    },
    onError(error) {
      if (!uploads.has(id)) return;
      const response = 'originalResponse' in error ? error.originalResponse : null;
      const status = response?.getStatus() ?? 0;
      // Another request may still hold the file's lock, or the server or network may be down.
      if (status === 0 || status >= 500 || status === 409 || status === 423 || status === 429) {
        change(id, { state: 'OFFLINE' });
        failures += 1;
        return retryLater(failures, () => uploads.get(id) === upload && upload.start());
      }
      fail(id, response?.getBody() || 'It couldn’t be sent. Try again.');
    },
    onSuccess: () => void addSent(id, subjectId, upload.url?.split('/').at(-1) ?? ''),
  });
  uploads.set(id, upload);
  const [before] = await upload.findPreviousUploads().catch(() => []);
  if (!uploads.has(id)) return;
  if (before) upload.resumeFromPreviousUpload(before);
  upload.start();
}

/** Continues after a pause that grows with each failure, or as soon as the browser is online again. */
function retryLater(failures: number, retry: () => void): void {
  const pause = Math.min(mostPauseMs, 500 * 2 ** failures);
  const timer = setTimeout(again, pause);
  window.addEventListener('online', again, { once: true });
  function again() {
    clearTimeout(timer);
    window.removeEventListener('online', again);
    retry();
  }
}

/** Creates a keepsake from a completed upload. */
async function addSent(id: string, subjectId: string, uploadId: string): Promise<void> {
  change(id, { state: 'PREPARING', sent: files.get(id)?.size ?? 0 });
  const variables = { input: { subjectId, uploadId } };
  for (let failures = 1; ; failures++) {
    const { data } = await apollo
      .mutate({ mutation: AddKeepsakeDocument, variables })
      .catch(() => ({ data: null }));
    if (!uploads.has(id)) return;
    const answer = data?.addKeepsake;
    if (answer?.__typename === 'Keepsake') break;
    if (answer) return fail(id, answer.message);
    if (failures > 5) return fail(id, 'Evertold couldn’t be reached. Try again.');
    await new Promise<void>((resolve) => retryLater(failures, resolve));
  }
  change(id, { state: 'ADDED' });
  files.delete(id);
  sendNext();
  await refetchKeepsakes(subjectId);
}

function fail(id: string, problem: string): void {
  change(id, { state: 'FAILED', problem });
  sendNext();
}

/** While an upload is active, the browser asks before it closes the page. */
function guardPage(): void {
  window.removeEventListener('beforeunload', askFirst);
  if (sendings.some(isActive)) window.addEventListener('beforeunload', askFirst);
}

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

onSessionEnd(() => {
  for (const upload of uploads.values()) upload.abort().catch(() => undefined);
  for (const { id } of sendings) forget(id);
  guardPage();
});
