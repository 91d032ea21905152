import type { Page } from '@playwright/test';
import pg from 'pg';
import { beside, settled, violations } from '../support/browser/axe.ts';
import { byKeyboard, hands } from '../support/browser/hands.ts';
import { aTextingServer } from '../support/browser/phone-server.ts';
import { expect, test } from '../support/browser/test.ts';
import { anOwnBook } from '../support/browser/told.ts';
import { anAddress, outbox, password } from '../support/browser/visitor.ts';
import { letterIn } from '../support/letters.ts';

async function fits(page: Page, how: string) {
  // A fading notice has too little contrast.
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
  expect(await violations(page, how)).toEqual([]);
  expect(await beside(page), how).toBe(0);
}

for (const { how, viewport, press, type } of hands) {
  test(`A gift is given, delivered by mail, and opened with a new account, ${how}`, async ({ people }) => {
    const teresa = await people.join('Teresa Rourke');
    const subjectId = await anOwnBook(teresa, { preferredName: 'Teresa' });
    const giving = await people.open(teresa, { viewport });
    const email = anAddress('lourdes');
    const list = giving.getByRole('region', { name: 'Gifts you gave' });

    await test.step('the form shows the card while the giver types', async () => {
      await giving.goto(`/dashboard/${subjectId}/gift-another-loved-one/`);
      await settled(giving);
      await press(giving.getByRole('button', { name: 'Give it to them' }));
      await expect(giving.getByText('Enter a name')).toBeVisible();
      await type(giving.getByLabel('Who is it for?'), 'Lourdes Medeiros');
      await type(giving.getByLabel('What would you like to say?'), 'Tia, now it is your turn');
      const card = giving.getByRole('region', { name: 'The card as Lourdes will see it' });
      await expect(card).toContainText('Tia, now it is your turn');
      await expect(giving.getByText('Text messages aren’t set up here')).toBeVisible();
      await type(giving.getByLabel('Their email'), email);
      await fits(giving, how);
    });

    await test.step('the gift is sent at once where it is daytime', async () => {
      // A time zone in which it is between ten and eleven now, which is after nine.
      const zone = zoneAtHour(10);
      await giving.getByLabel('Their time zone').selectOption(zone);
      await press(giving.getByRole('button', { name: 'Give it to Lourdes' }));
      await expect(list).toContainText('Lourdes Medeiros');
    });

    const letter = await letterIn(outbox(), email);
    const link = letter.links.find((each) => each.includes('/gift/')) ?? '';
    const opening = await people.open(null, { viewport });

    await test.step('the recipient sees the card by its link and creates an account', async () => {
      await opening.goto(link);
      await expect(opening.getByRole('heading', { level: 1, name: 'Lourdes Medeiros' })).toBeVisible();
      await expect(opening.getByText('Tia, now it is your turn')).toBeVisible();
      await settled(opening);
      await fits(opening, how);
      await press(opening.getByRole('link', { name: 'Create an account' }));
      await type(opening.getByLabel('Your name'), 'Lourdes Medeiros');
      await type(opening.getByLabel('Email'), email);
      await type(opening.getByLabel('Password'), password);
      await press(opening.getByRole('button', { name: 'Create an account' }));
      const confirm = await letterIn(outbox(), email, { leadingTo: '/verify-email' });
      await opening.goto(confirm.links.find((each) => each.includes('/verify-email')) ?? '');
    });

    await test.step('the recipient opens it into a prefilled onboarding', async () => {
      await press(opening.getByRole('link', { name: 'Continue', exact: true }));
      await expect(opening.getByRole('radio', { name: /Mine/ })).toBeChecked();
      await fits(opening, how);
      await press(opening.getByRole('button', { name: 'Open the gift' }));
      await expect(opening.getByRole('heading', { level: 1, name: 'A few words about you' })).toBeVisible();
      await expect(opening.getByText('This is filled in from your gift.')).toBeVisible();
      await expect(opening.getByLabel('Your full name')).toHaveValue('Lourdes Medeiros');
      await fits(opening, how);
      await press(opening.getByRole('button', { name: 'Continue', exact: true }));
      await expect(opening.getByRole('heading', { level: 1, name: 'Your phone' })).toBeVisible();
    });

    await test.step('the giver sees that it was opened, and its code no longer works', async () => {
      await giving.reload();
      await expect(list.getByRole('listitem').filter({ hasText: 'Lourdes' })).toContainText(/Opened on \d/);
      await opening.goto('/onboarding/?step=who');
      await opening.getByRole('radio', { name: /I was given this/ }).check();
      await type(opening.getByLabel('The code on your card, or the link'), 'no code');
      await press(opening.getByRole('button', { name: 'Continue', exact: true }));
      await expect(opening.getByText('This is neither a code nor a link of ours.')).toBeVisible();
      const code = /\/gift\/([^/]+)\//.exec(link)?.[1] ?? '';
      await type(opening.getByLabel('The code on your card, or the link'), code.toLowerCase());
      await press(opening.getByRole('button', { name: 'Continue', exact: true }));
      await expect(opening.getByRole('heading', { name: 'This gift was opened already' })).toBeVisible();
    });
  });
}

