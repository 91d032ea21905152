export type Latencies = { p50: number; p99: number };

/** The median (`p50`) and the 99th percentile (`p99`) in ms. */
export function latenciesOf(all: number[]): Latencies {
  const sorted = Float64Array.from(all).sort();
  const at = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}
