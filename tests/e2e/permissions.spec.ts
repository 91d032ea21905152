import type { Page } from '@playwright/test';
import { beside, settled, violations } from '../support/browser/axe.ts';
import { expect, test } from '../support/browser/test.ts';
import { anOwnBook } from '../support/browser/told.ts';
import { serverUrl } from '../support/browser/visitor.ts';

test('By mouse: what one agreed to opens to its history, and a key is made, copied once and revoked', async ({
  people,
}) => {
  const ada = await people.join('Ada Permit');
  await anOwnBook(ada);
  const page = await people.open(ada, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/settings/permissions');
  await settled(page);

  const sharing = page.getByRole('listitem').filter({ hasText: 'Sharing with family' });
  await sharing.getByText('History').click();
  await sharing.getByRole('button', { name: /^Read the wording/ }).click();
  await expect(page.getByRole('dialog', { name: 'Sharing with family' })).toContainText('Wording version');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Make a key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make a key' });
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  await expect(dialog.getByText('Say who the key is for')).toBeVisible();
  await expect(dialog.getByLabel('Who is it for?')).toBeFocused();
  await dialog.getByLabel('Who is it for?').fill('Whaling City Archive');
  await dialog.getByLabel('See whose book it is').check();
  await dialog.getByLabel('See whose book it is').uncheck();
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Choose what the key may do');
  await dialog.getByLabel('See whose book it is').check();
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  await expect(page.getByText('Copy this key now. It is shown only this once.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy' })).toBeFocused();
  await page.getByRole('button', { name: 'Copy' }).click();
  const key = await page.evaluate(() => navigator.clipboard.readText());
  expect(await booksOf(key)).toBe(1);

  await page.reload();
  const row = page.getByRole('row').filter({ hasText: 'Whaling City Archive' });
  await expect(row).toContainText('Your book only');
  await expect(row).toContainText('today');
  await expect(page.getByText(key)).toHaveCount(0);
  await expect(page.getByText('Key for a partner made')).toBeVisible();
  await row.getByRole('button', { name: 'Revoke Whaling City Archive' }).click();
  await page.getByRole('button', { name: 'Revoke it' }).click();
  await expect(page.getByText('No program reads along')).toBeVisible();
  expect(await booksOf(key)).toBe(401);
});

test('By keyboard alone, on a phone: the same, and every step can be used by everybody', async ({
  people,
}) => {
  const bea = await people.join('Bea Permit');
  await anOwnBook(bea);
  const page = await people.open(bea, {
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
    colorScheme: 'dark',
  });
  await page.goto('/settings/permissions');
  await settled(page);

  await press(page, page.getByText('History').first(), 'Enter');
  await expect(page.getByRole('button', { name: /^Read the wording/ }).first()).toBeVisible();
  const wrong = await violations(page, 'history, narrow, dark');
  await press(page, page.getByRole('button', { name: 'Make a key' }), 'Enter');
  await expect(page.getByLabel('Who is it for?')).toBeFocused();
  wrong.push(...(await violations(page, 'dialog, narrow, dark')));
  await page.keyboard.type('Harbor Print Shop');
  await press(page, page.getByLabel('Read the biography'), ' ');
  await press(page, page.getByRole('button', { name: 'Make the key' }), 'Enter');
  await expect(page.getByText('Copy this key now. It is shown only this once.')).toBeVisible();
  wrong.push(...(await violations(page, 'secret, narrow, dark')));
  expect(await beside(page)).toBe(0);

  await press(page, page.getByRole('button', { name: 'Revoke Harbor Print Shop' }), 'Enter');
  await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No program reads along')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make a key' })).toBeFocused();
  expect(wrong).toEqual([]);
});

/** Goes to something as a keyboard does, and presses a key there. */
async function press(page: Page, target: ReturnType<Page['locator']>, key: string): Promise<void> {
  for (let steps = 0; steps < 60; steps++) {
    if (await target.evaluate((element) => element.contains(document.activeElement))) break;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
  await page.keyboard.press(key);
}

/** How many books a program finds with a key; the status where it is refused. */
async function booksOf(key: string): Promise<number> {
  const response = await fetch(`${serverUrl()}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ query: '{ subjects { totalCount } }' }),
  });
  if (response.status !== 200) return response.status;
  return ((await response.json()) as { data: { subjects: { totalCount: number } } }).data.subjects.totalCount;
}
