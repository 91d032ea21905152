import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

type Lock = { packages: Record<string, { version?: string; optionalDependencies?: Record<string, string> }> };

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>;

describe('The packages', () => {
  test('are pinned to exact versions', () => {
    const ranges = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
      Object.entries(manifest[kind] ?? {}).filter(([, version]) => !/^\d+\.\d+\.\d+([-+].+)?$/.test(version)),
    );

    expect(ranges).toEqual([]);
  });

  test('are all in the lock, also those for other platforms, without which a clean install fails', () => {
    const missing = Object.entries(lock.packages).flatMap(([place, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !isLocked(place, name))
        .map((name) => `${place}: ${name}`),
    );

    expect(missing).toEqual([]);
  });

  test('have one graphql among them: two do not mix', () => {
    const copies = Object.keys(lock.packages).filter((place) => /(^|\/)node_modules\/graphql$/.test(place));

    expect(copies).toEqual(['node_modules/graphql']);
  });
});

/** Found the way Node looks for it: beside its user, else further up. */
function isLocked(place: string, name: string): boolean {
  if (lock.packages[`${place}${place && '/'}node_modules/${name}`]) return true;
  if (!place) return false;
  const above = place.lastIndexOf('node_modules/');
  return isLocked(place.slice(0, Math.max(0, above - 1)), name);
}
