import { readdirSync, readFileSync } from 'node:fs';

/** The ids of the processes in which this one has pictures drawn; on Linux alone. */
export function pictureProcesses(): string[] {
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && isOurs(pid));
}

/** The most memory in MB that a picture process takes while something runs; a full process ends after its picture. */
export async function peakMbOf(run: () => Promise<void>): Promise<number> {
  let peak = 0;
  const look = () => {
    for (const pid of pictureProcesses()) peak = Math.max(peak, peakMb(pid) ?? 0);
  };
  const looking = setInterval(look, 20);
  try {
    await run();
    look();
  } finally {
    clearInterval(looking);
  }
  return peak;
}

function peakMb(pid: string): number | null {
  try {
    const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(peak) / 1024;
  } catch {
    return null;
  }
}

function isOurs(pid: string): boolean {
  try {
    const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return (
      Number(parent) === process.pid &&
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('picture-process')
    );
  } catch {
    return false;
  }
}
