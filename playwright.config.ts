import { existsSync } from 'node:fs';
import { chromium, defineConfig, devices } from '@playwright/test';

const inContainer = process.getuid?.() === 0;

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  globalSetup: './tests/support/web-server.ts',
  timeout: 60_000,
  expect: { timeout: 15_000 },
  workers: 2,
  // A machine that stands still for a moment must not keep a change from landing; a second failure does.
  retries: process.env.CI ? 1 : 0,
  fullyParallel: false,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    // Set by the global setup, before the workers read this.
    baseURL: process.env.EVERTOLD_URL ?? '',
    trace: 'retain-on-failure',
    launchOptions: { ...browser(), args: inContainer ? ['--no-sandbox'] : [] },
  },
  projects: [{ name: 'chromium', use: { ...devices['Desktop Chrome'] } }],
});

/** Playwright's own Chromium when it is installed, else the system's. `CHROMIUM_PATH` names another. */
function browser(): { executablePath?: string; channel?: string } {
  if (process.env.CHROMIUM_PATH) return { executablePath: process.env.CHROMIUM_PATH };
  if (existsSync(chromium.executablePath())) return {};
  const system = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    existsSync,
  );
  return system ? { executablePath: system } : { channel: 'chrome' };
}
