import { type BrowserContextOptions, test as base, type Page } from '@playwright/test';
import { aVisitor, demoVisitor, serverUrl, type Visitor } from './visitor.ts';

export { expect } from '@playwright/test';

export type People = {
  /** Somebody new, with an account of their own. */
  join: (name: string, email?: string) => Promise<Visitor>;
  /** One of the demo's people. */
  demo: (name: string, email: string) => Promise<Visitor>;
  /** A browser of theirs, where they are signed in; without anybody, one where nobody is. */
  open: (visitor: Visitor | null, options?: BrowserContextOptions) => Promise<Page>;
};

/** A test with people in it; each has a browser of their own, closed at its end. */
export const test = base.extend<{ people: People }>({
  people: async ({ browser }, use) => {
    const leave: (() => Promise<unknown>)[] = [];
    const kept = (visitor: Visitor) => {
      leave.push(() => visitor.request.dispose());
      return visitor;
    };
    await use({
      join: async (name, email) => kept(await aVisitor(name, email)),
      demo: async (name, email) => kept(await demoVisitor(name, email)),
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
