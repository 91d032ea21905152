import { defineConfig } from 'vitest/config';

const conditions = ['node', 'module-sync'];

/** Tests that take too much time and machine capacity for every day. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    root: '.',
    include: ['tests/chaos/**/*.test.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
