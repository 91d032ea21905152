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

/** Exports of node:http that make Node load its own `fetch` when they are read, which an import of the module does. */
const fetchExports = ['WebSocket', 'CloseEvent', 'MessageEvent'];

/** Lets the server import node:http without `fetch`, whose loading takes a tenth of the start. */
const httpWithoutFetch: Plugin = {
  name: 'http-without-fetch',
  enforce: 'pre',
  resolveId: { filter: { id: /^(node:)?http$/ }, handler: () => '\0http' },
  load: {
    filter: { id: /^\0http$/ },
    handler: () => `const http = process.getBuiltinModule('node:http');
      export default http;
      export const { ${Object.keys(http).filter((name) => name !== 'default' && !fetchExports.includes(name))} } = http;`,
  },
};

/**
 * Bundles the server and its packages into a few files in `api/dist`: a start from about a thousand files is slow and
 * takes twice the memory. The code is not minified, so that positions in a log are readable. The engine's compile cache
 * is filled right away for the user who builds; otherwise the first start takes twice as long as the next.
 */
export async function buildServer(): Promise<void> {
  await build({
    configFile: false,
    plugins: [httpWithoutFetch],
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
  // Files that the sources read from their own folder must lie beside the built server.
  const read = globSync(['api/**/*.bin', 'api/makings/process/*.typ'], { cwd: fileURLToPath(root) });
  const beside = read.filter((file) => !file.startsWith('api/dist/'));
  for (const file of beside)
    await copyFile(new URL(file, root), new URL(basename(file), new URL('api/dist/', root)));
  await writePackageList();
  await promisify(execFile)(process.execPath, ['api/dist/main.js', '--load'], { cwd: fileURLToPath(root) });
}

/** `api/dist/packages.json`: a `package.json` with only the packages that an image needs beside the built server. */
async function writePackageList(): Promise<void> {
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
