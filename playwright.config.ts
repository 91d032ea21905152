import { defineConfig, devices } from '@playwright/test';
import { chromiumPath } from './tests/support/browser/chromium.ts';
import { everyLook } from './tests/support/browser/hands.ts';

/** The same screens by keyboard, with a broken connection and on a slow machine; `npm run test:rare` runs them. */
const variants =
  /(accessibility-opened|content-security|coming-and-going|lost-connection|saving|subject-settings|waiting)\.spec\.ts$/;

/** It starts its own browser, so that it would come last of its project, with the other workers idle. */
const recorded = /listening\.spec\.ts$/;

const inContainer = process.getuid?.() === 0;
const executablePath = chromiumPath();

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  globalSetup: './tests/support/web-server.ts',
  // An upper bound for a busy machine.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  // One more than the processors of CI: a journey waits half of its time.
  workers: 3,
  fullyParallel: false,
  // The count at the end names every test that passed only when it was run again.
  retries: process.env.CI ? 1 : 0,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    // Set by the global setup, before the workers read this.
    baseURL: process.env.EVERTOLD_URL ?? '',
    // Tracing every test takes much of the run; for one test, pass `--trace retain-on-failure`.
    trace: 'off',
    launchOptions: {
      ...(executablePath ? { executablePath } : { channel: 'chrome' }),
      args: inContainer ? ['--no-sandbox'] : [],
    },
  },
  projects: [
    { name: 'recorded', testMatch: recorded, grepInvert: /@rare/, use: { ...devices['Desktop Chrome'] } },
    // One journey or two through each part of the product; `npm run test:rare` runs those marked as rare.
    {
      name: 'journeys',
      testIgnore: [variants, recorded],
      grepInvert: /@rare/,
      use: { ...devices['Desktop Chrome'] },
    },
    {
      name: 'rare',
      testIgnore: variants,
      ...(!everyLook && { grep: /@rare/ }),
      use: { ...devices['Desktop Chrome'] },
    },
    { name: 'variants', testMatch: variants, use: { ...devices['Desktop Chrome'] } },
  ],
});
