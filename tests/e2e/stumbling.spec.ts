import type { Page } from '@playwright/test';
import { beside, placesOf, settled, violations } from '../support/browser/axe.ts';
import { aLine } from '../support/browser/line.ts';
import { expect, test } from '../support/browser/test.ts';
import { anOwnBook, aTeller } from '../support/browser/told.ts';
import { password, serverUrl, type Visitor } from '../support/browser/visitor.ts';

const phone = { viewport: { width: 390, height: 844 } };

test('Text at 200 % keeps every section, the avatar and the book visible, and nothing scrolls sideways', {
  tag: '@rare',
}, async ({ people }) => {
  const teresa = await people.demo('Teresa', 'teresa.rourke@example.com');
  const { book, told } = await placesOf(teresa);
  const pages = ['', 'biography/', 'call-log/', 'keepsakes/', 'family-friends/', 'questions/', 'settings/'];
  for (const viewport of [phone.viewport, { width: 1440, height: 800 }]) {
    const page = await people.open(teresa, { viewport });
    for (const at of [...pages.map((each) => book + each), told, '/settings/']) {
      await page.goto(at);
      await settled(page);
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%', 'important'));
      const where = `${at} at ${viewport.width}`;
      expect(await beside(page), where).toBeLessThanOrEqual(0);
      const all =
        viewport.width < 600 ? '.tabs-phone a, .account, .book-of' : '.mast-nav a, .account, .book-of';
      expect(await outOfSight(page, all), where).toEqual([]);
    }
  }
});

test('The desk with text at 200 % does not scroll sideways', { tag: '@rare' }, async ({ people }) => {
  const nora = await people.demo('Nora', 'nora.quist@example.com');
  const page = await people.open(nora, phone);
  for (const at of ['', 'messages/', 'subjects/', 'users/', 'prompts/', 'playground/', 'models/', 'audit/']) {
    await page.goto(`/writer/${at}`);
    await settled(page);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%', 'important'));
    expect(await beside(page), at).toBeLessThanOrEqual(0);
  }
});

/** The elements that are drawn outside the window or not at all. */
function outOfSight(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((all) =>
    all
      .filter(
        (each) => getComputedStyle(each).display !== 'none' && (each as HTMLElement).offsetParent !== null,
      )
      .filter((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        return left < 0 || right > innerWidth + 1 || top < 0 || bottom > innerHeight + 1;
      })
      .map((each) => each.textContent ?? ''),
  );
}

