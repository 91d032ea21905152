import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const ours = globSync(['api/**/*.ts', 'web/**/*.{ts,tsx}', 'tests/**/*.{ts,tsx}', 'prisma/**/*.ts']).filter(
  (file) => !/\/generated\/|\.graphql\.ts$|^web\/dist\//.test(file),
);
const shell = ['graphql', 'platform', 'adapters', 'http', 'generated'];

type Import = { from: string; to: string; typeOnly: boolean };

const imports: Import[] = ours.flatMap((from) =>
  [
    ...readFileSync(from, 'utf8').matchAll(
      /^(?:import|export)\s+(type\s)?[^;]*?from\s+'([^']+)'|^import\s+'([^']+)'/gm,
    ),
  ]
    .map(([, typeOnly, named, bare]) => ({
      from,
      to: resolved(from, named ?? bare ?? ''),
      typeOnly: !!typeOnly,
    }))
    .filter(({ to }) => to !== ''),
);

/** The file in this repository that an import means; nothing for a package. */
function resolved(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? path.join(path.dirname(from), specifier) : '';
}

const areaOf = (file: string) => file.split('/')[0] ?? '';
const folderOf = (file: string) => (file.split('/').length > 2 ? (file.split('/')[1] ?? '') : '');
const isDomain = (file: string) => areaOf(file) === 'api' && !['', ...shell].includes(folderOf(file));
const isPart = (file: string, part: string) => new RegExp(`^api/.+/${part}(\\.ts$|/)`).test(file);

function offending(rule: (each: Import) => boolean): string[] {
  return imports.filter(rule).map(({ from, to }) => `${from} imports ${to}`);
}

describe('The architecture', () => {
  test('keeps the web and the API apart: they share schema.graphql alone', () => {
    expect(offending(({ from, to }) => areaOf(from) === 'web' && areaOf(to) === 'api')).toEqual([]);
    expect(offending(({ from, to }) => areaOf(from) === 'api' && areaOf(to) === 'web')).toEqual([]);
  });

  test('has a platform and adapters that know no domain', () => {
    const base = (file: string) => /^api\/(platform|adapters)\//.test(file);

    expect(
      offending(({ from, to }) => base(from) && (isDomain(to) || /^api\/(graphql|http)\//.test(to))),
    ).toEqual([]);
    expect(offending(({ from, to }) => /^api\/platform\//.test(from) && /^api\/adapters\//.test(to))).toEqual(
      [],
    );
  });

  test('has a GraphQL shell that knows of a domain only its policy', () => {
    const shellFile = (file: string) => /^api\/graphql\//.test(file) && !file.endsWith('/print.ts');

    expect(offending(({ from, to }) => shellFile(from) && isDomain(to) && !isPart(to, 'policy'))).toEqual([]);
  });

  test('speaks GraphQL in schemas alone', () => {
    const speaks = ({ from, to }: Import) =>
      isDomain(from) && !isPart(from, 'schema') && to === 'api/graphql/builder.ts';

    expect(offending(speaks)).toEqual([]);
  });

  test('lets services know ports, never what implements them', () => {
    const implementation = (file: string) =>
      /^api\/adapters\/[^/]+\//.test(file) && !file.endsWith('/port.ts');
    const outside = (file: string) => areaOf(file) === 'api' && !file.startsWith('api/adapters/');

    expect(offending(({ from, to }) => outside(from) && implementation(to))).toEqual([]);
  });

  test('lets a domain into another only by its service, policy, events or errors, and a schema into a schema', () => {
    const doors = ['service', 'policy', 'events', 'errors'];
    const crosses = ({ from, to, typeOnly }: Import) =>
      isDomain(from) &&
      isDomain(to) &&
      folderOf(from) !== folderOf(to) &&
      !typeOnly &&
      isPart(to, 'schema') &&
      !isPart(from, 'schema') &&
      !doors.some((door) => isPart(to, door));

    expect(offending(crosses)).toEqual([]);
  });

  test('reads the environment in the configuration alone', () => {
    const readers = ours
      .filter((file) => areaOf(file) === 'api' && file !== 'api/config.ts')
      .filter((file) => /process\.env\b/.test(readFileSync(file, 'utf8')));

    // The database's hand the environment on to a program that they start; the others to the configuration.
    expect(readers.sort()).toEqual([
      'api/archive/main.ts',
      'api/platform/database/embedded-cluster.ts',
      'api/platform/database/migrate.ts',
      'api/serve.ts',
    ]);
  });

  test('imports files that are there, by their real endings', () => {
    const missing = ({ to }: Import) => !existsSync(to) && !/generated|\.graphql\.ts$/.test(to);

    expect(offending(missing)).toEqual([]);
  });

  test('has no file with a name that says nothing', () => {
    const vague = ours.filter((file) => /\/(utils?|helpers?|common|types|misc|index)\.tsx?$/.test(file));

    expect(vague).toEqual(['api/adapters/index.ts']);
  });
});
