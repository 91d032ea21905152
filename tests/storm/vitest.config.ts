import { defineConfig } from 'vitest/config';

const conditions = ['node', 'module-sync'];

/** Attacks in bulk; they need a machine for themselves. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    root: '.',
    include: ['tests/storm/**/*.test.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
