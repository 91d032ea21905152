import { readdirSync, readFileSync } from 'node:fs';

/** The ids of the processes in which this one has pictures drawn; on Linux alone. */
export function pictureProcesses(): string[] {
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && isOurs(pid));
}

/** The most memory that a process has had, in MB. */
export function peakMb(pid: string): number {
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(peak) / 1024;
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
