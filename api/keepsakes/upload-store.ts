import type { Readable } from 'node:stream';
import { DataStore, ERRORS, type Upload as TusUpload, Upload } from '@tus/server';
import { beginExportUpload } from '#api/imports/service/request.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { appendToUpload, beginUpload, eraseUpload, ownUpload, uploadKeptMs } from './service/uploads.ts';

/**
 * The tus data store of one member: pieces in the storage and progress in the database, so that any process can
 * continue an upload.
 */
export class UploadStore extends DataStore {
  readonly #viewer: Viewer;

  constructor(viewer: Viewer) {
    super();
    this.#viewer = viewer;
    this.extensions = ['creation', 'expiration', 'termination'];
  }

  override async create(upload: TusUpload): Promise<TusUpload> {
    const { metadata, size } = upload;
    const bytes = size ?? 0;
    upload.id =
      metadata?.becomes === 'book'
        ? await beginExportUpload(this.#viewer, bytes)
        : await beginUpload(this.#viewer, { subjectId: metadata?.subjectId ?? '', bytes });
    return upload;
  }

  override async getUpload(id: string): Promise<TusUpload> {
    const { bytes, received, createdAt } = await ownUpload(this.#viewer, id);
    return new Upload({
      id,
      size: Number(bytes),
      offset: Number(received),
      creation_date: createdAt.toISOString(),
    });
  }

  override write(content: Readable, id: string, offset: number): Promise<number> {
    return appendToUpload(this.#viewer, { id, offset, content });
  }

  override async remove(id: string): Promise<void> {
    await eraseUpload(await ownUpload(this.#viewer, id));
  }

  override getExpiration(): number {
    return uploadKeptMs;
  }

  override async declareUploadLength(): Promise<void> {
    throw ERRORS.UNSUPPORTED_CREATION_DEFER_LENGTH_EXTENSION;
  }
}
