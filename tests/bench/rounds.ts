import { cpuOf, cpuOfFamily, cpuOfMachine, load } from './machine.ts';

/** What one round of one contender brought. */
export type Run = { count: number; seconds: number; p50: number; p99: number };

/** Who does the same work as the others of its path; `pid` is the process that is held to account for it. */
export type Contender<Name extends string> = { name: Name; pid: number; run: () => Promise<Run> };

export type Measured = Run & {
  perSecond: number;
  /** CPU time for one request or delivery, in µs. */
  serverUs: number;
  databaseUs: number;
  load: number;
  /** Processors that were busy with something else. */
  foreign: number;
};

export type Rounds = {
  rounds: number;
  databasePid: number;
  clientPid: number;
  /** What is done before each round, and not measured. */
  before?: () => Promise<void>;
};

/** With more than half a processor at work for others, a round is marked. */
export const disturbedFrom = 0.5;

/** What is done so often, or for so long, has been compiled. */
const warm = { count: 2_000, ms: 4_000 };

/**
 * Lets contenders run in turn, so often; what they do to get warm is not counted. What the machine does besides falls on all
 * of them, round by round.
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
      // The one that keeps them busy may be the contender itself.
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

/** The median, over the rounds, of what two contenders measured side by side. */
export function ratio(
  of: readonly Measured[],
  to: readonly Measured[],
  figure: (measured: Measured) => number,
): number {
  return median(of.flatMap((each, round) => (to[round] ? [figure(each) / figure(to[round])] : [])));
}
