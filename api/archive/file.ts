import { createReadStream, createWriteStream } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { ReadableStream as WebStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { z } from 'zod';

/**
 * The manifest, the first entry of an archive. An archive is a gzipped tar: `manifest.json`, the rows of each table in
 * PostgreSQL's COPY format, the stored files, and `end.json`, which marks it as complete.
 */
export const Manifest = z.object({
  format: z.literal(1, 'is of a format that this version does not know'),
  madeAt: z.iso.datetime(),
  /** The schema version of the rows. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() })),
  /** The offset of the streams' transaction count from PostgreSQL's; see the migration "commit_order". */
  commitLead: z.string(),
  /** The session secret, when the server generated it itself. */
  authSecret: z.string().nullable(),
});
export type Manifest = z.output<typeof Manifest>;

/** The counts that a complete archive must have. */
export const End = z.object({ rows: z.record(z.string(), z.number()), files: z.number() });
export type End = z.output<typeof End>;

/** The counts of an archive, and whether it contains the session secret. */
export type Contents = End & { hasSecret: boolean };

export type ArchiveEntry = {
  name: string;
  body: Readable;
  json: <T>(schema: z.ZodType<T>) => Promise<T>;
};

export type ArchiveWriter = {
  /** Adds content from memory. */
  add: (name: string, content: Uint8Array | string) => Promise<void>;
  /** Adds a stream of a known size; rejects when the size differs. */
  addStream: (name: string, size: number, content: Readable) => Promise<void>;
};

/** Writes an archive that only its owner can read; the file appears when it is complete. Refuses to replace a file. */
export async function writeArchive(file: string, fill: (archive: ArchiveWriter) => Promise<void>) {
  if (await isThere(file)) throw new Error(`${file} is there already`);
  const writing = `${file}.part`;
  const { readable, controller } = createTarPacker();
  const written = pipeline(
    Readable.from(readable, { objectMode: false }),
    createGzip({ level: 4 }),
    createWriteStream(writing, { mode: 0o600, flush: true }),
  );
  written.catch(() => {});
  async function addStream(name: string, size: number, content: Readable) {
    const entry = controller.add({ name, size, mode: 0o600 }).getWriter();
    for await (const chunk of content as AsyncIterable<Uint8Array>) await entry.write(chunk);
    await entry.close();
  }
  try {
    await fill({
      addStream,
      add(name, content) {
        const bytes = Buffer.from(content);
        return addStream(name, bytes.length, Readable.from([bytes]));
      },
    });
    controller.finalize();
    await written;
    await rename(writing, file);
  } catch (error) {
    controller.error(error);
    await written.catch(() => {});
    await rm(writing, { force: true });
    throw error;
  }
}

/** Reads the entries of an archive in order; each must be read before the next. Throws if it is broken. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  // Opened first, so that a wrong file name is reported as such.
  await (await open(file, 'r')).close();
  const unzipped = createGunzip();
  const reading = pipeline(createReadStream(file), unzipped);
  reading.catch(() => {});
  const bytes = WebStream.from(unzipped) as ReadableStream<Uint8Array<ArrayBuffer>>;
  const entries = bytes.pipeThrough(createTarDecoder({ strict: true }));
  for await (const { header, body } of entries) {
    const stream = Readable.from(body, { objectMode: false });
    yield {
      name: header.name,
      body: stream,
      json: async (schema) => schema.parse(JSON.parse(await text(stream))),
    };
  }
  await reading;
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
