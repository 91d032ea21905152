import type { Browser } from '@playwright/test';
import { startElsewhere } from '../support/browser/elsewhere.ts';
import { type Hand, hands, reach } from '../support/browser/hands.ts';
import { expect, test } from '../support/browser/test.ts';
import { anAddress, outbox, password } from '../support/browser/visitor.ts';
import { letterIn } from '../support/letters.ts';

const email = 'teresa.rourke@example.com';

test('On another site, a user signs in, follows live changes, links a provider, signs in by it, and signs out without cookies', {
  tag: '@rare',
}, async ({ browser }) => {
  test.setTimeout(300_000);
  const elsewhere = await startElsewhere();
  try {
    for (const hand of hands) await test.step(hand.how, () => journey(browser, hand, elsewhere));
  } finally {
    await elsewhere.stop();
  }
});

async function journey(
  browser: Browser,
  { how, keyboard, viewport, press, type }: Hand,
  { web, api, provider }: Awaited<ReturnType<typeof startElsewhere>>,
) {
  const context = await browser.newContext({ baseURL: web, viewport });
  try {
    const page = await context.newPage();
    const storage = () => page.evaluate(() => JSON.stringify(localStorage));
    const cookies = async () =>
      (await context.cookies()).filter(({ name }) => name.includes('session_token')).map(({ name }) => name);

    await page.goto('/sign-in?redirect=%2Fdashboard%2F');
    await type(page.getByLabel('Email'), email);
    await type(page.getByLabel('Password'), JSON.parse(process.env.EVERTOLD_PASSWORDS ?? '{}')[email]);
    const opened = page.waitForEvent('websocket');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard\//);
    expect(await cookies()).toEqual([]);
    expect(await storage()).toContain('session_token');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Alma');
    const socket = await opened;
    expect(socket.url()).toBe(`${api.replace('http', 'ws')}/graphql`);

    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Alma');

    provider.says({ id: `linked ${how}`, name: 'Teresa Rourke', email, email_verified: true });
    await page.goto('/settings/');
    await press(page.getByRole('button', { name: 'Link GitLab' }));
    const unlink = page.getByRole('button', { name: 'Unlink GitLab' });
    await expect(unlink).toBeVisible();
    await expect(page).toHaveURL(`${web}/settings/`);
    expect(await cookies()).toEqual([]);
    await press(unlink);
    await press(page.getByRole('button', { name: 'Unlink', exact: true }));
    await expect(unlink).toBeHidden();

    await press(page.getByRole('button', { name: /your account/ }));
    const signOut = page.getByRole('menuitem', { name: 'Sign out' });
    if (!keyboard) await signOut.click();
    else await (await reach(signOut, 'ArrowDown')).press('Enter');
    await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
    expect(await storage()).not.toContain('session_token');

    provider.says({ id: how, name: 'Zita Moor', email: anAddress('zita'), email_verified: true });
    await page.goto('/sign-in?redirect=%2Fsettings%2F');
    await press(page.getByRole('button', { name: 'GitLab' }));
    await expect(page).toHaveURL(`${web}/settings/`);
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Zita Moor');
    expect(await cookies()).toEqual([]);

    // The mailed link signs the new user in on that site, although it leads through the API.
    await page.evaluate(() => localStorage.clear());
    const ida = anAddress('ida');
    await page.goto('/sign-up');
    await type(page.getByLabel('Your name'), 'Ida Penrose');
    await type(page.getByLabel('Email'), ida);
    await type(page.getByLabel('Password'), password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
    const letter = await letterIn(outbox(), ida);
    const tab = await context.newPage();
    await tab.goto(letter.links.find((link) => link.includes('/verify-email')) ?? '');
    await expect(tab.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
    expect(tab.url()).not.toContain('ott=');
    await tab.goto('/settings/');
    await expect(tab.getByRole('textbox', { name: 'Name' })).toHaveValue('Ida Penrose');
    expect(await cookies()).toEqual([]);

    // A token in the address that this tab did not request is ignored.
    await page.goto('/?ott=of-somebody-else');
    await expect(page).toHaveURL(`${web}/?ott=of-somebody-else`);
  } finally {
    await context.close();
  }
}
