import type { Page } from '@playwright/test';
import { pages, weightsOf } from '../bench/web/weight.ts';
import { settled } from '../support/browser/axe.ts';
import { expect, test } from '../support/browser/test.ts';
import { anOwnBook } from '../support/browser/told.ts';

/** A phone's window. */
const viewport = { width: 390, height: 844 };

/** Blocks all scripts except the ones weighed for a page, until the returned function is called. */
async function onlyWeighed(page: Page, name: keyof typeof pages): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const weighed = new Set(weightsOf(name).map(({ file }) => `/${file}`));
  await page.route('**/*.js', async (route) => {
    if (!weighed.has(new URL(route.request().url()).pathname)) await promise;
    await route.continue();
  });
  return resolve;
}

/** The cumulative layout shift since the page was opened. */
async function movements(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const moved = { sum: 0 };
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      const shifts = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
      for (const { value, hadRecentInput } of shifts) if (!hadRecentInput) moved.sum += value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { moved: { sum: number } }).moved.sum);
}

for (const name of Object.keys(pages) as (keyof typeof pages)[]) {
  test(`${name} needs only the scripts that are weighed for it, and nothing on it shifts`, async ({
    people,
  }) => {
    const visitor = await people.join('Ida Wren');
    const id = await anOwnBook(visitor);
    const page = await people.open(name === '/' ? null : visitor, { viewport });
    const moved = await movements(page);
    const letGo = await onlyWeighed(page, name);

    await page.goto(name.replace(':subjectId', id), { waitUntil: 'commit' });
    await settled(page);
    letGo();
    await page.waitForLoadState('networkidle');

    expect(await moved()).toBeLessThan(0.01);
  });
}
