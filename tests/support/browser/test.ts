import { type BrowserContextOptions, test as base, type Page } from '@playwright/test';
import startWebServer from '../web-server.ts';
import { aVisitor, demoVisitor, serverUrl, type Visitor } from './visitor.ts';

export { expect } from '@playwright/test';

export type People = {
  /** Creates a new user with an account. */
  join: (name: string, email?: string) => Promise<Visitor>;
  /** Signs in one of the demo's people. */
  demo: (name: string, email: string) => Promise<Visitor>;
  /** Opens a browser in which the visitor is signed in, or nobody for null. */
  open: (visitor: Visitor | null, options?: BrowserContextOptions) => Promise<Page>;
};

/** A test with people; each has their own browser context, which is closed at the end. */
export const test = base.extend<{ people: People }, { server: string }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use, { workerIndex, parallelIndex }) => {
      // A worker takes over from another after a failed test. A server of its own, with the data as they were at
      // first, keeps a second run apart from what the first one left.
      const stop = workerIndex === parallelIndex ? null : await startWebServer();
      await use(serverUrl());
      await stop?.();
    },
    { scope: 'worker', auto: true },
  ],
  baseURL: ({ server }, use) => use(server),
  people: async ({ browser }, use) => {
    const leave: (() => Promise<unknown>)[] = [];
    const disposeLater = (visitor: Visitor) => {
      leave.push(() => visitor.request.dispose());
      return visitor;
    };
    await use({
      join: async (name, email) => disposeLater(await aVisitor(name, email)),
      demo: async (name, email) => disposeLater(await demoVisitor(name, email)),
      async open(visitor, options = {}) {
        const context = await browser.newContext({
          baseURL: serverUrl(),
          ...(visitor && { storageState: await visitor.request.storageState() }),
          ...options,
        });
        leave.unshift(() => context.close());
        return context.newPage();
      },
    });
    for (const each of leave) await each();
  },
});
