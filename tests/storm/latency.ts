import { setTimeout as after } from 'node:timers/promises';
import { type Person, personAt } from '#tests/support/person.ts';

export type Latency = {
  asked: number;
  /** The responses of requests that failed. */
  failed: string[];
  median: number;
  p99: number;
};

const everyMs = 25;

/**
 * How long the owner waits for the page of their book at each server. Requests go to all servers at the same moments,
 * without waiting for earlier answers.
 */
export async function latencies(
  owner: Person,
  subjectId: string,
  urls: readonly string[],
  signal: AbortSignal,
): Promise<Latency[]> {
  const took = urls.map((): number[] => []);
  const failed = urls.map((): string[] => []);
  const asking: Promise<void>[] = [];
  const ask = async (url: string, at: number) => {
    const began = performance.now();
    const answer = await personAt(owner, url)
      .ask('query ($id: ID!) { me { id } subject(id: $id) { id preferredName abilities } }', {
        id: subjectId,
      })
      .catch((error: Error) => ({ data: null, status: `${error.message}, ${error.cause}`, errors: [] }));
    took[at]?.push(performance.now() - began);
    if (!answer.data?.subject) failed[at]?.push(JSON.stringify([answer.status, answer.errors]));
  };
  for (let next = performance.now(); !signal.aborted; next += everyMs) {
    asking.push(...urls.map(ask));
    await after(Math.max(0, next - performance.now()));
  }
  await Promise.all(asking);
  return took.map((times, at) => {
    times.sort((a, b) => a - b);
    const below = (part: number) => times[Math.min(times.length - 1, Math.floor(part * times.length))] ?? 0;
    return { asked: times.length, failed: failed[at] ?? [], median: below(0.5), p99: below(0.99) };
  });
}
