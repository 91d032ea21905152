import { readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';

/** Linux counts CPU time in ticks of 10 ms. */
const tickMs = 10;

/** The CPU time of a process so far, in ms; NaN without /proc. */
export function cpuOf(pid: number): number {
  const fields = statOf(pid);
  return fields ? (Number(fields[11]) + Number(fields[12])) * tickMs : Number.NaN;
}

/** The same including all child processes, also those that have ended. */
export function cpuOfFamily(pid: number): number {
  const parent = statOf(pid);
  if (!parent) return Number.NaN;
  const ended = (Number(parent[13]) + Number(parent[14])) * tickMs;
  return childrenOf(pid).reduce((sum, child) => sum + (cpuOf(child) || 0), cpuOf(pid) + ended);
}

/** The resident memory of a process, in MB. */
export function memoryOf(pid: number): number {
  const [, kb] = /VmRSS:\s+(\d+)/.exec(textOf(`/proc/${pid}/status`)) ?? [];
  return Number(kb) / 1024;
}

/** The CPU time of the whole machine so far, in ms. */
export function cpuOfMachine(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = textOf('/proc/stat')
    .split('\n', 1)
    .flatMap((line) => line.split(/\s+/).slice(1).map(Number));
  return (user + nice + system + irq + softirq) * tickMs;
}

/** The load average of the last minute. */
export function load(): number {
  return loadavg()[0] ?? 0;
}

/** The fields of a process's `stat` from its state on, or null when it has ended. */
function statOf(pid: number): string[] | null {
  const text = textOf(`/proc/${pid}/stat`);
  return text ? text.slice(text.lastIndexOf(')') + 2).split(' ') : null;
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => Number(statOf(each)?.[1]) === pid);
}

/** The content of a file, or an empty string when it doesn't exist. */
export function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
