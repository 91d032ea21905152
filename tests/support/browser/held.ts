import type { Page } from '@playwright/test';

/** The operation name and variables of a GraphQL request. */
export type GraphQLRequestBody = { operationName?: string; variables?: Record<string, unknown> };

/** Holds back requests to `path`, or only those that `isIt` selects; the returned function releases them. */
export async function held(
  page: Page,
  path: string,
  isIt: (asked: GraphQLRequestBody) => boolean = () => true,
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    const body = route.request().postData();
    if (isIt(body ? JSON.parse(body) : {})) await promise;
    await route.continue();
  });
  return resolve;
}

/**
 * Lets requests reach the server but holds back the responses; the returned function releases them and waits until the
 * page has drawn them.
 */
export async function answerHeld(
  page: Page,
  path: string,
  isIt: (asked: GraphQLRequestBody) => boolean,
): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    const body = route.request().postData();
    if (!isIt(body ? JSON.parse(body) : {})) return route.fallback();
    const response = await route.fetch();
    await promise;
    await route.fulfill({ response });
  });
  const came = page.waitForResponse((answer) => isIt(answer.request().postDataJSON() ?? {}), { timeout: 0 });
  return async () => {
    resolve();
    await (await came).finished();
    await drawn(page);
  };
}

/** Resolves once the page has drawn its current state. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))));
}

/** On later pages, React's scheduled work waits for a click once a form is drawn, as on a slow machine. */
export async function laterThanPressed(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const waiting: (() => void)[] = [];
    let isHeld = false;
    const { set } = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage') ?? {};
    Object.defineProperty(MessagePort.prototype, 'onmessage', {
      set(hear: (event: MessageEvent) => void) {
        set?.call(this, (event: MessageEvent) => {
          if (isHeld) waiting.push(() => hear(event));
          else hear(event);
        });
      },
    });
    const drawn = new MutationObserver(() => {
      if (!document.querySelector('main form')) return;
      drawn.disconnect();
      isHeld = true;
    });
    drawn.observe(document, { childList: true, subtree: true });
    addEventListener('click', () => {
      isHeld = false;
      for (const go of waiting.splice(0)) setTimeout(go);
    });
  });
}
