import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/**
 * The path of a Chromium: the one that `CHROMIUM_PATH` names, otherwise Playwright's, otherwise the system's; null if
 * there is none. The headless shell is preferred to the full browser, which draws an invisible window for each page.
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
