import { useSyncExternalStore } from 'react';
import { apollo } from '#web/app/apollo.ts';
import { onSessionEnd } from '#web/app/session.ts';
import { type RunningUpload, retryLater, unreachable, uploadFile } from '#web/app/upload.ts';
import { refetchKeepsakes } from './keepsake.ts';
import { AddKeepsakeDocument } from './keepsakes.graphql.ts';

/** A file that is being uploaded to a book's keepsakes. */
export interface Sending {
  id: string;
  subjectId: string;
  /** The story that the file is added to. */
  cardId: string | null;
  name: string;
  bytes: number;
  sent: number;
  state: 'WAITING' | 'SENDING' | 'OFFLINE' | 'PREPARING' | 'ADDED' | 'FAILED';
  /** Why the upload failed. */
  problem: string | null;
}

const mostAtOnce = 2;

let sendings: readonly Sending[] = [];
const files = new Map<string, File>();
const uploads = new Map<string, RunningUpload>();
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

/** Uploads files to a book's keepsakes, or to a story, two at a time; the others wait in a queue. */
export function sendFiles(subjectId: string, chosen: Iterable<File>, cardId: string | null = null): void {
  for (const file of chosen) {
    const id = crypto.randomUUID();
    files.set(id, file);
    const { name, size: bytes } = file;
    const sending: Sending = { id, subjectId, cardId, name, bytes, sent: 0, state: 'WAITING', problem: null };
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
  if (!isDone) upload?.abort(true);
  sendNext();
}

/** Removes all added files of a book from the list. */
export function dismissAdded(subjectId: string): void {
  for (const { id, state, subjectId: at } of sendings) if (at === subjectId && state === 'ADDED') forget(id);
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
  for (const sending of next) send(sending);
  guardPage();
}

function send({ id, subjectId, cardId }: Sending): void {
  const file = files.get(id);
  if (!file) return;
  change(id, { state: 'SENDING' });
  const upload = uploadFile(file, {
    metadata: { subjectId },
    fingerprint: `keepsake ${subjectId} ${file.name} ${file.size} ${file.lastModified}`,
    onProgress: (sent) => change(id, { sent, state: 'SENDING' }),
    onOffline: () => change(id, { state: 'OFFLINE' }),
    onRefused: (problem) => fail(id, problem),
    onSent: (uploadId) => void addSent(id, { subjectId, cardId, uploadId }),
  });
  uploads.set(id, upload);
}

/** Creates a keepsake from a completed upload. */
async function addSent(
  id: string,
  { subjectId, cardId, uploadId }: { subjectId: string; cardId: string | null; uploadId: string },
): Promise<void> {
  change(id, { state: 'PREPARING', sent: files.get(id)?.size ?? 0 });
  const variables = { input: { subjectId, uploadId, cardId } };
  for (let failures = 1; ; failures++) {
    const { data } = await apollo
      .mutate({ mutation: AddKeepsakeDocument, variables })
      .catch(() => ({ data: null }));
    if (!uploads.has(id)) return;
    const answer = data?.addKeepsake;
    if (answer?.__typename === 'Keepsake') break;
    if (answer) return fail(id, answer.message);
    if (failures > 5) return fail(id, unreachable);
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
  for (const upload of uploads.values()) upload.abort();
  for (const { id } of sendings) forget(id);
  guardPage();
});
