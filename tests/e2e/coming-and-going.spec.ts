import { expect, test } from '../support/browser/test.ts';
import { anAddress, aVisitor, password } from '../support/browser/visitor.ts';

test('Whoever was going somewhere comes there after signing in', async ({ page }) => {
  const { email, request } = await aVisitor('Xenia Moor', anAddress('xenia'));
  await request.dispose();
  await page.goto('/settings/permissions?from=mail');
  await expect(page).toHaveURL(/\/sign-in\?redirect=%2Fsettings%2Fpermissions%3Ffrom%3Dmail$/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/settings\/permissions\?from=mail$/);

  await page.goto('/sign-in?redirect=https%3A%2F%2Fevil.example%2F');
  await expect(page).toHaveURL(/\/(dashboard|onboarding)\/$/);
});

test('Signing out takes away what was seen, in every tab, and leads back in', async ({ people }) => {
  const yara = await people.join('Yara Moor');
  const page = await people.open(yara);
  await page.goto('/settings/');
  await expect(page.getByLabel('Email')).toHaveValue(yara.email);
  await page.getByRole('button', { name: /your account/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  await expect(page).toHaveURL(/\/sign-out$/);
  expect((await page.context().cookies()).filter(({ name }) => name.includes('session'))).toEqual([]);

  await page.goBack();
  await expect(page).toHaveURL(/\/sign-in\?redirect=%2Fsettings%2F$/);
  await expect(page.getByLabel('Email')).not.toHaveValue(yara.email);
  await page.getByLabel('Email').fill(yara.email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/settings\/$/);
  await expect(page.getByLabel('Email')).toHaveValue(yara.email);
});

for (const address of ['/test-login', '/dev-login']) {
  test(`${address} goes to the first page at once`, async ({ page }) => {
    await page.goto(address);
    await expect(page).toHaveURL(/:\d+\/$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}

test('Unsaved changes are asked about before one leaves', async ({ people }) => {
  const page = await people.open(await people.join('Zita Moor'));
  await page.goto('/settings/');
  await page.getByRole('textbox', { name: /name/i }).fill('Zita Moorland');
  await page.getByRole('link', { name: 'Permissions' }).first().click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to leave?' });
  await expect(question).toContainText('Your changes may not be saved.');
  await question.getByRole('button', { name: 'Stay here' }).click();
  await expect(page.getByRole('textbox', { name: /name/i })).toHaveValue('Zita Moorland');

  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();

  await page.getByRole('link', { name: 'Permissions' }).first().click();
  await question.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL(/\/settings\/permissions$/);
});

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the public pages can be read', async ({ page }) => {
    const pages = { '/': 'They tell it', '/about': '', '/tos': '', '/privacy': '', '/sms-opt-in/': '' };
    for (const [address, words] of Object.entries(pages)) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main')).toContainText(words);
      expect((await page.locator('main').innerText()).length).toBeGreaterThan(300);
    }
  });
});
