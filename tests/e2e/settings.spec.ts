import { type Page, request } from '@playwright/test';
import sharp from 'sharp';
import { beside, settled, violations } from '../support/browser/axe.ts';
import { type Hand, hands, reach } from '../support/browser/hands.ts';
import { held } from '../support/browser/held.ts';
import { expect, test } from '../support/browser/test.ts';
import { anOwnBook, letIn } from '../support/browser/told.ts';
import { done, outbox, password, serverUrl, type Visitor } from '../support/browser/visitor.ts';
import { type Letter, lettersIn } from '../support/letters.ts';

for (const hand of hands) {
  const { how, keyboard, viewport, press, type, choose } = hand;

  test(`A photo, a name, notifications, devices, a password and an address are changed, and the address restored, ${how}`, {
    tag: '@rare',
  }, async ({ people }) => {
    const orla = await people.join('Orla Moor');
    await anOwnBook(orla);
    const lost = [await anotherDevice(orla), await anotherDevice(orla)];
    const page = await people.open(orla, { viewport });
    await page.goto('/settings/');
    await settled(page);
    const you = page.getByRole('region', { name: 'You', exact: true });

    const name = page.getByRole('textbox', { name: 'Name' });
    const email = page.getByLabel('Email');

    await test.step('crop a photo and remove it', async () => {
      const elsewhere = await orla.request.post('/api/auth/update-user', { data: { name: 'Orla Marsh' } });
      expect(elsewhere.ok()).toBe(true);
      await aPhoto(page, hand);
      await expect(name).toHaveValue('Orla Marsh');
    });

    await test.step('change the name', async () => {
      await type(name, ' ');
      await press(page.getByRole('button', { name: 'Save your name' }));
      await expect(page.getByText('Enter your name')).toBeVisible();
      await expect(name).toBeFocused();
      const savedMayCome = await held(page, '**/api/auth/update-user');
      await type(name, 'Orla Moorland');
      await page.keyboard.press('Enter');
      await type(name, 'Orla Moorland the Second');
      savedMayCome();
      await expect(page.getByRole('button', { name: 'Orla Moorland: your account' })).toBeVisible();
      await expect(name).toHaveValue('Orla Moorland the Second');
      await expect(name).toBeFocused();
      await press(page.getByRole('button', { name: 'Leave it' }));
      await expect(name).toHaveValue('Orla Moorland');
      await expect(keyboard ? name : you).toBeFocused();
    });

    await test.step('change the notifications', async () => {
      // Nobody calls her, so there is nothing to choose.
      await expect(page.getByText('A missed call')).toHaveCount(0);
      const savedMayCome = await held(
        page,
        '**/graphql',
        ({ operationName }) => operationName === 'SetNotices',
      );
      const letters = page.getByLabel('A new story');
      await expect(letters).toHaveValue('AT_ONCE');
      if (!keyboard) await choose(letters, 'Never');
      else {
        // The second key press starts from the first one's choice, although that is not saved yet.
        await (await reach(letters)).press('ArrowDown');
        await page.keyboard.press('ArrowDown');
      }
      await expect(letters).toHaveValue('NEVER');
      savedMayCome();
      await expect(page.getByText('Saved').first()).toBeVisible();
      await expect(letters).toHaveValue('NEVER');
      const remarks = page.getByLabel('Remarks and hearts');
      await expect(remarks).toHaveValue('AT_ONCE');
      if (!keyboard) await choose(remarks, 'Once a week');
      else await (await reach(remarks)).press('ArrowDown');
      await expect(remarks).toHaveValue('WEEKLY');
      const chosen = async () =>
        (await orla.gql('{ me { memberships { notices { stories remarkNotices } } } }')).me.memberships[0]
          .notices;
      await expect.poll(chosen).toEqual({ stories: 'NEVER', remarkNotices: 'WEEKLY' });
    });

    await test.step('sign out devices', async () => {
      const devices = page.getByRole('region', { name: 'Devices' });
      const before = await devices.getByRole('listitem').count();
      await press(devices.getByRole('button', { name: /^Sign out (?!everywhere)/ }).first());
      await expect(devices.getByRole('listitem')).toHaveCount(before - 1);
      await expect(devices).toBeFocused();
      await press(devices.getByRole('button', { name: 'Sign out everywhere else' }));
      await expect(devices.getByRole('listitem')).toHaveCount(1);
      await expect(devices).toContainText('This one');
      // For keyboard users the focus moves to what is left beside the button.
      const next = keyboard ? devices.getByRole('button', { name: 'Secure my account' }) : devices;
      await expect(next).toBeFocused();
      for (const cookies of lost) expect(await whoIs(cookies)).toBe(null);
    });

    await test.step('a focused field is scrolled out from under the header', async () => {
      if (!keyboard) return;
      const name = page.getByRole('textbox', { name: 'Name' });
      await (await reach(name, 'Shift+Tab')).press('Tab');
      await name.evaluate((field) => scrollBy(0, field.getBoundingClientRect().top));
      await reach(name, 'Shift+Tab');
    });

    await test.step('set a password and sign out everywhere else', async () => {
      const other = await anotherDevice(orla);
      await press(page.getByRole('button', { name: 'Change the password' }));
      const dialog = page.getByRole('dialog', { name: 'Change your password' });
      await expect(dialog.getByLabel('The password you have')).toBeFocused();
      await type(dialog.getByLabel('New password'), 'short');
      await press(dialog.getByRole('button', { name: 'Change it' }));
      await expect(dialog.getByText('Enter the password you have')).toBeVisible();
      await expect(dialog.getByLabel('The password you have')).toBeFocused();
      await type(dialog.getByLabel('The password you have'), 'not this one');
      await type(dialog.getByLabel('New password'), 'a new good sentence');
      await press(dialog.getByRole('button', { name: 'Change it' }));
      await expect(dialog.getByRole('alert')).toBeVisible();
      await expect(dialog.getByRole('checkbox')).toBeChecked();
      await type(dialog.getByLabel('The password you have'), password);
      await press(dialog.getByRole('button', { name: 'Change it' }));
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('button', { name: 'Change the password' })).toBeFocused();
      expect(await whoIs(other)).toBe(null);
    });

    await test.step('change the address and restore it', async () => {
      const address = `orla.new.${Date.now()}@evertold.test`;
      await type(email, 'orla@nowhere');
      await press(page.getByRole('button', { name: 'Change your address' }));
      await expect(page.getByText('This address is missing its ending')).toBeVisible();
      await expect(email).toBeFocused();
      await press(page.getByRole('button', { name: 'Leave it' }));
      await expect(email).toHaveValue(orla.email);
      await expect(keyboard ? email : you).toBeFocused();
      await type(email, address);
      await press(page.getByRole('button', { name: 'Change your address' }));
      await expect(page.getByText('Check your mail')).toBeVisible();
      expect(await beside(page)).toBe(0);
      const asked = await letterAbout(orla.email, 'Is this to be your new address?');
      await page.goto(linkTo(asked, '/verify-email'));
      await expect(email).toHaveValue(address);
      await expect(page.getByText('Not confirmed yet')).toBeVisible();
      // An unconfirmed address changes at once.
      const changedMayCome = await held(page, '**/api/auth/change-email');
      await type(email, `second.${address}`);
      await page.keyboard.press('Enter');
      await type(email, `third.${address}`);
      changedMayCome();
      await expect(page.getByRole('button', { name: 'Change your address' })).toBeEnabled();
      await expect(email).toHaveValue(`third.${address}`);
      await press(page.getByRole('button', { name: 'Leave it' }));
      await expect(email).toHaveValue(`second.${address}`);
      await expect(keyboard ? email : you).toBeFocused();
      await page.reload();
      await expect(email).toHaveValue(`second.${address}`);

      const told = await letterAbout(orla.email, 'The address of your account was changed');
      const other = await people.open(null, { viewport });
      await other.goto(linkTo(told, '/undo-email-change'));
      await press(other.getByRole('button', { name: 'Undo the change' }));
      await expect(other.getByText(`${orla.email} is the address of your account again`)).toBeVisible();
      const onward = other.getByRole('link', { name: 'Choose a new password' });
      await expect(keyboard ? onward : other.getByRole('main')).toBeFocused();
      await page.reload();
      await expect(page).toHaveURL(/\/sign-in/);
    });
  });

  test(`Deleting an account by a mailed link hands a book over, deleting by password deletes it too, and the last mail restores it, ${how}`, {
    tag: '@rare',
  }, async ({ people }) => {
    const heir = await people.join('Quin Moor');
    const giver = await people.join('Rhea Moor');
    const given = await anOwnBook(giver);
    await letIn(giver, given, heir, 'EDITOR');

    await test.step('hand the book over, by mail', async () => {
      const page = await people.open(giver, { viewport });
      const dialog = await askToLeave(page, hand);
      await press(dialog.getByRole('button', { name: 'Delete my account' }));
      await expect(dialog.getByText('Say what becomes of it')).toBeVisible();
      await expect(dialog.getByLabel('Your book')).toBeFocused();
      await choose(dialog.getByLabel('Your book'), 'Hand it to Quin Moor');
      await press(dialog.getByRole('button', { name: 'Send me a mail instead' }));
      await expect(page.getByText('Check your mail')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Delete my account' })).toBeFocused();
      const mail = await letterAbout(giver.email, 'Delete your account?');
      await page.goto(linkTo(mail, '/delete-user'));
      await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
      expect(done(await heir.gql('SubjectHome', { id: given })).myRole).toBe('OWNER');
      await page.goto('/settings/');
      await expect(page).toHaveURL(/\/sign-in/);
    });

    await test.step('delete the book too, by password, and restore it', async () => {
      const leaver = await people.join('Pia Moor');
      const taken = await anOwnBook(leaver);
      const page = await people.open(leaver, { viewport });
      const dialog = await askToLeave(page, hand);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('button', { name: 'Delete my account' })).toBeFocused();
      await press(page.getByRole('button', { name: 'Delete my account' }));
      await choose(dialog.getByLabel('Your book'), 'Delete it, with 30 days to undo');
      await press(dialog.getByRole('button', { name: 'Delete my account' }));
      await expect(dialog.getByText('Enter your password')).toBeVisible();
      await expect(dialog.getByLabel('Your password')).toBeFocused();
      await type(dialog.getByLabel('Your password'), password);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible();

      const last = await letterAbout(leaver.email, 'Your account is deleted');
      const back = await people.open(heir, { viewport });
      await back.goto(new URL(linkTo(last, '/restore/')).pathname);
      await expect(back.getByRole('heading', { level: 1 })).toContainText('Restore');
      await press(back.getByRole('button', { name: 'Restore the book' }));
      await expect(back).toHaveURL(new RegExp(`/dashboard/${taken}/$`));

      await back.goto(`/dashboard/${taken}/settings/`);
      await press(back.getByRole('button', { name: 'Delete this book' }));
      await press(back.getByRole('alertdialog').getByRole('button', { name: 'Delete the book' }));
      await press(back.getByRole('button', { name: 'Undo' }));
      await expect(back.getByRole('button', { name: 'Undo' })).toBeHidden();
      expect(done(await heir.gql('SubjectHome', { id: taken })).status).toBe('ACTIVE');
    });
  });
}

