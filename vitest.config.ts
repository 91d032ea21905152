import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Packages are resolved just as Node does it: graphql has a second copy of itself for development, and the two
// do not mix.
const conditions = ['node', 'module-sync'];
const resolution = { resolve: { conditions }, ssr: { resolve: { conditions } } };

/** A project takes over nothing by itself. The times are upper bounds, for a machine that is busy with something else. */
const shared = {
  environment: 'node',
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

/** What takes by far the longest. Begun among the last, one worker would wait for the other at the end. */
const long = ['killed', 'account-inputs', 'several', 'archive', 'migrating'].map(
  (name) => `/${name}.test.ts`,
);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isShort = ({ moduleId }: TestSpecification) => !long.some((end) => moduleId.endsWith(end));
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(isShort(a)) - Number(isShort(b)));
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ...resolution,
        test: { ...shared, name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'] },
      },
      {
        ...resolution,
        test: {
          ...shared,
          name: 'api',
          // A worker loads the application once, not once for each file, which took longer than most of the tests.
          isolate: false,
          include: ['tests/{api,adapters,attack,processes}/**/*.test.ts', 'tests/*.test.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
        },
      },
    ],
  },
});
