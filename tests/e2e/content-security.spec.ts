import { AxeBuilder } from '@axe-core/playwright';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { letterIn } from '../support/letters.ts';

const password = 'correct horse battery';

/** Signs up and signs in through the public API. */
async function signIn(request: APIRequestContext, name: string): Promise<void> {
  const email = `${name}.${Date.now()}@evertold.test`;
  const headers = { origin: process.env.EVERTOLD_URL ?? '' };
  await request.post('/api/auth/sign-up/email', { headers, data: { name, email, password } });
  const letter = await letterIn(process.env.EVERTOLD_OUTBOX ?? '', email);
  await request.get(letter.links.find((link) => link.includes('/verify-email')) ?? '', { maxRedirects: 0 });
  const signedIn = await request.post('/api/auth/sign-in/email', { headers, data: { email, password } });
  expect(signedIn.ok()).toBe(true);
}

/** Collects all policy violations and all requests to other servers. */
async function watch(page: Page): Promise<string[]> {
  const wrong: string[] = [];
  await page.exposeFunction('tellViolation', (what: string) => wrong.push(what));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      const { tellViolation } = window as unknown as { tellViolation: (what: string) => void };
      tellViolation(`${location.pathname}: ${violatedDirective} ${blockedURI} ${sample}`);
    });
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/.test(url.protocol) && url.origin !== process.env.EVERTOLD_URL)
      wrong.push(url.href);
  });
  return wrong;
}

test('No public page needs anything but its own files', async ({ page }) => {
  const wrong = await watch(page);
  for (const path of [
    '/',
    '/about',
    '/tos',
    '/privacy',
    '/sms-opt-in/',
    '/developers/',
    '/sign-in',
    '/sign-up',
    '/nowhere',
  ]) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  }
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill('nobody@evertold.test');
  await page.getByLabel('Password').fill('not the right one');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Invalid email or password')).toBeVisible();

  expect(wrong).toEqual([]);
});

test('No page for signed-in users needs anything but its own files', async ({ page }) => {
  await signIn(page.request, 'Anna');
  const wrong = await watch(page);
  const paths = [
    '/',
    '/how-it-works',
    '/settings/',
    '/settings/permissions',
    '/onboarding/',
    '/invite/',
    '/writer/',
  ];
  for (const path of [...paths, '/dashboard/tell-my-own-story/']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  }

  expect(wrong).toEqual([]);
});

test('GraphiQL loads completely for a signed-in user and requests nothing from other servers', async ({
  page,
}) => {
  await page.goto('/graphql');
  await expect(page).toHaveURL(/\/sign-in\?redirect=%2Fgraphql$/);

  await signIn(page.request, 'Bea');
  const wrong = await watch(page);
  await page.goto('/graphql');
  await page.locator('.graphiql-execute-button').click();
  await expect(page.locator('.result-window')).toContainText('"name": "Bea"');

  const made = await page.request.post('/graphql', {
    headers: { origin: process.env.EVERTOLD_URL ?? '' },
    data: {
      query: `mutation { createApiKey(input: { name: "Archive", scopes: ["messages:read"] }) {
        ... on CreateApiKeySuccess { secret apiKey { prefix } } } }`,
    },
  });
  const { secret, apiKey } = (await made.json()).data.createApiKey;
  const state = page.locator('#key-state');
  await expect(state).toHaveText('Requests run as you.');
  for (const [entered, words] of [
    [`${secret.slice(0, -1)}!`, 'This key is unknown, revoked or expired.'],
    [secret, `Requests run as the key that begins with ${apiKey.prefix}.`],
  ]) {
    await page.getByLabel('API key', { exact: true }).fill(entered);
    await page.keyboard.press('Enter');
    await expect(state).toHaveText(words);
  }
  for (const [width, colorScheme] of [
    [390, 'light'],
    [390, 'dark'],
    [1440, 'dark'],
    [1440, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).include('#key-bar').analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }

  const ask = async (query: string) => {
    await page.goto(`/graphql?query=${encodeURIComponent(query)}`);
    await page.locator('.graphiql-execute-button').click();
  };
  await ask('{ me { name email } }');
  await expect(page.locator('.result-window')).toContainText('"email": null');
  // The socket of a subscription is the key's, too.
  const sent = new Promise((resolve) =>
    page.once('websocket', (socket) => socket.once('framesent', ({ payload }) => resolve(`${payload}`))),
  );
  await ask('subscription { messageAdded(filter: { subjectId: "none" }) { cursor } }');
  expect(JSON.parse(`${await sent}`)).toMatchObject({ type: 'connection_init', payload: { apiKey: secret } });
  await expect(page.locator('.result-window')).toContainText('NOT_FOUND');
  expect(page.url()).not.toContain(secret);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(secret);

  await page.getByRole('button', { name: 'Stop using the key' }).press('Enter');
  await expect(state).toHaveText('Requests run as you.');
  await ask('{ me { email } }');
  await expect(page.locator('.result-window')).toContainText('@evertold.test');

  expect(wrong).toEqual([]);
});
