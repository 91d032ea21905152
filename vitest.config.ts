import { defineConfig } from 'vitest/config';

// Packages are resolved just as Node does it: graphql has a second copy of itself for development, and the two
// do not mix.
const conditions = ['node', 'module-sync'];
const resolution = { resolve: { conditions }, ssr: { resolve: { conditions } } };

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        ...resolution,
        test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'], environment: 'node' },
      },
      {
        ...resolution,
        test: {
          name: 'api',
          include: ['tests/{api,adapters,attack}/**/*.test.ts', 'tests/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
