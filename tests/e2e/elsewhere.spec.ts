import { startElsewhere } from '../support/browser/elsewhere.ts';
import { expect, test } from '../support/browser/test.ts';
import { anAddress } from '../support/browser/visitor.ts';

const email = 'teresa.rourke@example.com';

test('On another site one signs in, follows what happens, links a provider, comes back from a provider, and signs out without a cookie', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const { web, api, provider, stop } = await startElsewhere();
  const context = await browser.newContext({ baseURL: web });
  try {
    const page = await context.newPage();
    const kept = () => page.evaluate(() => JSON.stringify(localStorage));
    const cookies = async () =>
      (await context.cookies()).filter(({ name }) => name.includes('session_token')).map(({ name }) => name);

    await page.goto('/sign-in?redirect=%2Fdashboard%2F');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(JSON.parse(process.env.EVERTOLD_PASSWORDS ?? '{}')[email]);
    const opened = page.waitForEvent('websocket');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/dashboard\//);
    expect(await cookies()).toEqual([]);
    expect(await kept()).toContain('session_token');
    await page.getByRole('link', { name: /Alma/ }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Alma');
    const socket = await opened;
    expect(socket.url()).toBe(`${api.replace('http', 'ws')}/graphql`);

    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Alma');

    provider.says({ id: 4710, name: 'Teresa Rourke', email, email_verified: true });
    await page.goto('/settings/');
    await page.getByRole('button', { name: 'Link GitLab' }).click();
    const unlink = page.getByRole('button', { name: 'Unlink GitLab' });
    await expect(unlink).toBeVisible();
    await expect(page).toHaveURL(`${web}/settings/`);
    expect(await cookies()).toEqual([]);
    await unlink.click();
    await page.getByRole('button', { name: 'Unlink', exact: true }).click();
    await expect(unlink).toBeHidden();

    await page.goto('/sign-out');
    await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
    expect(await kept()).not.toContain('session_token');

    provider.says({ id: 4711, name: 'Zita Moor', email: anAddress('zita'), email_verified: true });
    await page.goto('/sign-in?redirect=%2Fsettings%2F');
    await page.getByRole('button', { name: 'GitLab' }).click();
    await expect(page).toHaveURL(`${web}/settings/`);
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Zita Moor');
    expect(await cookies()).toEqual([]);

    // Somebody else's token in the address is left alone.
    await page.goto('/?ott=of-somebody-else');
    await expect(page).toHaveURL(`${web}/?ott=of-somebody-else`);
  } finally {
    await context.close();
    await stop();
  }
});
