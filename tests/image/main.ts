import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, globSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#api/platform/database/embedded.ts';
import { readStages, type Stage, type Step, sentToBuilder } from '#tests/support/image.ts';
import { startProcess } from '#tests/support/process.ts';

/** A user without rights, as the image has one. */
const nobody = 65_534;
const asRoot = process.getuid?.() === 0;
/** Somebody who comes to what was built. */
const anna = { name: 'Anna', email: 'anna@evertold.test', password: 'correct horse battery' };

// Not in the checkout, where what a stage lacks would be found further up.
const scratch = mkdtempSync(path.join(tmpdir(), 'evertold-image-'));
chmodSync(scratch, 0o711);
const rootOf = (stage: string) => path.join(scratch, stage);

try {
  await run();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Builds the image by the steps of its Dockerfile, each in a folder instead of a container, and runs what came of it. */
async function run() {
  const stages = readStages();
  for (const [at, stage] of stages.entries()) build(stage, at === stages.length - 1 ? 'image' : stage.name);
  await start(stages.at(-1));
}

function build({ steps }: Stage, name: string) {
  let workdir = '/';
  const env: NodeJS.ProcessEnv = {};
  const at = (place: string) => path.join(rootOf(name), path.resolve(workdir, place));
  for (const step of steps) {
    const { instruction, text } = step;
    if (instruction === 'WORKDIR') {
      workdir = path.resolve(workdir, text);
      mkdirSync(at('.'), { recursive: true });
    }
    if (instruction === 'ARG' || instruction === 'ENV') Object.assign(env, pairsOf(text));
    if (instruction === 'COPY') copy(step, at);
    if (instruction === 'RUN') {
      say(`${name}: ${text}`);
      const { status } = spawnSync('bash', ['-ec', text], {
        cwd: at('.'),
        env: { ...outside(), ...env },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      if (status !== 0) throw new Error(`"${text}" ended with code ${status}`);
    }
  }
}

/** This Node first, as in the image that the Dockerfile begins with; packages that are here are not fetched again. */
function outside(): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  return { HOME, PATH: `${path.dirname(process.execPath)}:${PATH}`, npm_config_prefer_offline: 'true' };
}

/** A file goes into a folder under its own name; of a folder, as Docker has it, goes what is in it. */
function copy({ from, owner, sources, target }: Step, at: (place: string) => string) {
  const into = at(target);
  for (const source of sources) {
    if (from !== null)
      cpSync(path.join(rootOf(from), source), into, { recursive: true, verbatimSymlinks: true });
    else if (statSync(source).isDirectory()) copyFolder(source, into);
    else cpSync(source, target.endsWith('/') ? path.join(into, path.basename(source)) : into);
  }
  if (owner !== null && asRoot) chownSync(into, nobody, nobody);
}

/** What the builder is sent of a folder of the checkout. */
function copyFolder(folder: string, into: string) {
  const files = globSync('**', {
    cwd: folder,
    exclude: (name) => ['node_modules', '.data', '.git'].includes(name),
  });
  const paths = files.map((file) => path.join(folder, file)).filter((file) => statSync(file).isFile());
  for (const file of sentToBuilder(paths)) cpSync(file, path.join(into, path.relative(folder, file)));
}

/** In bytes. */
function sizeOf(folder: string): number {
  const files = globSync('**', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
}

function pairsOf(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/(\w+)=(\S*)/g)].map(([, name, value]) => [name, value]));
}

/** Starts what was built, as its last stage says; backs it up, restores it elsewhere, and starts it again there. */
async function start(last: Stage | undefined) {
  const said = (name: string) => last?.steps.find(({ instruction }) => instruction === name)?.text ?? '';
  const port = String(await freePort());
  const env = { ...pairsOf(said('ENV')), PORT: port, DATA_DIR: path.join(rootOf('image'), 'data') };
  const app = path.join(rootOf('image'), 'app');
  // Whoever is no one has no rights to take away; a file system without writing is for the engine.
  const inside = { cwd: app, ...(asRoot && { uid: nobody, gid: nobody }) };
  const url = `http://localhost:${port}`;
  const before = globSync('**', { cwd: app });
  say(`${(sizeOf(app) / 1e6).toFixed()} MB beside Node`);

  const serving = async (DATA_DIR: string, work: () => Promise<void>) => {
    const [, program, ...args] = JSON.parse(said('CMD')) as string[];
    const own = { ...env, DATA_DIR, HOME: '/nonexistent', AUTH_SECRET: 'x'.repeat(40) };
    const server = startProcess(own, args, program, inside);
    await server.line(/^Evertold is at /);
    try {
      await work();
    } finally {
      server.signal('SIGTERM');
      hold('its end after SIGTERM', await server.ended, 0);
    }
  };
  const run = (args: string[], more: NodeJS.ProcessEnv = {}, stdio: 'inherit' | 'ignore' = 'inherit') =>
    spawnSync(process.execPath, args, { ...inside, env: { ...env, ...more }, stdio }).status;

  const archive = path.join(env.DATA_DIR, 'all.tar.gz');
  await serving(env.DATA_DIR, async () => {
    const check = JSON.parse(said('HEALTHCHECK').replace(/^.*?CMD /s, '')) as string[];
    hold('its own health check', run(check.slice(1), {}, 'ignore'), 0);
    await use(url, env.DATA_DIR);
    const late = `await import('sharp'); await import('compromise/two');`;
    hold('what it loads late', run(['--input-type=module', '-e', late]), 0);
    hold('a backup', run(['api/dist/archive.js', 'backup', archive]), 0);
  });
  const restored = path.join(rootOf('image'), 'restored');
  mkdirSync(restored);
  if (asRoot) chownSync(restored, nobody, nobody);
  hold('a restore', run(['api/dist/archive.js', 'restore', archive], { DATA_DIR: restored }), 0);
  await serving(restored, async () => {
    const { status } = await post(`${url}/api/auth/sign-in/email`, anna);
    hold('a sign-in with what was restored, before the letter was opened', status, 403);
  });
  hold('files that it wrote beside its data', globSync('**', { cwd: app }).length - before.length, 0);
}

function post(url: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', origin: new URL(url).origin };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Somebody looks at the first page, and signs up. */
async function use(url: string, dataDir: string) {
  hold('/readyz', (await (await fetch(`${url}/readyz`)).json()).status, 'ready');
  hold('its first page', (await fetch(url)).status, 200);
  const signUp = await post(`${url}/api/auth/sign-up/email`, anna);
  hold('a sign-up', signUp.status, 200);
  const letters = () => globSync('outbox/*', { cwd: dataDir }).length;
  for (let waited = 0; letters() === 0 && waited < 300; waited++) await sleep(100);
  hold('letters to whoever signed up', letters(), 1);
}

function hold(what: string, is: unknown, should: unknown) {
  say(`${is === should ? 'ok' : 'WRONG'}: ${what}: ${is}`);
  if (is !== should) process.exitCode = 1;
}

function say(line: string) {
  process.stdout.write(`${line}\n`);
}
