import { createRequire } from 'node:module';
import type { S3Bucket } from '#api/adapters/storage/s3.ts';

export type ObjectStorage = { bucket: S3Bucket; stop: () => Promise<void> };

type Server = {
  run: () => Promise<{ port: number }>;
  close: () => Promise<void>;
  allowMismatchedSignatures: boolean;
  middleware: ((context: { path: string }, next: () => Promise<void>) => Promise<void>)[];
};
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => Server;

/** An S3 server on a free port with one bucket, which checks signatures as real ones do. */
export async function startObjectStorage(directory: string): Promise<ObjectStorage> {
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, vhostBuckets: false, directory },
    configureBuckets: [{ name: 'media' }],
  });
  // S3rver drops the last slash of a bucket's path before it checks a signature, which real servers don't. For such
  // paths, the signature is not checked.
  server.middleware.unshift((context, next) => {
    server.allowMismatchedSignatures = context.path.endsWith('/');
    return next();
  });
  const { port } = await server.run();
  return {
    bucket: {
      ...{ endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket: 'media' },
      // The only credentials that S3rver knows.
      ...{ accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    stop: () => server.close(),
  };
}
