import sharp from 'sharp';
import { violations } from '../support/browser/axe.ts';
import { expect, test } from '../support/browser/test.ts';
import { anOwnBook } from '../support/browser/told.ts';
import { done, outbox, password } from '../support/browser/visitor.ts';
import { type Letter, lettersIn } from '../support/letters.ts';

/** The letter to an address with this subject, as soon as it is there. */
async function letterAbout(address: string, subject: string): Promise<Letter> {
  const found = async () => (await lettersIn(outbox(), address)).find((letter) => letter.subject === subject);
  await expect.poll(found, { timeout: 30_000 }).toBeDefined();
  return (await found()) as Letter;
}

function linkTo(letter: Letter, part: string): string {
  return letter.links.find((link) => link.includes(part)) ?? '';
}

test('By mouse: a photo, a password, fewer devices, fewer letters, another address and back', async ({
  people,
}) => {
  const anna = await people.join('Orla Moor');
  await anOwnBook(anna);
  const elsewhere = await anna.request.post('/api/auth/sign-in/email', {
    data: { email: anna.email, password },
  });
  expect(elsewhere.ok()).toBe(true);
  const page = await people.open(anna, { viewport: { width: 1440, height: 900 } });
  await page.goto('/settings/');

  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add a photo' }).click();
  const picture = sharp({ create: { width: 900, height: 700, channels: 3, background: '#2a6f5e' } });
  const buffer = await picture.png().toBuffer();
  await (await choosing).setFiles({ name: 'me.png', mimeType: 'image/png', buffer });
  const crop = page.getByRole('dialog', { name: 'Which part of it?' });
  await crop.getByRole('slider', { name: 'Nearer' }).fill('1.5');
  expect(await violations(page, 'the dialog that crops')).toEqual([]);
  await crop.getByRole('button', { name: 'Use this part' }).click();
  const you = page.getByRole('region', { name: 'You', exact: true });
  await expect(you.locator('img')).toHaveAttribute('src', /^\/media\//);
  await expect.poll(() => you.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(512);

  // No letter goes out about these yet, so there is nothing to choose.
  await expect(page.getByText('A call was missed')).toHaveCount(0);
  await expect(page.getByText('Somebody remarked')).toHaveCount(0);
  await page.getByLabel('A new story').selectOption('Never');
  await expect(page.getByText('Saved').first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('A new story')).toHaveValue('NEVER');

  const devices = page.getByRole('region', { name: 'Devices' });
  await expect(devices.getByRole('listitem')).not.toHaveCount(1);
  await devices.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(devices).toContainText('This one');

  await page.getByRole('button', { name: 'Change the password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your password' });
  await dialog.getByLabel('The password you have').fill('not this one');
  await dialog.getByLabel('New password').fill('a new good sentence');
  await dialog.getByRole('button', { name: 'Change it' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel('The password you have').fill(password);
  await dialog.getByRole('button', { name: 'Change it' }).click();
  await expect(dialog).toBeHidden();

  const address = `orla.new.${Date.now()}@evertold.test`;
  await page.getByLabel('Email').fill(address);
  await page.getByRole('button', { name: 'Change your address' }).click();
  await expect(page.getByText('Check your mail')).toBeVisible();
  const asked = await letterAbout(anna.email, 'Is this to be your new address?');
  await page.goto(linkTo(asked, '/verify-email'));
  await expect(page.getByLabel('Email')).toHaveValue(address);
  await expect(page.getByText('Not confirmed yet')).toBeVisible();

  const told = await letterAbout(anna.email, 'The address of your account was changed');
  const other = await people.open(null);
  await other.goto(linkTo(told, '/undo-email-change'));
  await other.getByRole('button', { name: 'Undo the change' }).click();
  await expect(other.getByText(`${anna.email} is the address of your account again`)).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/\/sign-in/);
});

test('By keyboard, on a phone: leaving takes the book along, and the last letter brings it back', async ({
  people,
}) => {
  const leaver = await people.join('Pia Moor');
  const subjectId = await anOwnBook(leaver);
  const page = await people.open(leaver, { viewport: { width: 390, height: 844 } });
  await page.goto('/settings/');
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible();
  await page.getByRole('link', { name: 'Delete account' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#delete$/);
  await page.getByRole('button', { name: 'Delete my account' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Your password').focus();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Say what becomes of it')).toBeVisible();
  await dialog.getByLabel('Your book').focus();
  await page.keyboard.type('Delete it');
  await dialog.getByLabel('Your password').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible();

  const last = await letterAbout(leaver.email, 'Your account is deleted');
  const link = new URL(linkTo(last, '/restore/'));
  const again = await people.join('Pia Moor');
  const back = await people.open(again, { viewport: { width: 390, height: 844 } });
  await back.goto(link.pathname);
  await expect(back.getByRole('heading', { level: 1 })).toContainText('book back?');
  await back.getByRole('button', { name: 'Have it back' }).focus();
  await back.keyboard.press('Enter');
  await expect(back).toHaveURL(new RegExp(`/dashboard/${subjectId}/$`));

  await back.goto(`/dashboard/${subjectId}/settings/`);
  await back.getByRole('button', { name: 'Delete this book' }).focus();
  await back.keyboard.press('Enter');
  await back.getByRole('alertdialog').getByRole('button', { name: 'Delete it' }).focus();
  await back.keyboard.press('Enter');
  await back.getByRole('button', { name: 'Undo' }).focus();
  await back.keyboard.press('Enter');
  await expect(back.getByRole('button', { name: 'Undo' })).toBeHidden();
  expect(done(await again.gql('SubjectHome', { id: subjectId })).status).toBe('ACTIVE');
});
