import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Packages are resolved as Node does it, because graphql has a second copy for development and the two can't be
// mixed.
const conditions = ['node', 'module-sync'];
const resolution = { resolve: { conditions }, ssr: { resolve: { conditions } } };

/** Projects inherit no settings, so each spreads these. The timeouts are upper bounds for a busy machine. */
const shared = {
  environment: 'node',
  maxWorkers: 2,
  testTimeout: 120_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 15_000 } },
  // The count at the end names every test that passed only when it was run again.
  retry: process.env.CI ? 1 : 0,
  // V8 13 can abort the process when a worker thread is ended, on processors with protection keys.
  execArgv: ['--no-memory-protection-keys'],
  // Text workers load some 200 source files; with this cache, the second one starts in half of the time.
  env: { NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/compiled') },
};

/** Unit tests that change globals, or count the workers, connections or milliseconds of their process. */
const isolated = [
  'tests/unit/web/**/*.test.{ts,tsx}',
  'tests/unit/{log,silent-database,slow-body-guard,slow-words}.test.ts',
];

/**
 * Attacks, several processes, kills, migrations and archives: `npm test` skips them; `test:slow` and `test:rare` run
 * them.
 */
const slow = [
  'tests/{attack,processes}/**/*.test.ts',
  'tests/api/{archive,archive-broken,exports-large,killed,migrating,migrating-locks,outage,process,webhooks-slow-receiver}.test.ts',
];

/**
 * Tests that take long, and whose code seldom changes or has shorter tests too; `npm run test:rare` runs them, CI doesn't.
 */
const rare = [
  'tests/api/{archive,archive-broken,exports-large,migrating,migrating-locks}.test.ts',
  'tests/api/{accounts-limits,database-roles,embedded,metrics,plans,queue-metrics,signing-up-again,stopping,traces}.test.ts',
  'tests/api/{calls-cut,desk-lists,developers,large-photos,old-recordings,printed-books,quotations,reconcile-phones,reconcile-shared-phones}.test.ts',
  'tests/api/{schedules,set-aside,spanish-book,text-schedule,webhooks-given-up}.test.ts',
  'tests/api/imports/{imports-large,many-versions,sounds}.test.ts',
  'tests/attack/{account-inputs,long-words}.test.ts',
  'tests/processes/{budgets,calls-amid-kills,calls-killed,makings,replays}.test.ts',
  'tests/unit/text-workers.test.ts',
];

/** The slowest files start first, in this order, so that no worker waits at the end; then the largest. */
const slowest =
  'killed inputs process several calls-killed calls makings archive migrating calls-amid-kills text-workers'
    .split(' ')
    .map((name) => `/${name}.test.ts`);

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = slowest.findIndex((end) => moduleId.endsWith(end));
      return index < 0 ? slowest.length : index;
    };
    const sorted = (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
    // Files that share a server come last and together, so that each worker starts it once.
    const byServer = Map.groupBy(sorted, ({ moduleId }) => sharedServerOf(moduleId));
    return [...byServer].sort(([a], [b]) => a.localeCompare(b)).flatMap(([, each]) => each);
  }
}

/** The settings of the server that a file shares with others; empty when it shares none. */
function sharedServerOf(file: string): string {
  return /\buseServer\([^)]*\)/.exec(readFileSync(file, 'utf8'))?.[0] ?? '';
}

const api = {
  ...shared,
  // A worker loads the application once; loading it for each file took longer than most of the tests.
  isolate: false,
  // After the unit tests, some of which measure time.
  sequence: { groupOrder: 1 },
  globalSetup: ['tests/support/global-setup.ts'],
};

/** These mostly wait for what was killed to come back, so that a third worker finds time. */
const patient = { ...api, maxWorkers: 3, sequence: { groupOrder: 2 } };

export default defineConfig({
  test: {
    pool: 'forks',
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        ...resolution,
        test: {
          ...shared,
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          exclude: [...isolated, ...rare],
          // A worker loads the dictionaries and models once, not for each file.
          isolate: false,
        },
      },
      { ...resolution, test: { ...shared, name: 'isolated', include: isolated } },
      {
        ...resolution,
        test: {
          ...api,
          name: 'api',
          include: ['tests/{api,adapters}/**/*.test.ts', 'tests/*.test.ts'],
          exclude: [...slow, ...rare],
        },
      },
      { ...resolution, test: { ...patient, name: 'slow', include: slow, exclude: rare } },
      {
        ...resolution,
        test: {
          ...patient,
          name: 'rare',
          // The inputs once more, with all words.
          include: [...rare, 'tests/attack/inputs.test.ts'],
          env: { ...patient.env, EVERY_INPUT: 'yes' },
          // Some of them count the workers of their process.
          isolate: true,
        },
      },
    ],
  },
});