test('A card is printed with its code and QR code on one sheet, changed, and cancelled', {
  tag: '@rare',
}, async ({ people }) => {
  const teresa = await people.join('Teresa Rourke');
  const subjectId = await anOwnBook(teresa, { preferredName: 'Teresa' });
  // Notices don't fade, so that one that comes late has its contrast at once.
  const page = await people.open(teresa, { reducedMotion: 'reduce' });
  await page.goto(`/dashboard/${subjectId}/gift-another-loved-one/`);
  await page.getByLabel('Who is it for?').fill('Frank Pires');
  await page.getByLabel('How').selectOption('CARD');
  await page.getByRole('radio', { name: 'Plum' }).check();
  await page.getByLabel('Deliver on').fill(new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10));
  await page.getByRole('button', { name: 'Give it to Frank' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'The card for Frank Pires' })).toBeVisible();
  await expect(page.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/)).toBeVisible();
  await expect(page.getByRole('img', { name: 'A square code that opens the gift' })).toBeVisible();
  await fits(page, 'the card');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print the card' })).toBeHidden();
  await expect(page.getByText('For', { exact: true })).toBeVisible();
  const pdf = await page.pdf({ format: 'A4', landscape: true });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'screen' });

  await page.getByRole('link', { name: 'Back to your gifts' }).click();
  const list = page.getByRole('region', { name: 'Gifts you gave' });
  await list.getByRole('button', { name: 'Change the gift for Frank Pires' }).click();
  await expect(page.getByRole('radio', { name: 'Plum' })).toBeChecked();
  await page.getByLabel('Who is it for?').fill('Francis Pires');
  await page.getByRole('button', { name: 'Save the changes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The card for Francis Pires' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to your gifts' }).click();
  await list.getByRole('button', { name: 'Cancel the gift for Francis Pires' }).click();
  await page.getByRole('button', { name: 'Cancel the gift', exact: true }).click();
  await expect(list).toContainText('Cancelled');
  await expect(list.getByRole('link', { name: /Print the card/ })).toHaveCount(0);
});

test('The reminder of a gift opens it, and its giver sees each state', { tag: '@rare' }, async ({
  people,
}) => {
  const teresa = await people.join('Teresa Rourke');
  const subjectId = await anOwnBook(teresa, { preferredName: 'Teresa' });
  const email = anAddress('odile');
  const giving = await people.open(teresa, { viewport: byKeyboard.viewport });
  const state = giving.getByRole('region', { name: 'Gifts you gave' }).getByRole('listitem');
  await giving.goto(`/dashboard/${subjectId}/gift-another-loved-one/`);
  await giving.getByLabel('Who is it for?').fill('Odile Marchand');
  await giving.getByLabel('Their email').fill(email);
  await giving.getByLabel('Their time zone').selectOption(zoneAtHour(10));
  await giving.getByRole('button', { name: 'Give it to Odile' }).click();
  await letterIn(outbox(), email);
  await giving.reload();
  await expect(state).toContainText(/Emailed on .+, not opened yet/);
  await expect(state).not.toContainText('reminded');

  await deliveredLongAgo(email);
  const reminder = await letterIn(outbox(), email, { known: 1 });
  await giving.reload();
  await expect(state).toContainText(/, reminded on .+, not opened yet/);

  const opening = await people.open(await people.join('Odile Marchand', email), {
    viewport: byKeyboard.viewport,
  });
  await opening.goto(reminder.links.find((each) => each.includes('/gift/')) ?? '');
  await opening.getByRole('button', { name: 'Open the gift' }).click();
  await expect(opening.getByText('This is filled in from your gift.')).toBeVisible();
  await giving.reload();
  await expect(state).toContainText(/Opened on \d/);
});

