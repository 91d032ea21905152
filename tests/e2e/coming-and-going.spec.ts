import { hands, reach } from '../support/browser/hands.ts';
import { laterThanPressed } from '../support/browser/held.ts';
import { expect, test } from '../support/browser/test.ts';
import { anAddress, outbox, password } from '../support/browser/visitor.ts';
import { letterIn, lettersIn } from '../support/letters.ts';

for (const { how, keyboard, viewport, press, type } of hands) {
  test(`A user signs up, arrives where they were going, is asked about unsaved changes, signs out in every tab, and signs in with a new password, ${how}`, async ({
    people,
  }) => {
    const email = anAddress('xenia');
    const page = await people.open(null, { viewport });
    const named = (name: string) => page.getByRole('textbox', { name });
    const here = '/settings/permissions?from=mail';

    await test.step('sign up by a mailed link', async () => {
      await page.goto(here);
      await expect(page).toHaveURL(/\/sign-in\?redirect=%2Fsettings%2Fpermissions%3Ffrom%3Dmail$/);
      await press(page.getByRole('button', { name: 'Sign in' }));
      await expect(page.getByText('Enter your email address')).toBeVisible();
      await expect(named('Email')).toBeFocused();
      await press(page.getByRole('link', { name: 'Create an account' }));
      await expect(page.getByRole('heading', { level: 1, name: 'Create an account' })).toBeVisible();
      await expect(page.getByRole('main')).toBeFocused();
      await press(page.getByRole('button', { name: 'Create an account' }));
      await expect(named('Your name')).toBeFocused();
      await type(named('Your name'), 'Xenia Moor');
      await type(named('Email'), email);
      await type(page.getByLabel('Password'), 'short');
      await press(page.getByRole('button', { name: 'Create an account' }));
      await expect(page.getByText('Take at least 8 characters')).toBeVisible();
      await expect(page.getByLabel('Password')).toBeFocused();
      await type(page.getByLabel('Password'), password);
      await press(page.getByRole('button', { name: 'Create an account' }));
      await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
      await press(page.getByRole('button', { name: 'Send the mail again' }));
      await expect(page.getByText(`Sent once more to ${email}`)).toBeVisible();
      await expect(page.getByRole('main')).toBeFocused();
      const { links } = await letterIn(outbox(), email, { known: 1 });
      await page.goto(links.find((link) => link.includes('/verify-email')) ?? '');
      await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
      await press(page.getByRole('link', { name: 'Continue' }));
      await expect(page).toHaveURL(here);

      await page.goto('/sign-in?redirect=https%3A%2F%2Fevil.example%2F');
      await expect(page).toHaveURL(/\/(dashboard|onboarding)\/$/);
    });

    await test.step('the question about unsaved changes', async () => {
      await page.goto('/settings/');
      await type(named('Name'), 'Xenia Moorland');
      await press(page.getByRole('link', { name: 'Permissions' }).first());
      const question = page.getByRole('alertdialog', { name: 'Are you sure you want to leave?' });
      await expect(question).toContainText('Your changes may not be saved.');
      await expect(question.getByRole('button', { name: 'Stay here' })).toBeFocused();
      await press(question.getByRole('button', { name: 'Stay here' }));
      await expect(named('Name')).toHaveValue('Xenia Moorland');
      await expect(page.getByRole('link', { name: 'Permissions' }).first()).toBeFocused();

      const dialogOpened = page.waitForEvent('dialog');
      await page.evaluate(() => void setTimeout(() => location.reload()));
      const dialog = await dialogOpened;
      expect(dialog.type()).toBe('beforeunload');
      await dialog.dismiss();

      await press(page.getByRole('link', { name: 'Permissions' }).first());
      await press(question.getByRole('button', { name: 'Leave', exact: true }));
      await expect(page).toHaveURL(/\/settings\/permissions$/);
    });

    await test.step('sign out in every tab', async () => {
      const tab = await page.context().newPage();
      await tab.goto('/settings/');
      await expect(tab.getByLabel('Email')).toHaveValue(email);
      await page.bringToFront();
      await press(page.getByRole('button', { name: /your account/ }));
      const signOut = page.getByRole('menuitem', { name: 'Sign out' });
      if (!keyboard) await signOut.click();
      else await (await reach(signOut, 'ArrowDown')).press('Enter');
      await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
      await expect(page).toHaveURL(/\/sign-out$/);
      expect((await page.context().cookies()).filter(({ name }) => name.includes('session'))).toEqual([]);
      await expect(tab).toHaveURL(/\/sign-in\?redirect=%2Fsettings%2F$/);
      await tab.close();
      await page.goBack();
      await expect(page).toHaveURL(/\/sign-in\?redirect=%2Fsettings%2Fpermissions$/);
      await expect(page.getByLabel('Email')).not.toHaveValue(email);
    });

    await test.step('sign in with a new password', async () => {
      const before = (await lettersIn(outbox(), email)).length;
      await press(page.getByRole('link', { name: 'Forgot it?' }));
      await expect(page.getByRole('heading', { name: 'A new password' })).toBeVisible();
      await type(named('Email'), email);
      await press(page.getByRole('button', { name: 'Send me the link' }));
      await expect(page.getByRole('status').filter({ hasText: 'Check your mail' })).toBeVisible();
      const { links } = await letterIn(outbox(), email, { known: before });
      await laterThanPressed(page);
      await page.goto(links.find((link) => link.includes('/reset-password')) ?? '');
      await press(page.getByRole('button', { name: 'Change the password' }));
      await expect(page.getByLabel('New password')).toBeFocused();
      await type(page.getByLabel('New password'), 'a new good sentence');
      await press(page.getByRole('button', { name: 'Change the password' }));
      await expect(page.getByText('Your password is changed')).toBeVisible();
      await press(page.getByRole('link', { name: 'Sign in' }));
      await type(named('Email'), email);
      await type(page.getByLabel('Password'), password);
      await press(page.getByRole('button', { name: 'Sign in' }));
      await expect(page.getByRole('alert')).toContainText('Invalid email or password');
      await type(page.getByLabel('Password'), 'a new good sentence');
      await press(page.getByRole('button', { name: 'Sign in' }));
      await expect(page).toHaveURL(/\/settings\/permissions$/);
      await expect(page.getByText('Password changed')).toBeVisible();
    });
  });
}

for (const address of ['/test-login', '/dev-login']) {
  test(`${address} redirects to the home page`, async ({ page }) => {
    await page.goto(address);
    await expect(page).toHaveURL(/:\d+\/$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the public pages can be read without JavaScript', async ({ page }) => {
    const pages = {
      ...{ '/': 'They tell it', '/about': '', '/tos': '', '/privacy': '', '/sms-opt-in/': '' },
      ...{ '/developers/': 'For developers', '/developers/reference/': 'API reference' },
    };
    for (const [address, words] of Object.entries(pages)) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main')).toContainText(words);
      expect((await page.locator('main').innerText()).length).toBeGreaterThan(300);
    }
  });
});
