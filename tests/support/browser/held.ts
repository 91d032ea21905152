import type { Page } from '@playwright/test';

/** What a page asks of the API: the name of its operation, and with what. */
export type Asked = { operationName?: string; variables?: Record<string, unknown> };

/** Keeps back what the page asks for at `path`, or of it what `isIt` says; the answer lets it go. */
export async function held(
  page: Page,
  path: string,
  isIt: (asked: Asked) => boolean = () => true,
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    const body = route.request().postData();
    if (isIt(body ? JSON.parse(body) : {})) await promise;
    await route.continue();
  });
  return resolve;
}