test.describe('Where texts can be sent', () => {
  let service: Awaited<ReturnType<typeof aTextingServer>>;
  test.beforeAll(async () => {
    service = await aTextingServer();
  });
  test.afterAll(() => service.stop());

  test('a gift is texted, and its link and that of its reminder open it', { tag: '@rare' }, async ({
    people,
  }) => {
    const teresa = await people.join('Teresa Rourke');
    const subjectId = await anOwnBook(teresa, { preferredName: 'Teresa' });
    const phone = '+12025550147';
    const giving = await people.open(teresa, { viewport: byKeyboard.viewport });
    const state = giving.getByRole('region', { name: 'Gifts you gave' }).getByRole('listitem');
    await giving.goto(`/dashboard/${subjectId}/gift-another-loved-one/`);
    await expect(giving.getByText('Text messages aren’t set up here')).toHaveCount(0);
    await giving.getByLabel('Who is it for?').fill('Odile Marchand');
    await giving.getByLabel('How', { exact: true }).selectOption('By text message');
    await giving.getByRole('button', { name: 'Give it to Odile' }).click();
    await expect(giving.getByText('Enter their number')).toBeVisible();
    await expect(giving.getByText(/one reminder two weeks later, between 9 and 6/)).toBeVisible();
    await giving.getByLabel('Their mobile number').fill(phone);
    await giving.getByLabel('Their time zone').selectOption(zoneAtHour(10));
    await fits(giving, 'a gift by text');
    await giving.getByRole('button', { name: 'Give it to Odile' }).click();
    await expect.poll(() => service.textsTo(phone), { timeout: 30_000 }).toHaveLength(1);
    await giving.reload();
    await expect(state).toContainText(/Texted on .+, not opened yet/);

    await deliveredLongAgo(phone);
    await expect.poll(() => service.textsTo(phone), { timeout: 30_000 }).toHaveLength(2);
    await giving.reload();
    await expect(state).toContainText(/, reminded on .+, not opened yet/);

    const links = service.textsTo(phone).map((text) => /https?:\S+\/gift\/\S+/.exec(text)?.[0] ?? '');
    expect(links[1]).toBe(links[0]);
    const opening = await people.open(await people.join('Odile Marchand'), { viewport: byKeyboard.viewport });
    await opening.goto(links[0] ?? '');
    await opening.getByRole('button', { name: 'Open the gift' }).click();
    await expect(opening.getByText('This is filled in from your gift.')).toBeVisible();
    await giving.reload();
    await expect(state).toContainText(/Opened on \d/);
  });
});

/** Lets two weeks pass since the delivery of a gift, and the job run that reminds. */
async function deliveredLongAgo(recipient: string) {
  const database = new pg.Client({ connectionString: process.env.EVERTOLD_DATABASE });
  await database.connect();
  await database.query(
    "update gift set delivered_at = delivered_at - interval '15 days' where $1 in (recipient_email, recipient_phone)",
    [recipient],
  );
  await database.query("insert into jobs.job (name, data) values ('gifts.remind', '{}')");
  await database.end();
}

/** A time zone in which it is this hour now; every hour of the day occurs somewhere. */
function zoneAtHour(hour: number): string {
  const zone = Intl.supportedValuesOf('timeZone').find((each) => {
    const there = new Intl.DateTimeFormat('en-GB', { timeZone: each, hour: '2-digit', hourCycle: 'h23' });
    return Number(there.format(new Date())) === hour;
  });
  if (!zone) throw new Error('No time zone has this hour now');
  return zone;
}

test('A gift for a Spanish speaker has a card and a page in Spanish', { tag: '@rare' }, async ({
  people,
}) => {
  const teresa = await people.join('Teresa Rourke');
  const subjectId = await anOwnBook(teresa);
  const giving = await people.open(teresa);
  await giving.goto(`/dashboard/${subjectId}/gift-another-loved-one/`);
  await giving.getByLabel('Who is it for?').fill('Lourdes Medeiros');
  await giving.getByLabel('How', { exact: true }).selectOption('CARD');
  await giving.getByLabel('Their language').selectOption('es');
  await expect(giving.getByRole('region', { name: 'The card as Lourdes will see it' })).toContainText('Para');
  await giving.getByRole('button', { name: 'Give it to Lourdes' }).click();
  const inside = giving.getByRole('region', { name: 'Cómo empezar' });
  await expect(inside).toContainText('escriba el código de abajo');
  const code = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/.exec(await inside.innerText())?.[0] ?? '';

  const opening = await people.open(null);
  await opening.goto(`/gift/${code}/`);
  await expect(opening.getByRole('heading', { name: 'Teresa Rourke le regala Evertold' })).toBeVisible();
  await expect(opening.getByRole('link', { name: 'Crear una cuenta' })).toBeVisible();
  await expect(opening.locator('main')).toHaveAttribute('lang', 'es');
  await expect(opening.locator('main')).not.toContainText(/\b(the|you|your|until)\b/i);
});
