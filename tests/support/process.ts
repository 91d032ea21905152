import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export type Running = {
  /** The output so far, line by line. */
  lines: string[];
  /** Resolves with the first matching line, past or future; rejects when the process ends without one. */
  line: (fits: RegExp) => Promise<RegExpExecArray>;
  signal: (name: NodeJS.Signals) => void;
  /** The exit code. */
  ended: Promise<number | null>;
};

/** Starts Evertold or one of its commands as a process with its own environment. */
export function startProcess(
  env: NodeJS.ProcessEnv,
  args: string[] = [],
  program = 'api/dist/main.js',
  as: Pick<SpawnOptions, 'cwd' | 'uid' | 'gid'> = {},
): Running {
  const { PATH, HOME, CHROMIUM_PATH } = process.env;
  const child = spawn(process.execPath, ['--no-memory-protection-keys', program, ...args], {
    env: { PATH, HOME, CHROMIUM_PATH, ...env },
    ...as,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      for (const look of waiting) look();
    });
  }
  const ended = exitOf(child);
  return {
    lines,
    ended,
    signal: (name) => void child.kill(name),
    line(fits) {
      return new Promise((resolve, reject) => {
        let from = 0;
        const look = () => {
          for (; from < lines.length; from++) {
            const match = fits.exec(lines[from] ?? '');
            if (!match) continue;
            waiting.delete(look);
            return resolve(match);
          }
        };
        waiting.add(look);
        look();
        void ended.then(() =>
          reject(new Error(`It ended without a line like ${fits}:\n${lines.join('\n')}`)),
        );
      });
    },
  };
}

function exitOf(child: ChildProcess): Promise<number | null> {
  // Waits for 'close' rather than 'exit': all output has been read by then.
  return new Promise((resolve) => child.once('close', (code) => resolve(code)));
}
