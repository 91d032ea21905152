import { expect } from 'vitest';
import { server } from './server.ts';

export type Sample = { name: string; labels: Record<string, string>; value: number };

/** The metrics of this test's server, as Prometheus reads them. */
export async function scrape(headers: Record<string, string> = {}): Promise<Sample[]> {
  const response = await fetch(`${server().url}/metrics`, { headers });
  expect(response.status).toBe(200);
  return samplesIn(await response.text());
}

/** All samples in a text; throws on a line that Prometheus would not accept. */
function samplesIn(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    if (!line || line.startsWith('#')) return [];
    const [, name = '', labels = '', value = ''] = /^([a-z_][a-z0-9_]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (!name) throw new Error(`Prometheus can't read this: ${line}`);
    const pairs = [...labels.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)];
    return [
      { name, labels: Object.fromEntries(pairs.map(([, key, of]) => [key, of])), value: Number(value) },
    ];
  });
}

/** The sum of all samples with this name and these labels; 0 if there is none. */
export function sumOf(samples: Sample[], name: string, labels: Record<string, string> = {}): number {
  return samples
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([key, value]) => sample.labels[key] === value))
    .reduce((sum, { value }) => sum + value, 0);
}

/** Waits until a metric has the expected value; some are read from the database only every few seconds. */
export async function becomes(
  name: string,
  labels: Record<string, string>,
  value: number | ((now: number) => boolean),
) {
  const holds = typeof value === 'number' ? (now: number) => now === value : value;
  await expect
    .poll(async () => holds(sumOf(await scrape(), name, labels)), { timeout: 60_000, interval: 100 })
    .toBe(true);
}

export const some = (now: number) => now > 0;
