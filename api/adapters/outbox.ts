import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** One file of an outbox: what it holds, and what its name is made of. */
export type Kept = { id: string; kind: string; at: Date; ending: string; content: string | Uint8Array };

/**
 * Keeps a file that only the server's user may read, and gives its name, which tells nothing of anybody: it sorts
 * by time, and the same notice again takes the same one.
 */
export async function keepIn(folder: string, { id, kind, at, ending, content }: Kept): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `${stamp(at)}-${kind.replace(/[^a-z0-9-]/g, '')}-${id.replace(/[^A-Za-z0-9-]/g, '')}${ending}`;
  // Written beside its place and renamed, so that nobody ever reads half of one.
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

/** Erases what a folder keeps from before `time`, and nothing else that lies there. */
export async function eraseFrom(folder: string, time: Date) {
  const until = stamp(time);
  for (const name of await readdir(folder).catch(() => [])) {
    if (/^\d{8}T\d{9}Z-/.test(name) && name < until) await rm(path.join(folder, name), { force: true });
  }
}

function stamp(time: Date): string {
  return time.toISOString().replace(/[-:.]/g, '');
}
