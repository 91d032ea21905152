import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkKey, type StoragePort } from './port.ts';

/** Stores files in a folder that only the server's user can read: the default without object storage. */
export function diskStorage(folder: string): StoragePort {
  const fileOf = (key: string) => path.join(path.resolve(folder), ...checkKey(key).split('/'));
  return {
    async put(key, content) {
      const file = fileOf(key);
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      // Written under another name and renamed, so that no partial file is ever read.
      const writing = `${file}.${randomUUID()}.part`;
      try {
        const source = content instanceof Uint8Array ? Readable.from([content]) : content;
        await pipeline(source, createWriteStream(writing, { mode: 0o600, flush: true }));
        await rename(writing, file);
      } catch (error) {
        await rm(writing, { force: true });
        throw error;
      }
      return { bytes: (await stat(file)).size };
    },
    async size(key) {
      const found = await stat(fileOf(key)).catch(() => null);
      return found?.isFile() ? found.size : null;
    },
    async open(key, range) {
      const file = await open(fileOf(key), 'r');
      return file.createReadStream(range && { start: range.first, end: range.last });
    },
    async remove(key) {
      await rm(fileOf(key), { force: true });
    },
    async *keys() {
      const root = path.resolve(folder);
      const found = await opendir(root, { recursive: true }).catch(() => []);
      for await (const entry of found) {
        if (!entry.isFile() || entry.name.endsWith('.part')) continue;
        yield path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/');
      }
    },
  };
}
