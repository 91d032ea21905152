export type Latencies = { p50: number; p99: number };

/** Half of them were at most `p50` ms, 99 of 100 at most `p99`. */
export function latenciesOf(all: number[]): Latencies {
  const sorted = Float64Array.from(all).sort();
  const at = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}
