import { closeAdapters, openAdapters } from '#api/adapters/index.ts';
import { type Config, readConfig } from '#api/config.ts';
import { backUp } from './backup.ts';
import type { Contents } from './file.ts';
import { restore } from './restore.ts';

try {
  process.loadEnvFile();
} catch {
  // The .env file is optional.
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
      const made = await backUp(config, file);
      say(`Backed up into ${file}: ${told(made)}.`);
      // A configured AUTH_SECRET is used even if the data folder has a generated one.
      const all = made.hasSecret && !process.env.AUTH_SECRET;
      say(
        all ? 'It holds everything: keep it safe.' : 'It holds everything but AUTH_SECRET: keep both safe.',
      );
    } else {
      const brought = await restore(config, file);
      say(`Restored from ${file}: ${told(brought)}.`);
      const secret = secretLeftOut(config, brought);
      if (secret) say(`${secret}, or everybody has to sign in anew.`);
      say('Start Evertold as ever.');
    }
  } finally {
    await closeAdapters();
  }
}

/** A placeholder secret, because nothing is signed here. */
function withoutSecret(): Config {
  return readConfig({ ...process.env, AUTH_SECRET: 'x'.repeat(32) });
}

/** Tells the operator which secret to set after a restore; null when the secret was restored. */
function secretLeftOut({ database }: Config, { hasSecret }: Contents): string | null {
  if (!hasSecret) return 'AUTH_SECRET is not in it: set the one that its server had';
  if (database.kind === 'embedded') return null;
  return 'Its secret was left in it: set AUTH_SECRET to the "authSecret" of its manifest.json';
}

function told({ rows, files }: Contents): string {
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return `${all} rows of ${Object.keys(rows).length} tables, ${files} files`;
}

function say(line: string) {
  process.stdout.write(`${line}\n`);
}
