import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { apart } from './platform/apart.ts';
import { root } from './platform/root.ts';

/**
 * Writes the server and its packages into a few files in `api/dist`: of some thousand files a start is slow, and takes
 * twice the memory. Nothing is shortened, so that the places in a log can be read.
 */
export async function buildServer(): Promise<void> {
  await build({
    configFile: false,
    root: fileURLToPath(root),
    logLevel: 'warn',
    ssr: { noExternal: true, external: [...apart] },
    build: {
      ssr: true,
      outDir: 'api/dist',
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: {
          main: 'api/main.ts',
          'writer-thread': 'api/biography/thread/writer-thread.ts',
          archive: 'api/archive/main.ts',
        },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          comments: { jsdoc: false },
        },
      },
    },
  });
  await listPackages();
}

/** `api/dist/packages.json`: a `package.json` with nothing but what the built server does not have in itself. */
async function listPackages(): Promise<void> {
  const { dependencies, ...manifest } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));
  const { name, version, type } = manifest;
  const left = { name, version, private: true, type, dependencies: pick(dependencies, apart) };
  await writeFile(new URL('api/dist/packages.json', root), `${JSON.stringify(left, null, 2)}\n`);
}

function pick(
  versions: Record<string, string>,
  names: readonly string[],
): Record<string, string | undefined> {
  return Object.fromEntries(names.map((name) => [name, versions[name]]));
}

if (import.meta.main) await buildServer();