async function aPhoto(page: Page, { how, keyboard, press }: Hand) {
  const choosing = page.waitForEvent('filechooser');
  await press(page.getByRole('button', { name: 'Add a photo' }));
  const picture = sharp({ create: { width: 900, height: 700, channels: 3, background: '#2a6f5e' } });
  const buffer = await picture.png().toBuffer();
  await (await choosing).setFiles({ name: 'me.png', mimeType: 'image/png', buffer });
  const crop = page.getByRole('dialog', { name: 'Which part of it?' });
  const nearer = crop.getByRole('slider', { name: 'Nearer' });
  if (!keyboard) await nearer.fill('1.5');
  else {
    await (await reach(crop.getByRole('group', { name: /The part that is shown/ }))).press('ArrowLeft');
    for (let i = 0; i < 5; i++) await (await reach(nearer)).press('ArrowRight');
  }
  await expect(nearer).toHaveValue('1.5');
  expect(await violations(page, `the dialog that crops, ${how}`)).toEqual([]);
  await press(crop.getByRole('button', { name: 'Use this part' }));
  const you = page.getByRole('region', { name: 'You', exact: true });
  const shown = you.locator('img');
  await expect(shown).toHaveAttribute('src', /^\/media\//);
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(512);
  await expect(page.getByRole('button', { name: 'Change the photo' })).toBeFocused();
  await press(page.getByRole('button', { name: 'Take it away' }));
  await expect(shown).toHaveCount(0);
  await expect(keyboard ? page.getByRole('button', { name: 'Add a photo' }) : you).toBeFocused();
}

/** Opens the settings and presses the button that deletes the account. */
async function askToLeave(page: Page, { press }: Hand) {
  await page.goto('/settings/');
  await settled(page);
  await press(page.getByRole('link', { name: 'Delete account' }));
  await expect(page).toHaveURL(/#delete$/);
  await press(page.getByRole('button', { name: 'Delete my account' }));
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** The cookies of a further device on which the user signs in. */
async function anotherDevice({ email }: Visitor) {
  const device = await request.newContext({
    baseURL: serverUrl(),
    extraHTTPHeaders: { origin: serverUrl() },
  });
  expect((await device.post('/api/auth/sign-in/email', { data: { email, password } })).ok()).toBe(true);
  const cookies = await device.storageState();
  await device.dispose();
  return cookies;
}

/** The user signed in on a device, or null when its session has ended. */
async function whoIs(storageState: Awaited<ReturnType<typeof anotherDevice>>) {
  const device = await request.newContext({ baseURL: serverUrl(), storageState });
  const session = await (await device.get('/api/auth/get-session')).json();
  await device.dispose();
  return session;
}

/** Waits for the letter to an address with this subject line. */
async function letterAbout(address: string, subject: string): Promise<Letter> {
  const found = async () => (await lettersIn(outbox(), address)).find((letter) => letter.subject === subject);
  await expect.poll(found, { timeout: 30_000 }).toBeDefined();
  return (await found()) as Letter;
}

function linkTo(letter: Letter, part: string): string {
  return letter.links.find((link) => link.includes(part)) ?? '';
}
