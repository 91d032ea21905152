import { Readable } from 'node:stream';
import { ReadableStream as WebStream } from 'node:stream/web';
import { S3Client, S3Errors } from '@bradenmacdonald/s3-lite-client';
import { checkKey, type StoragePort } from './port.ts';

export type S3Bucket = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** The part size of uploads; up to four parts are in memory at a time. */
const partSize = 8 * 1024 * 1024;

/** Stores files in a private bucket of any S3-compatible object storage. */
export function s3Storage({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Bucket): StoragePort {
  const client = new S3Client({
    ...{ endPoint: endpoint, region, bucket },
    ...{ accessKey: accessKeyId, secretKey: secretAccessKey },
  });
  return {
    async put(key, content) {
      checkKey(key);
      let bytes = 0;
      async function* counted() {
        for await (const chunk of content instanceof Uint8Array ? [content] : content) {
          bytes += chunk.length;
          yield chunk;
        }
      }
      // An object becomes visible only when it is complete.
      await client.putObject(key, WebStream.from(counted()) as ReadableStream<Uint8Array>, { partSize });
      return { bytes };
    },
    async size(key) {
      checkKey(key);
      try {
        return (await client.statObject(key)).size;
      } catch (error) {
        if (error instanceof S3Errors.ServerError && error.statusCode === 404) return null;
        throw error;
      }
    },
    async open(key, range) {
      checkKey(key);
      const { body } = range
        ? await client.getPartialObject(key, { offset: range.first, length: range.last - range.first + 1 })
        : await client.getObject(key);
      return body ? Readable.fromWeb(body as WebStream) : Readable.from([]);
    },
    async remove(key) {
      await client.deleteObject(checkKey(key));
    },
    async *keys() {
      for await (const { key } of client.listObjects()) yield key;
    },
  };
}
