import { closeAdapters, openAdapters } from '#api/adapters/index.ts';
import { type Config, readConfig } from '#api/config.ts';
import { backUp } from './backup.ts';
import type { End } from './file.ts';
import { restore } from './restore.ts';

try {
  process.loadEnvFile();
} catch {
  // There is no .env, and need not be one.
}

const [act, file] = process.argv.slice(2);

try {
  await main();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

async function main() {
  if (!file || (act !== 'backup' && act !== 'restore')) {
    throw new Error('Name the archive: npm run backup -- FILE, or npm run restore -- FILE');
  }
  const config = withoutSecret();
  openAdapters(config);
  try {
    if (act === 'backup') {
      say(`Backed up into ${file}: ${told(await backUp(config, file))}. It holds everything: keep it safe.`);
    } else {
      say(`Restored from ${file}: ${told(await restore(config, file))}. Start Evertold as ever.`);
    }
  } finally {
    await closeAdapters();
  }
}

/** Nothing is signed here: no secret is made, nor asked for. */
function withoutSecret(): Config {
  return readConfig({ ...process.env, AUTH_SECRET: 'x'.repeat(32) });
}

function told({ rows, files }: End): string {
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return `${all} rows of ${Object.keys(rows).length} tables, ${files} files`;
}

function say(line: string) {
  process.stdout.write(`${line}\n`);
}
