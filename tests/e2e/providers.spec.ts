import { expect, test } from '../support/browser/test.ts';
import { providersPerson } from '../support/web-server.ts';

test('Whoever continues by a provider comes where they were going; who says no there is told so', async ({
  page,
}) => {
  await page.goto('/settings/permissions');
  const ways = page.getByRole('list', { name: 'or continue with' });
  await expect(ways.getByRole('button')).toHaveText(['Microsoft', 'GitLab']);

  // Said no at the provider: it leads back with nothing but that.
  await page.route('**/oauth/authorize*', (route) => {
    const asked = new URL(route.request().url()).searchParams;
    const location = `${asked.get('redirect_uri')}?error=access_denied&state=${asked.get('state')}`;
    return route.fulfill({ status: 302, headers: { location } });
  });
  await ways.getByRole('button', { name: 'GitLab' }).click();
  await expect(page.getByRole('alert')).toContainText('You did not go on');
  await page.unroute('**/oauth/authorize*');

  await ways.getByRole('button', { name: 'GitLab' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings\/permissions$/);
  await page.goto('/settings/');
  await expect(page.getByLabel('Email')).toHaveValue(providersPerson);
});

test('A way in that failed says why in words, and shows a reason that it does not know', async ({ page }) => {
  await page.goto('/api/auth/callback/gitlab?code=x&state=of-another-browser');
  await expect(page.getByRole('alert')).toContainText('That took too long');
  await page.goto('/sign-in?error=some_new_value');
  await expect(page.getByRole('alert')).toContainText('The reason given: some_new_value.');
});
