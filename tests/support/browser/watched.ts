import type { Page } from '@playwright/test';
import { serverUrl } from './visitor.ts';

/** Collects everything that goes wrong in a page: errors, policy violations, and requests to other servers. */
export async function watched(page: Page): Promise<string[]> {
  const wrong: string[] = [];
  await page.exposeFunction('tellViolation', (what: string) => wrong.push(what));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      const { tellViolation } = window as unknown as { tellViolation: (what: string) => void };
      tellViolation(`${location.pathname}: ${violatedDirective} ${blockedURI} ${sample}`);
    });
  });
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(`${page.url()}: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => wrong.push(`${page.url()}: ${error.stack ?? error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/.test(url.protocol) && url.origin !== serverUrl()) wrong.push(url.href);
  });
  return wrong;
}
