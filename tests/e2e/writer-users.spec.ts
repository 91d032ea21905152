import { beside, violations } from '../support/browser/axe.ts';
import { held } from '../support/browser/held.ts';
import { expect, test } from '../support/browser/test.ts';

test('An admin finds a user, bans and unbans them, impersonates them under a banner, and deletes the account', {
  tag: '@rare',
}, async ({ people }) => {
  const [nora, olaf] = await Promise.all([
    people.demo('Nora', 'nora.quist@example.com'),
    people.join('Olaf Brandvold'),
  ]);
  const page = await people.open(nora);
  await page.goto('/writer/users/');
  const foundMayCome = await held(page, '**/graphql', ({ variables }) => variables?.search === 'brand');
  const asked = page.waitForRequest((request) => request.postDataJSON()?.variables?.search === 'brand');
  await page.getByLabel('Find').pressSequentially('brand');
  await asked;
  await page.keyboard.press('v');
  foundMayCome();
  // Letters typed while search results arrive are not lost.
  await page.getByLabel('Find').pressSequentially('old', { delay: 150 });
  await expect(page).toHaveURL(/\?search=brandvold$/);
  await expect(page.getByLabel('Find')).toHaveValue('brandvold');
  await page.reload();
  await expect(page.getByLabel('Find')).toHaveValue('brandvold');
  await expect(page.getByRole('row')).toHaveCount(2);

  // The order is kept in the address beside the search.
  await page.getByLabel('Order').selectOption('By name, A to Z');
  await expect(page).toHaveURL(/\?search=brandvold&order=name$/);
  await page.goto('/writer/users/?order=name');
  await expect(page.getByLabel('Order')).toHaveValue('name');
  const names = await page.getByRole('row').locator('td:first-child').allTextContents();
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' })));
  await page.getByLabel('Find').fill('brandvold');
  await expect(page).toHaveURL(/\?order=name&search=brandvold$/);
  await page.goto('/writer/users/?search=brandvold');

  // By keyboard alone, at a phone's width.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Olaf Brandvold', exact: true }).focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Olaf Brandvold' });
  await expect(sheet.getByText(olaf.email)).toBeVisible();
  await expect(page).toHaveURL(/\/writer\/users\/[0-9a-f-]{36}\/\?search=brandvold$/);
  const { pathname } = new URL(page.url());
  expect(await beside(page)).toBeLessThanOrEqual(0);
  await sheet.getByRole('button', { name: 'Ban Olaf Brandvold' }).press('Enter');
  await expect(sheet.getByText('Say why')).toBeVisible();
  await sheet.getByLabel('Reason').fill('Writes to strangers');
  await sheet.getByLabel('Last day').fill('2099-12-31');
  await sheet.getByRole('button', { name: 'Ban Olaf Brandvold' }).press('Enter');
  await expect(sheet.getByText('Take a day within the next ten years, or none')).toBeVisible();
  await sheet.getByLabel('Last day').fill('');
  // Each act is asked about first.
  await sheet.getByRole('button', { name: 'Ban Olaf Brandvold' }).press('Enter');
  const sure = page.getByRole('alertdialog');
  await expect(sure).toBeVisible();
  expect(await violations(page, 'a ban is asked about')).toEqual([]);
  await sure.getByRole('button', { name: 'Leave it as it is' }).press('Enter');
  await expect(sure).toBeHidden();
  expect(await (await olaf.request.get('/api/auth/get-session')).json()).not.toBeNull();
  await sheet.getByRole('button', { name: 'Ban Olaf Brandvold' }).press('Enter');
  await sure.getByRole('button', { name: 'Ban Olaf Brandvold' }).press('Enter');
  await expect(sheet.getByRole('button', { name: 'Lift the ban' })).toBeVisible();
  await expect(sheet.getByText('Writes to strangers Until it is lifted.')).toBeVisible();
  expect((await (await olaf.request.get('/api/auth/get-session')).json()) ?? null).toBeNull();
  await sheet.getByRole('button', { name: 'Lift the ban' }).press('Enter');
  await sure.getByRole('button', { name: 'Lift the ban' }).press('Enter');
  await expect(sheet.getByLabel('Reason')).toBeVisible();
  await expect(sheet.getByRole('listitem').filter({ hasText: 'lifted the ban' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: 'Olaf Brandvold', exact: true })).toBeFocused();

  // The sheet has an address of its own, which another admin can open; the way back closes it.
  await page.goto(pathname);
  await expect(sheet.getByText(olaf.email)).toBeVisible();
  await page.goto('/writer/users/?search=brandvold');
  await page.getByRole('button', { name: 'Olaf Brandvold', exact: true }).click();
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Olaf Brandvold', exact: true }).click();
  await sheet.getByRole('button', { name: 'Impersonate Olaf Brandvold' }).click();
  await sure.getByRole('button', { name: 'Impersonate', exact: true }).click();
  await expect(page).toHaveURL(/\/(dashboard|onboarding)\/$/);
  await page.goto('/settings/');
  await expect(page.getByText(/You see Evertold as Olaf Brandvold/)).toBeVisible();
  await expect(
    page.getByText(/how they sign in, where their mail goes .* stay theirs to choose/),
  ).toBeVisible();
  for (const name of ['Add a photo', 'Change the password', 'Add a phone', 'Delete my account'])
    await expect(page.getByRole('button', { name })).toBeDisabled();
  await expect(page.getByLabel('Email')).toBeDisabled();
  await expect(page.getByLabel('Name', { exact: true })).toBeEnabled();
  await page.goto('/writer/users/');
  await expect(page.getByText('Not Found')).toBeVisible();
  await page.goto('/settings/');
  await page.getByRole('button', { name: 'Stop impersonating' }).click();
  await expect(page).toHaveURL(/\/writer\/users\/$/);

  await page.goto('/writer/users/?search=brandvold');
  await page.getByRole('button', { name: 'Olaf Brandvold', exact: true }).click();
  await sheet.getByRole('button', { name: 'Delete the account' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete the account of Olaf Brandvold?' });
  await expect(question).toBeVisible();
  expect(await violations(page, 'a deletion is asked about')).toEqual([]);
  await question.getByRole('button', { name: 'Keep it' }).click();
  await sheet.getByRole('button', { name: 'Delete the account' }).click();
  await question.getByRole('button', { name: 'Delete it' }).click();
  await expect(page.getByText('Nobody is found by “brandvold”.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Nobody is found by “brandvold”.')).toBeVisible();

  // The audit log has what was done, under the admin's own name; an act filters it, and the way back shows all again.
  await page.getByRole('link', { name: 'Audit log' }).click();
  const acts = page.getByRole('row').getByRole('button', { name: /^accounts\./ });
  await expect(acts.first()).toHaveText('accounts.remove-user');
  await acts.filter({ hasText: 'accounts.unban-user' }).first().click();
  await expect(page).toHaveURL(/\?action=accounts\.unban-user$/);
  await expect(acts.filter({ hasNotText: 'accounts.unban-user' })).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'accounts.unban-user' }).first()).toContainText(
    'Nora Quist',
  );
  await page.goBack();
  await expect(acts.first()).toHaveText('accounts.remove-user');
});
