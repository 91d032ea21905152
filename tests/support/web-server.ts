import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildServer } from '#api/build.ts';
import { findEmbeddedPostgres } from '#api/platform/database/embedded.ts';
import { type Running, startProcess } from './process.ts';
import { startProvider } from './provider.ts';
import { aTranscriptionServer, transcriptionAnswers } from './transcription-server.ts';

/** The only admin of the browser tests' server, besides the demo's. */
export const browserAdmin = 'admin@evertold.test';

/** The address of every user of the provider on this machine. */
export const providersPerson = 'gita.moor@evertold.test';

/** What the transcription service on this machine hears in every sound. */
export const transcribed = [
  { start: 1, end: 9.5, text: ' We kept geese on the common, and my sister Wilma drove them home at night.' },
  { start: 12, end: 15, text: ' Were you afraid of them?' },
];

/** The file in a data folder that holds the passwords of the demo's people. */
const passwordsFile = 'passwords.json';

/** Makes the demo's family in an empty data folder, which servers then start with a copy of. */
async function makeDemo(dataDir: string) {
  const server = startDemo({ DATA_DIR: dataDir });
  await server.line(/^Evertold is at/);
  await keepPasswords(server, dataDir);
  server.signal('SIGTERM');
  await server.ended;
}

function startDemo(env: NodeJS.ProcessEnv): Running {
  const settings = {
    HOST: '127.0.0.1',
    PORT: '0',
    ADMIN_EMAILS: browserAdmin,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    // Tests run language models on this machine.
    ALLOW_PRIVATE_ADDRESSES: 'yes',
    // The tests see a server without a phone service, unless they set one.
    TELEPHONY: 'loopback',
  };
  return startProcess({ ...settings, ...env }, ['--demo']);
}

/** The demo's passwords are printed only when it is made. */
async function keepPasswords({ lines }: Running, dataDir: string) {
  const passwords = lines.flatMap((line) => {
    const [, email, password] = /^ {2}(\S+@example\.com) +(\S+)/.exec(line) ?? [];
    return email && password ? [[email, password]] : [];
  });
  await writeFile(path.join(dataDir, passwordsFile), JSON.stringify(Object.fromEntries(passwords)));
}

/**
 * Starts a real server for a run of the browser tests, with the demo's family: on a free port, with its own data,
 * serving the built web app. Its facts are passed to the tests in the environment. The demo is copied from the folder
 * that DEMO_DATA names, or made.
 */
export default async function startWebServer() {
  if (!process.env.SERVER_BUILT) await buildServer();
  process.env.SERVER_BUILT = 'yes'; // for the servers that workers start
  mkdirSync('.data', { recursive: true });
  const dataDir = mkdtempSync(path.resolve('.data/browser-'));
  // When run as root, the database runs as another user, who needs access to the folder.
  chmodSync(dataDir, 0o711);
  const provider = await startProvider();
  provider.says({ id: 1, name: 'Gita Moor', email: providersPerson, email_verified: true });
  const transcription = await aTranscriptionServer();
  transcription.answerWith(transcriptionAnswers.verbose(transcribed));
  const { DEMO_DATA } = process.env;
  if (DEMO_DATA) await promisify(execFile)('cp', ['-a', `${DEMO_DATA}/.`, dataDir]);
  const server = startDemo({
    ...provider.env,
    TRANSCRIBE_BASE_URL: transcription.baseUrl,
    TRANSCRIBE_MODEL: 'whisper-1',
    DATA_DIR: dataDir,
  });
  const [, address] = await server.line(/^Evertold is at (\S+)$/);
  if (!DEMO_DATA) await keepPasswords(server, dataDir);
  const postgres = await findEmbeddedPostgres(path.join(dataDir, 'postgres'));
  process.env.EVERTOLD_URL = address;
  process.env.EVERTOLD_OUTBOX = path.join(dataDir, 'outbox');
  process.env.EVERTOLD_DATABASE = postgres?.url();
  process.env.EVERTOLD_PASSWORDS = await readFile(path.join(dataDir, passwordsFile), 'utf8');
  return async () => {
    server.signal('SIGTERM');
    await server.ended;
    await provider.stop();
    transcription.close();
    for (const line of server.lines) if (line.startsWith('{')) console.log(line);
    rmSync(dataDir, { recursive: true, force: true });
  };
}

// As a program: makes the demo in the given folder.
if (import.meta.main) {
  const folder = path.resolve(process.argv[2] ?? '');
  mkdirSync(folder, { mode: 0o711 });
  await makeDemo(folder);
}
