import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A file of an outbox: its content and the parts of its name. */
export type OutboxFile = { id: string; kind: string; at: Date; ending: string; content: string | Uint8Array };

/**
 * Stores a file that only the server's user can read, and returns its name, which contains no personal data: it sorts
 * by time, and the same notice gets the same name.
 */
export async function keepIn(folder: string, { id, kind, at, ending, content }: OutboxFile): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `${stamp(at)}-${kind.replace(/[^a-z0-9-]/g, '')}-${id.replace(/[^A-Za-z0-9-]/g, '')}${ending}`;
  // Written under another name and renamed, so that no partial file is ever read.
  const writing = path.join(folder, `${name}.${randomUUID()}.part`);
  try {
    await writeFile(writing, content, { mode: 0o600, flush: true });
    await rename(writing, path.join(folder, name));
  } catch (error) {
    await rm(writing, { force: true });
    throw error;
  }
  return name;
}

/** Erases the outbox files of a folder from before `time`, and no other files. */
export async function eraseFrom(folder: string, time: Date) {
  const until = stamp(time);
  for (const name of await readdir(folder).catch(() => [])) {
    if (/^\d{8}T\d{9}Z-/.test(name) && name < until) await rm(path.join(folder, name), { force: true });
  }
}

function stamp(time: Date): string {
  return time.toISOString().replace(/[-:.]/g, '');
}
