import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

// One command for working on Evertold: the API, started anew at each change, behind Vite's server for the web.
const apiPort = process.env.API_PORT ?? '3000';
const webPort = process.env.WEB_PORT ?? '5173';
const vite = path.join(
  path.dirname(createRequire(import.meta.url).resolve('vite/package.json')),
  'bin/vite.js',
);

const generated = spawnSync('npm', ['run', '--silent', 'generate'], { stdio: 'inherit' });
if (generated.status !== 0) process.exit(generated.status ?? 1);

const parts = [
  start(['--watch-preserve-output', '--watch', 'api/main.ts'], {
    PORT: apiPort,
    // What the browser sees: links in letters lead there, and its requests come from there.
    PUBLIC_URL: `http://localhost:${webPort}`,
  }),
  start([vite, '--port', webPort, '--strictPort'], { API_PORT: apiPort }),
];

for (const part of parts) part.once('exit', (code) => end(code ?? 0));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(0));

function start(args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } });
}

/** When one of them ends, so does the other: neither is of use alone. */
function end(code: number) {
  process.exitCode = code;
  for (const part of parts) if (part.exitCode === null) part.kill('SIGTERM');
}
