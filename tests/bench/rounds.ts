import { cpuOf, cpuOfFamily, cpuOfMachine, load } from './machine.ts';

/** The result of one round of one contender. */
export type Run = { count: number; seconds: number; p50: number; p99: number };

/** One of the implementations that are compared on a path; `pid` is the process whose CPU time is measured. */
export type Contender<Name extends string> = { name: Name; pid: number; run: () => Promise<Run> };

export type Measured = Run & {
  perSecond: number;
  /** The CPU time per request or delivery, in µs. */
  serverUs: number;
  databaseUs: number;
  load: number;
  /** The number of processors busy with other work. */
  foreign: number;
};

export type Rounds = {
  rounds: number;
  databasePid: number;
  clientPid: number;
  /** Runs before each round and is not measured. */
  before?: () => Promise<void>;
};

/** A round is marked when other work used more than half a processor. */
export const disturbedFrom = 0.5;

/** After this many requests, or this long, the code has been compiled. */
const warm = { count: 2_000, ms: 4_000 };

/**
 * Runs the contenders in turn for this many rounds, after an unmeasured warm-up. Because they alternate, other load on
 * the machine affects all of them alike.
 */
export async function interleaved<Name extends string>(
  contenders: readonly Contender<Name>[],
  { rounds, databasePid, clientPid, before: prepare = async () => {} }: Rounds,
): Promise<Record<Name, Measured[]>> {
  const measured = Object.fromEntries(contenders.map(({ name }) => [name, []])) as unknown as Record<
    Name,
    Measured[]
  >;
  for (const { run } of contenders) {
    const started = performance.now();
    for (let done = 0; done < warm.count && performance.now() - started < warm.ms; ) {
      await prepare();
      done += (await run()).count;
    }
  }
  for (let round = 0; round < rounds; round++) {
    for (const { name, pid, run } of contenders) {
      await prepare();
      const before = times(pid);
      const started = performance.now();
      const result = await run();
      const elapsed = performance.now() - started;
      const after = times(pid);
      const server = after.server - before.server;
      const database = after.database - before.database;
      const client = after.client - before.client;
      measured[name].push({
        ...result,
        perSecond: result.count / result.seconds,
        serverUs: (server * 1000) / result.count,
        databaseUs: (database * 1000) / result.count,
        load: load(),
        foreign: Math.max(0, (after.machine - before.machine - server - database - client) / elapsed),
      });
    }
  }
  return measured;

  function times(pid: number) {
    return {
      server: cpuOf(pid),
      database: cpuOfFamily(databasePid),
      // The client may itself be the contender.
      client: pid === clientPid ? 0 : cpuOf(clientPid) || 0,
      machine: cpuOfMachine(),
    };
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return Number.isInteger(middle)
    ? ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
    : (sorted[Math.floor(middle)] ?? Number.NaN);
}

/** The median over the rounds of the ratio between two contenders. */
export function ratio(
  of: readonly Measured[],
  to: readonly Measured[],
  figure: (measured: Measured) => number,
): number {
  return median(of.flatMap((each, round) => (to[round] ? [figure(each) / figure(to[round])] : [])));
}
