import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { ports } from '#api/adapters/ports.ts';
import { mostJsonBytes } from '#api/exports/format.ts';
import type { Upload } from '#api/generated/prisma/client.ts';
import { rangeOf } from '#api/keepsakes/service/uploads.ts';
import { FileRefused } from '../errors.ts';

const MB = 1024 * 1024;

/** The maximum of files in an export: pages of conversations, recordings and keepsakes. */
const mostEntries = 40_000;
/** The maximum length of a file's name, extra fields and comment together; an export has less than 200. */
const mostEntryBytes = 1_000;
/** How many times larger than its packed form a file of more than 1 MB may be. */
const mostRatio = 100;
/** How many times larger than the ZIP all keepsakes may be; an export stores them as they are. */
const mostRatioOfAll = 4;
/** How much is read at once of the ZIP's directory. */
const windowBytes = 256 * 1024;

export const jsonFile = 'evertold.json';

/** An export in the storage. Only the entries that a book is made of are in memory. */
export type ExportZip = {
  json: () => Promise<Buffer>;
  /** The unpacked size of a keepsake's file; null when it is not in the ZIP. */
  size: (file: string) => number | null;
  open: (file: string) => Promise<Readable>;
  close: () => void;
};

/** Opens an uploaded export without reading its files. Throws `FileRefused` when it is no ZIP, or a bomb. */
export async function openExport({ parts, bytes }: Pick<Upload, 'parts' | 'bytes'>): Promise<ExportZip> {
  const upload = { parts, bytes: Number(bytes) };
  const zip = await yauzl
    .fromRandomAccessReaderPromise(new PiecesReader(upload), upload.bytes, {
      ...{ lazyEntries: true, strictFileNames: true, validateEntrySizes: true, autoClose: false },
    })
    .catch(refused);
  try {
    const entries = await readEntries(zip, upload.bytes);
    const entryOf = (file: string) => {
      const entry = entries.get(file);
      if (!entry) throw new FileRefused(file, '', 'is not in the ZIP');
      return entry;
    };
    const open = (file: string) => zip.openReadStreamPromise(entryOf(file)).catch(refused);
    return {
      async json() {
        if (entryOf(jsonFile).uncompressedSize > mostJsonBytes)
          throw new FileRefused(jsonFile, '', `is larger than ${mostJsonBytes / MB} MB`);
        return buffer(await open(jsonFile)).catch(refused);
      },
      size: (file) => entries.get(file)?.uncompressedSize ?? null,
      open,
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function readEntries(zip: yauzl.ZipFile, zipBytes: number): Promise<Map<string, yauzl.Entry>> {
  if (zip.entryCount > mostEntries)
    throw new FileRefused('', '', `The ZIP has more than ${mostEntries} files`);
  const entries = new Map<string, yauzl.Entry>();
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName, compressedSize, uncompressedSize } = entry;
      if (entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength > mostEntryBytes)
        throw new FileRefused(fileName.slice(0, 100), '', 'has too long a name or comment');
      if (fileName !== jsonFile && !/^(media|recordings)\//.test(fileName)) continue;
      if (entries.has(fileName)) throw new FileRefused(fileName, '', 'is in the ZIP twice');
      if (entry.isEncrypted()) throw new FileRefused(fileName, '', 'is encrypted');
      if (uncompressedSize > MB && uncompressedSize > mostRatio * compressedSize)
        throw new FileRefused(fileName, '', 'is packed more tightly than an export packs');
      unpacked += uncompressedSize;
      if (unpacked > mostRatioOfAll * zipBytes + mostJsonBytes)
        throw new FileRefused('', '', 'The files of the ZIP are too large together');
      entries.set(fileName, entry);
    }
  } catch (error) {
    return refused(error as Error);
  }
  return entries;
}

/** Refuses the file for an error of the ZIP library. Throws errors of the storage as they are; they are retried. */
function refused(error: Error): never {
  if (error instanceof FileRefused || error instanceof StorageFailed) throw error;
  throw new FileRefused('', '', 'The ZIP is broken, or not whole');
}

class StorageFailed extends Error {
  override name = 'StorageFailed';
}

type UploadedFile = { parts: string[]; bytes: number };

/** Reads an upload by ranges of bytes, of whichever pieces. */
class PiecesReader extends yauzl.RandomAccessReader {
  readonly #upload: UploadedFile;
  readonly #sizes = new Map<string, number>();
  #window = { at: 0, content: Buffer.alloc(0) };

  constructor(upload: UploadedFile) {
    super();
    this.#upload = upload;
  }

  /** `end` is exclusive. */
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#range(start, end));
  }

  /** Reads ahead, because the library asks for the directory entry by entry. */
  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    this.#read(position, length).then(
      (content) => {
        content.copy(target, offset);
        done(null);
      },
      (error: Error) => done(error),
    );
  }

  async #read(position: number, length: number): Promise<Buffer> {
    const { at, content } = this.#window;
    if (position < at || position + length > at + content.length) {
      const end = Math.min(this.#upload.bytes, position + Math.max(length, windowBytes));
      this.#window = { at: position, content: await buffer(Readable.from(this.#range(position, end))) };
    }
    const from = position - this.#window.at;
    const found = this.#window.content.subarray(from, from + length);
    if (found.length < length) throw new Error('The ZIP ends too early');
    return found;
  }

  async *#range(start: number, end: number): AsyncGenerator<Buffer> {
    const last = Math.min(end, this.#upload.bytes) - 1;
    if (start < 0 || start > last) return;
    try {
      yield* rangeOf(this.#upload, { first: start, last }, (key) => this.#sizeOf(key));
    } catch (error) {
      throw new StorageFailed('The uploaded file could not be read', { cause: error });
    }
  }

  async #sizeOf(key: string): Promise<number> {
    const size = this.#sizes.get(key) ?? (await ports.storage.size(key));
    if (size === null) throw new Error('A piece of the upload is missing');
    this.#sizes.set(key, size);
    return size;
  }
}
