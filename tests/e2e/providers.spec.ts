import type { Locator } from '@playwright/test';
import { expect, test } from '../support/browser/test.ts';
import { providersPerson } from '../support/web-server.ts';

const ways = [
  {
    how: 'by mouse at a desk',
    viewport: { width: 1440, height: 900 },
    press: (button: Locator) => button.click(),
  },
  { how: 'by keyboard on a phone', viewport: { width: 390, height: 844 }, press: byKeyboard },
];

for (const { how, viewport, press } of ways) {
  test(`Whoever continues by a provider ${how} comes where they were going; who says no there is told so`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto('/settings/permissions');
    const providers = page.getByRole('list', { name: 'or continue with' });
    await expect(providers.getByRole('button')).toHaveText(['Microsoft', 'GitLab']);

    // Said no at the provider: it leads back with nothing but that.
    await page.route('**/oauth/authorize*', (route) => {
      const asked = new URL(route.request().url()).searchParams;
      const location = `${asked.get('redirect_uri')}?error=access_denied&state=${asked.get('state')}`;
      return route.fulfill({ status: 302, headers: { location } });
    });
    await press(providers.getByRole('button', { name: 'GitLab' }));
    await expect(page.getByRole('alert')).toContainText('You did not go on');
    await page.unroute('**/oauth/authorize*');

    await press(providers.getByRole('button', { name: 'GitLab' }));
    await expect(page).toHaveURL(/\/settings\/permissions$/);
    await page.goto('/settings/');
    await expect(page.getByLabel('Email')).toHaveValue(providersPerson);
  });
}

/** Goes on from field to field until it is there, as somebody without a mouse does. */
async function byKeyboard(button: Locator) {
  const page = button.page();
  for (let steps = 0; steps < 30; steps++) {
    if (await button.evaluate((each) => each === document.activeElement)) return page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
  }
  throw new Error('The keyboard does not get there');
}

test('A way in that failed says why in words, and shows a reason that it does not know', async ({ page }) => {
  await page.goto('/api/auth/callback/gitlab?code=x&state=of-another-browser');
  await expect(page.getByRole('alert')).toContainText('That took too long');
  await page.goto('/sign-in?error=some_new_value');
  await expect(page.getByRole('alert')).toContainText('The reason given: some_new_value.');
});
