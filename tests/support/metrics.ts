import { expect } from 'vitest';
import { server } from './server.ts';

export type Sample = { name: string; labels: Record<string, string>; value: number };

/** The numbers of this test's server, as Prometheus reads them. */
export async function scrape(headers: Record<string, string> = {}): Promise<Sample[]> {
  const response = await fetch(`${server().url}/metrics`, { headers });
  expect(response.status).toBe(200);
  return samplesIn(await response.text());
}

/** Every sample of a text; throws on a line that Prometheus would not read. */
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

/** The sum of what has a name and these labels; 0 when there is nothing of it. */
export function sumOf(samples: Sample[], name: string, labels: Record<string, string> = {}): number {
  return samples
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([key, value]) => sample.labels[key] === value))
    .reduce((sum, { value }) => sum + value, 0);
}

/** Waits for a number to become what it must: some are read in the database every few seconds only. */
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
