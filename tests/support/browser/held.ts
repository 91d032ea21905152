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

/** Lets what the page asks for reach the server, and keeps its answer back; the answer lets that go, until it is drawn. */
export async function answerHeld(
  page: Page,
  path: string,
  isIt: (asked: Asked) => boolean,
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

/** Once the page has drawn what it knows by now. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))));
}

/** On the pages to come, what is put off until after they are drawn waits for the first press: as on a slow machine. */
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
