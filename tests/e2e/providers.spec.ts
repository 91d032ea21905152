import { hands } from '../support/browser/hands.ts';
import { expect, test } from '../support/browser/test.ts';
import { password, serverUrl } from '../support/browser/visitor.ts';
import { providersPerson } from '../support/web-server.ts';

for (const { how, viewport, press, type } of hands) {
  test(`Signing in by a provider ${how} leads where the user was going; a refusal there is explained; the last sign-in method cannot be removed without a password`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto('/settings/permissions');
    const providers = page.getByRole('list', { name: 'or continue with' });
    await expect(providers.getByRole('button')).toHaveText(['Microsoft', 'GitLab']);

    // The user has refused at the provider, which redirects back with only that error.
    await page.route('**/oauth/authorize*', (route) => {
      const params = new URL(route.request().url()).searchParams;
      const location = `${params.get('redirect_uri')}?error=access_denied&state=${params.get('state')}`;
      return route.fulfill({ status: 302, headers: { location } });
    });
    await press(providers.getByRole('button', { name: 'GitLab' }));
    await expect(page.getByRole('alert')).toContainText('You did not go on');
    await page.unroute('**/oauth/authorize*');

    await press(providers.getByRole('button', { name: 'GitLab' }));
    await expect(page).toHaveURL(/\/settings\/permissions$/);
    await page.goto('/settings/');
    await expect(page.getByLabel('Email')).toHaveValue(providersPerson);

    const unlink = page.getByRole('button', { name: 'Unlink GitLab' });
    await press(unlink);
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('GitLab is your only way in');
    await press(question.getByRole('button', { name: 'Leave it linked' }));
    await expect(unlink).toBeFocused();

    await press(page.getByRole('button', { name: 'Choose a password' }));
    const first = page.getByRole('dialog', { name: 'Choose a password' });
    await press(first.getByRole('button', { name: 'Choose it' }));
    await expect(first.getByText('Take at least 8 characters')).toBeVisible();
    await expect(first.getByLabel('New password')).toBeFocused();
    await type(first.getByLabel('New password'), password);
    await press(first.getByRole('button', { name: 'Choose it' }));
    await expect(page.getByRole('button', { name: 'Change the password' })).toBeFocused();

    await press(unlink);
    await press(question.getByRole('button', { name: 'Unlink', exact: true }));
    const link = page.getByRole('button', { name: 'Link GitLab' });
    await expect(link).toBeVisible();
    await expect(page.getByRole('region', { name: 'Signing in' })).toBeFocused();
    await press(link);
    await expect(unlink).toBeVisible();
    await expect(page).toHaveURL(/\/settings\/$/);

    // The next user of this provider starts without an account again.
    const data = { password };
    const headers = { origin: serverUrl() };
    const left = await page.request.post('/api/auth/delete-user', { data, headers });
    expect(left.ok(), await left.text()).toBe(true);
  });
}

test('A failed sign-in by a provider is explained, and an unknown error value is shown', {
  tag: '@rare',
}, async ({ page }) => {
  await page.goto('/api/auth/callback/gitlab?code=x&state=of-another-browser');
  await expect(page.getByRole('alert')).toContainText('That took too long');
  await page.goto('/sign-in?error=some_new_value');
  await expect(page.getByRole('alert')).toContainText('The reason given: some_new_value.');
});
