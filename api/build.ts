import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import * as http from 'node:http';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build, type Plugin } from 'vite';
import { apart, ofEngine } from './platform/apart.ts';
import { root } from './platform/root.ts';

/** What Node loads its own `fetch` for as soon as it is looked at, which an import of the module does. */
const ofFetch = ['WebSocket', 'CloseEvent', 'MessageEvent'];

/** Lets the server import Node's HTTP without its `fetch`, which takes a tenth of the start. */
const httpAlone: Plugin = {
  name: 'http-alone',
  enforce: 'pre',
  resolveId: { filter: { id: /^(node:)?http$/ }, handler: () => '\0http' },
  load: {
    filter: { id: /^\0http$/ },
    handler: () => `const http = process.getBuiltinModule('node:http');
      export default http;
      export const { ${Object.keys(http).filter((name) => name !== 'default' && !ofFetch.includes(name))} } = http;`,
  },
};

/**
 * Writes the server and its packages into a few files in `api/dist`: of some thousand files a start is slow, and takes
 * twice the memory. Nothing is shortened, so that the places in a log can be read. What the engine makes of them is
 * kept already, for whoever builds and starts as the same user: else the first start takes twice as long as the next.
 */
export async function buildServer(): Promise<void> {
  await build({
    configFile: false,
    plugins: [httpAlone],
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
          'text-worker': 'api/text-worker.ts',
          'picture-process': 'api/picture-process.ts',
          'making-process': 'api/making-process.ts',
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
  // What is read from beside the sources is read from beside the built server.
  const read = globSync(['api/**/*.bin', 'api/makings/process/*.typ'], { cwd: fileURLToPath(root) });
  const beside = read.filter((file) => !file.startsWith('api/dist/'));
  for (const file of beside)
    await copyFile(new URL(file, root), new URL(basename(file), new URL('api/dist/', root)));
  await listPackages();
  await promisify(execFile)(process.execPath, ['api/dist/main.js', '--load'], { cwd: fileURLToPath(root) });
}

/** `api/dist/packages.json`: a `package.json` with nothing but what an image needs beside the built server. */
async function listPackages(): Promise<void> {
  const { dependencies, ...manifest } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));
  const { name, version, type } = manifest;
  const left = {
    name,
    version,
    private: true,
    type,
    dependencies: pick(dependencies, [...apart, ...ofEngine]),
  };
  await writeFile(new URL('api/dist/packages.json', root), `${JSON.stringify(left, null, 2)}\n`);
}

function pick(
  versions: Record<string, string>,
  names: readonly string[],
): Record<string, string | undefined> {
  return Object.fromEntries(names.map((name) => [name, versions[name]]));
}

if (import.meta.main) await buildServer();
