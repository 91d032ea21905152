import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { buildServer } from '#api/build.ts';
import { findEmbeddedPostgres } from '#api/platform/database/embedded.ts';
import { startProcess } from './process.ts';
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

/**
 * Starts a real server for a run of the browser tests, with the demo's family: on a free port, with its own data,
 * serving the built web app. Its facts are passed to the tests in the environment.
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
  const server = startProcess(
    {
      ...provider.env,
      TRANSCRIBE_BASE_URL: transcription.baseUrl,
      TRANSCRIBE_MODEL: 'whisper-1',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_EMAILS: browserAdmin,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      // Tests run language models on this machine.
      ALLOW_PRIVATE_ADDRESSES: 'yes',
    },
    ['--demo'],
  );
  const [, address] = await server.line(/^Evertold is at (\S+)$/);
  const passwords = server.lines.flatMap((line) => {
    const [, email, password] = /^ {2}(\S+@example\.com) +(\S+)/.exec(line) ?? [];
    return email && password ? [[email, password]] : [];
  });
  const postgres = await findEmbeddedPostgres(path.join(dataDir, 'postgres'));
  process.env.EVERTOLD_URL = address;
  process.env.EVERTOLD_OUTBOX = path.join(dataDir, 'outbox');
  process.env.EVERTOLD_DATABASE = postgres?.url();
  process.env.EVERTOLD_PASSWORDS = JSON.stringify(Object.fromEntries(passwords));
  return async () => {
    server.signal('SIGTERM');
    await server.ended;
    await provider.stop();
    transcription.close();
    for (const line of server.lines) if (line.startsWith('{')) console.log(line);
    rmSync(dataDir, { recursive: true, force: true });
  };
}
