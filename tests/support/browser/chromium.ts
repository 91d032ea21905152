import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/**
 * Where a Chromium is: the one that `CHROMIUM_PATH` names, else Playwright's own, else the system's; null for none.
 * The headless shell comes before the whole browser, which draws a window for each page that nobody sees.
 */
export function chromiumPath(): string | null {
  const places = [
    process.env.CHROMIUM_PATH ?? '',
    chromium.executablePath(),
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  return places.find((place) => place && existsSync(place)) ?? null;
}
