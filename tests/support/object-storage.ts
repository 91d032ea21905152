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

/** An object storage on a free port, which checks signatures as the real ones do, with one bucket. */
export async function startObjectStorage(directory: string): Promise<ObjectStorage> {
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, vhostBuckets: false, directory },
    configureBuckets: [{ name: 'media' }],
  });
  // It drops the last slash of a bucket's path before it checks a signature, which the real ones don't: there it
  // believes whoever has a key that it knows.
  server.middleware.unshift((context, next) => {
    server.allowMismatchedSignatures = context.path.endsWith('/');
    return next();
  });
  const { port } = await server.run();
  return {
    bucket: {
      ...{ endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket: 'media' },
      // The only ones that it knows.
      ...{ accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    stop: () => server.close(),
  };
}