test('When a session ends while a user is writing, they are asked for the password in place, and their text is saved', async ({
  people,
}) => {
  const { teller: vera, subjectId, page } = await aTeller(people, 'Vera Holt');
  await page.setViewportSize(phone.viewport);
  await page.goto(`/dashboard/${subjectId}/settings/`);
  const where = page.getByLabel('Place of birth');
  await where.fill('Penhallow, by the mill');
  await signOutElsewhere(page, vera);
  await page.getByRole('button', { name: 'Save the details' }).click();

  const dialog = page.getByRole('dialog', { name: 'Sign in to go on' });
  await expect(dialog).toBeVisible();
  expect(await beside(page)).toBeLessThanOrEqual(0);
  expect(await violations(page, 'signed out in mid-form')).toEqual([]);
  const secret = dialog.getByLabel('Your password');
  await expect(secret).toBeFocused();
  await secret.fill('not the password');
  await secret.press('Enter');
  await expect(dialog.getByText('This is not your password.')).toBeVisible();
  await secret.fill(password);
  await secret.press('Enter');

  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/dashboard/${subjectId}/settings/$`));
  await expect(where).toHaveValue('Penhallow, by the mill');
  const again = await (await page.request.post('/graphql', ask(subjectId))).json();
  expect(again.data.subject.birthPlace).toBe('Penhallow, by the mill');
});

test('When a session ends, a user who only reads, or closes the dialog, is redirected to sign in', {
  tag: '@rare',
}, async ({ people }) => {
  const { teller: vera, subjectId, page } = await aTeller(people, 'Vera Holt');
  const reading = await people.open(vera);
  await reading.goto(`/dashboard/${subjectId}/questions/`);
  await page.goto(`/dashboard/${subjectId}/settings/`);
  await page.getByLabel('Place of birth').fill('Penhallow');
  await signOutElsewhere(page, vera);
  // The page learns of it through its live connection or its next request.
  await reading.goto(`/dashboard/${subjectId}/biography/`);
  await expect(reading).toHaveURL(/\/sign-in/);
  await page.getByRole('button', { name: 'Save the details' }).click();
  await page.getByRole('button', { name: 'Leave this page' }).click();
  await expect(page).toHaveURL(/\/sign-in/);
});

test('Signing out removes unsaved text from the device', { tag: '@rare' }, async ({ people }) => {
  const kira = await people.join('Kira Lund');
  const subjectId = await anOwnBook(kira);
  const page = await people.open(kira);
  await page.goto(`/dashboard/${subjectId}/`);
  await page.evaluate(() => {
    for (const kind of ['story', 'draft', 'unsent'])
      localStorage.setItem(`evertold:${kind}:somebody:1`, '"mine"');
    sessionStorage.setItem('evertold:onboarding:1', '{}');
  });
  await page.goto('/sign-out');
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  const left = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  expect(left.filter((key) => /story|draft|unsent|onboarding/.test(key))).toEqual([]);
});

test('Without a network the layout stays, the page says so, and it loads when the network is back', async ({
  people,
}) => {
  const jonas = await people.join('Jonas Wyle');
  const subjectId = await anOwnBook(jonas);
  const line = await aLine();
  const page = await people.open(jonas, { proxy: line.proxy, ...phone });
  await page.goto(`/dashboard/${subjectId}/`);
  await settled(page);
  line.cut();
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline.', { exact: true })).toBeVisible();
  await page.locator('.tabs-phone a', { hasText: 'Family' }).click();
  await expect(page.locator('.tabs-phone')).toBeVisible();
  await expect(page.locator('.account')).toBeVisible();

  await line.mend();
  await page.context().setOffline(false);
  await expect(page.getByText('You are offline.', { exact: true })).toBeHidden({ timeout: 30_000 });
  await expect(page.getByRole('heading', { level: 1, name: /Family/ })).toBeVisible({ timeout: 30_000 });
  line.close();
});

test('A consent is one plain sentence, with its exact wording folded under it', { tag: '@rare' }, async ({
  people,
}) => {
  const page = await people.open(await people.join('Ada Newby'), phone);
  await page.goto('/dashboard/tell-my-own-story/');
  const box = page.getByRole('checkbox', { name: /Writing/ });
  await expect(box).toBeVisible();
  await expect(box).not.toBeChecked();
  await expect(page.getByText('A computer reads what I tell')).toBeVisible();
  const exact = page.getByText('I agree that a computer program');
  await expect(exact).toBeHidden();
  await page.locator('summary', { hasText: 'about writing' }).press('Enter');
  await expect(exact).toBeVisible();
  await expect(box).not.toBeChecked();
  expect(await violations(page, 'consent unfolded')).toEqual([]);
});

test('No menu leads to a page without content', { tag: '@rare' }, async ({ people }) => {
  const nora = await people.demo('Nora', 'nora.quist@example.com');
  const page = await people.open(nora);
  await page.goto('/writer/');
  const rail = page.getByRole('navigation', { name: 'Writer' });
  await expect(rail.getByRole('link', { name: 'Messages' })).toBeVisible();
  const addresses = await rail
    .getByRole('link')
    .evaluateAll((all) => all.map((each) => each.getAttribute('href')));
  for (const address of addresses) {
    await page.goto(address ?? '');
    await settled(page);
    await expect(page.getByText('What will be here')).toHaveCount(0);
  }
});

const ask = (id: string) => ({
  data: { query: 'query ($id: ID!) { subject(id: $id) { birthPlace } }', variables: { id } },
  headers: { origin: serverUrl() },
});

/** Ends all sessions of a user except that of a device on which they sign in now. */
async function signOutElsewhere(page: Page, { email }: Visitor) {
  const device = await page.context().browser()?.newContext({ baseURL: serverUrl() });
  const headers = { origin: serverUrl() };
  await device?.request.post('/api/auth/sign-in/email', { data: { email, password }, headers });
  const ended = await device?.request.post('/graphql', {
    data: { query: 'mutation { endOtherDevices { __typename } }' },
    headers,
  });
  expect(await ended?.json()).toMatchObject({ data: { endOtherDevices: { __typename: 'User' } } });
  await device?.close();
}
