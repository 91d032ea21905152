import type { Page } from '@playwright/test';
import pg from 'pg';
import sharp from 'sharp';
import { violations } from '../support/browser/axe.ts';
import { hands } from '../support/browser/hands.ts';
import { expect, type People, test } from '../support/browser/test.ts';
import { anOwnBook, begun, say, tellings, written } from '../support/browser/told.ts';
import { anAddress, done, outbox, password, type Visitor } from '../support/browser/visitor.ts';
import { letterIn } from '../support/letters.ts';
import { readQrCode } from '../support/pdf-pictures.ts';

const phone = { viewport: { width: 390, height: 844 } };

/** A book with a published story, and its owner. */
async function aBook(people: People, name: string) {
  const owner = await people.join(name);
  const subjectId = await anOwnBook(owner);
  const conversationId = await begun(owner, subjectId);
  for (const telling of tellings) await say(owner, conversationId, telling);
  const [story] = await written(owner, conversationId);
  done(await owner.gql('SetCardStatus', { id: story?.id, status: 'PUBLISHED' }));
  return { owner, subjectId, title: story?.title ?? '' };
}

async function invited(owner: Visitor, input: object): Promise<string> {
  return new URL(done(await owner.gql('Invite', { input })).url).pathname;
}

/** The path of the link in a letter that opens the book. */
async function entryTo(email: string, known = 0): Promise<string> {
  const { links } = await letterIn(outbox(), email, { known, leadingTo: '?entry=' });
  const { pathname, search } = new URL(links.find((link) => link.includes('?entry=')) ?? '');
  return pathname + search;
}

/** Asks on the page of an invitation for a link to this address, and opens the link. */
async function comeByLetter(page: Page, invitation: string, name: string, email: string) {
  await page.goto(invitation);
  await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await page.getByRole('textbox', { name: 'Your email' }).fill(email);
  await page.getByRole('button', { name: 'Mail me the link' }).click();
  await expect(page.getByText('Check your mail')).toBeVisible();
  await page.goto(await entryTo(email));
  await expect(page.getByRole('button', { name: 'Read the book' })).toBeVisible();
}

/** The text of the QR code in a screenshot, as a phone’s camera reads it. */
async function readScreenshot(png: Buffer): Promise<string | null> {
  const { data, info } = await sharp(png).ensureAlpha().resize({ width: 600 }).raw().toBuffer({
    resolveWithObject: true,
  });
  return readQrCode({ ...info, data: new Uint8ClampedArray(data) });
}

for (const { how, press, tick, type, viewport } of hands) {
  test(`A reader without an account enters by a mailed link, and the owner sees them come, ${how}`, async ({
    people,
  }) => {
    const { owner, subjectId, title } = await aBook(people, 'Nora Tamm');
    const [page, guest] = [await people.open(owner, { viewport }), await people.open(null, { viewport })];
    const email = anAddress('nina');

    await page.goto(`/dashboard/${subjectId}/family-friends/`);
    await press(page.getByRole('button', { name: 'Invite someone' }));
    const dialog = page.getByRole('dialog');
    await tick(dialog.getByRole('checkbox', { name: /^Download photos/ }));
    expect(await violations(page, `inviting, ${how}`)).toEqual([]);
    await press(dialog.getByRole('button', { name: 'Make the invitation' }));
    const link = await dialog.getByRole('textbox', { name: 'The link' }).inputValue();
    expect(await violations(page, `the link, ${how}`)).toEqual([]);
    const square = dialog.getByRole('img', { name: 'A square code that opens the invitation' });
    expect(await readScreenshot(await square.screenshot({ scale: 'css' }))).toBe(link);
    // Texts are sent from touch screens alone.
    await expect(dialog.getByRole('link', { name: 'Send it by text', includeHidden: true })).toBeHidden();
    await press(dialog.getByRole('button', { name: 'Done' }));

    await guest.goto(new URL(link).pathname);
    await press(guest.getByRole('button', { name: 'Mail me the link' }));
    await expect(guest.getByRole('textbox', { name: 'Your name' })).toBeFocused();
    await type(guest.getByRole('textbox', { name: 'Your name' }), 'Nina Reed');
    await type(guest.getByRole('textbox', { name: 'Your email' }), email);
    await press(guest.getByRole('button', { name: 'Mail me the link' }));
    await expect(guest.getByText(`The link is on its way to ${email}.`)).toBeVisible();
    expect(await violations(guest, `asking for the link, ${how}`)).toEqual([]);
    const entry = await entryTo(email);
    await guest.goto(entry);
    await expect(guest.getByRole('button', { name: 'Read the book' })).toBeVisible();
    expect(await violations(guest, `the mailed link, ${how}`)).toEqual([]);
    await press(guest.getByRole('button', { name: 'Read the book' }));
    await expect(guest).toHaveURL(`/dashboard/${subjectId}/`);
    await guest.goto(`/dashboard/${subjectId}/biography/`);
    await expect(guest.getByRole('heading', { level: 2, name: title })).toBeVisible();

    // The owner's page was open all the time.
    const reader = page.getByRole('listitem').filter({ hasText: 'Nina Reed' });
    await expect(reader).toContainText('reads and asks, without downloads');
    await press(reader.getByRole('button', { name: 'Change Nina Reed' }));
    await page.getByRole('menuitem', { name: 'Let them only read' }).press('Enter');
    await expect(reader).toContainText('only reads, without downloads');

    // On another device the same link does nothing, and the invitation mails another one.
    const later = await people.open(null, { viewport });
    await later.goto(entry);
    await press(later.getByRole('button', { name: 'Read the book' }));
    await expect(later.getByText('This link no longer works')).toBeVisible();
    await type(later.getByRole('textbox', { name: 'Your email' }), email);
    expect(await violations(later, `coming back, ${how}`)).toEqual([]);
    await press(later.getByRole('button', { name: 'Mail me the link' }));
    await expect(later.getByText(`If you joined with ${email}, the link is on its way.`)).toBeVisible();
    await later.goto(await entryTo(email, 1));
    await press(later.getByRole('button', { name: 'Read the book' }));
    await expect(later).toHaveURL(`/dashboard/${subjectId}/`);
  });
}

test('Of two readers who come for the last use one gets in, and the other is told', { tag: '@rare' }, async ({
  people,
}) => {
  const owner = await people.join('Ylva Okell');
  const subjectId = await anOwnBook(owner);
  const invitation = await invited(owner, { subjectId, role: 'VIEWER' });
  const pages = [await people.open(null, phone), await people.open(null, phone)] as const;
  for (const page of pages) await comeByLetter(page, invitation, 'Ivo Lamb', anAddress('ivo'));

  await Promise.all(pages.map((page) => page.getByRole('button', { name: 'Read the book' }).click()));

  const isIn = (page: Page) => page.url().endsWith(`/dashboard/${subjectId}/`);
  const used = (page: Page) => page.getByRole('heading', { name: 'This invitation was used' });
  await expect.poll(() => pages.filter(isIn).length).toBe(1);
  const loser = pages.find((page) => !isIn(page)) ?? pages[0];
  await expect(used(loser)).toBeVisible();
});

test('How many may use an invitation, and how long, is set where it is made', { tag: '@rare' }, async ({
  people,
}) => {
  const owner = await people.join('Ylva Okell');
  const subjectId = await anOwnBook(owner);
  const page = await people.open(owner, { ...phone, hasTouch: true, isMobile: true });
  await page.goto(`/dashboard/${subjectId}/family-friends/`);
  await page.getByRole('button', { name: 'Invite someone' }).press('Enter');
  const dialog = page.getByRole('dialog');
  const uses = dialog.getByLabel('How many people may use the link');
  await uses.fill('51');
  await dialog.getByLabel('The invitation works for').selectOption('3 days');
  await dialog.getByRole('button', { name: 'Make the invitation' }).press('Enter');
  await expect(dialog.getByText('Must be 1 to 50')).toBeVisible();
  await uses.fill('2');
  await dialog.getByRole('button', { name: 'Make the invitation' }).press('Enter');
  const link = await dialog.getByRole('textbox', { name: 'The link' }).inputValue();
  const invitation = new URL(link).pathname;
  const text = (await dialog.getByRole('link', { name: 'Send it by text' }).getAttribute('href')) ?? '';
  expect(text).toMatch(/^sms:\?&body=[^&]+$/);
  expect(decodeURIComponent(text)).toMatch(new RegExp(`Ylva.*${invitation}$`));
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  const listed = page.getByRole('listitem').filter({ hasText: 'Anyone with the link' });
  const lastDay = new Date(Date.now() + 3 * 86_400_000);
  const until = lastDay.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });
  await expect(listed).toContainText(`open until ${until}, 0 of 2 have come`);

  for (const [come, name] of ['Ivo Lamb', 'Pia Lamb'].entries()) {
    const guest = await people.open(null, phone);
    await comeByLetter(guest, invitation, name, anAddress('lamb'));
    await guest.getByRole('button', { name: 'Read the book' }).click();
    await expect(guest).toHaveURL(`/dashboard/${subjectId}/`);
    if (come === 0) await expect(listed).toContainText('1 of 2 have come');
  }
  const late = await people.open(null, phone);
  await late.goto(invitation);
  await expect(late.getByRole('heading', { name: 'This invitation was used' })).toBeVisible();

  // Another one, whose three days are over.
  const other = await invited(owner, { subjectId, role: 'VIEWER', expiresInDays: 3 });
  await expireInvitations(subjectId);
  await late.goto(other);
  await expect(late.getByRole('heading', { name: 'This invitation is too old' })).toBeVisible();
  await expect(late.getByRole('heading', { name: /^It worked until \d+ \w+\.$/ })).toBeVisible();
  await expect(late.getByText('14 days')).toHaveCount(0);
  expect(await violations(late, 'an invitation that is too old')).toEqual([]);
});

async function expireInvitations(subjectId: string) {
  const database = new pg.Client({ connectionString: process.env.EVERTOLD_DATABASE });
  await database.connect();
  await database.query(
    "update invitation set expires_at = now() - interval '1 hour' where subject_id = $1 and status = 'PENDING'",
    [subjectId],
  );
  await database.end();
}

test('A person whose stories are told gets the book as their own by an invitation, and the owner sees it', {
  tag: '@rare',
}, async ({ people }) => {
  const [greta, ida] = [await people.join('Greta Lund'), await people.join('Ida Lund')];
  const subjectId: string = done(await greta.gql('CreateSubject', { input: { fullName: 'Ida Lund' } })).id;
  const [page, own] = [await people.open(greta, phone), await people.open(ida, phone)];
  await page.goto(`/dashboard/${subjectId}/family-friends/`);
  await page.getByRole('button', { name: 'Invite someone' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^Ida in person/ }).press(' ');
  await dialog.getByRole('button', { name: 'Make the invitation' }).press('Enter');
  const link = await dialog.getByRole('textbox', { name: 'The link' }).inputValue();
  await expect(dialog.getByRole('img', { name: 'A square code that opens the invitation' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');

  await own.goto(new URL(link).pathname);
  await expect(own.getByRole('heading', { name: 'The book about you, Ida' })).toBeVisible();
  expect(await violations(own, 'the book about you')).toEqual([]);
  await own.getByRole('button', { name: 'This is my book' }).press('Enter');
  await expect(own.getByText('Continue to consent')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'It is their book' })).toContainText('Ida Lund');
});

test('A reader only sees what readers can do before the first story, and an invitation is switched off', {
  tag: '@rare',
}, async ({ people }) => {
  const [hana, ines] = [await people.join('Hana Vale'), await people.join('Ines Vale')];
  const subjectId: string = done(await hana.gql('CreateSubject', { input: { fullName: 'Ada Vale' } })).id;
  const invitation = await invited(hana, { subjectId, role: 'VIEWER', maxUses: 3 });
  done(await ines.gql('AcceptInvitation', { token: invitation.split('/').at(-2) }));
  const [page, reader] = [await people.open(hana, phone), await people.open(ines, phone)];
  await reader.goto(`/dashboard/${subjectId}/`);
  await expect(reader.getByRole('heading', { name: 'The first story is still to come' })).toBeVisible();
  await expect(reader.getByRole('link', { name: 'Invite family' })).toHaveCount(0);
  await page.goto(`/dashboard/${subjectId}/`);
  await page.getByRole('link', { name: 'Invite family' }).press('Enter');
  const stays = 'The person who came by this link can still read until you remove them from the book.';
  await expect(page.getByRole('listitem').filter({ hasText: 'Anyone with the link' })).toContainText(stays);
  await page.getByRole('button', { name: 'Cancel invitation: Anyone with the link' }).press('Enter');
  await expect(page.getByText(`Its link opens nothing any more. ${stays}`)).toBeVisible();
  await expect(page.getByText('No invitation is open.')).toBeVisible();
  const guest = await people.open(null, phone);
  await guest.goto(invitation);
  await expect(guest.getByRole('heading', { name: 'This invitation was taken back' })).toBeVisible();
});

test('An invitation to the family is kept through sign-up and verification', { tag: '@rare' }, async ({
  people,
}) => {
  const owner = await people.join('Una Holm');
  const subjectId = await anOwnBook(owner);
  const invitation = await invited(owner, { subjectId, role: 'EDITOR' });
  const [page, email] = [await people.open(null, phone), anAddress('ed')];

  await page.goto(invitation);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ed Holm');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  const { links } = await letterIn(outbox(), email, { leadingTo: '/verify-email' });
  await page.goto(links.find((link) => link.includes('/verify-email')) ?? '');
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL(invitation);
  await page.getByRole('button', { name: 'Join the family' }).click();
  await expect(page).toHaveURL(`/dashboard/${subjectId}/`);
});

test('Invitations to one’s own address are listed, accepted and declined without their link', {
  tag: '@rare',
}, async ({ people }) => {
  const owner = await people.join('Una Holm');
  const other = await people.join('Piet Holm');
  const guest = await people.join('Ida Holm');
  const [taken, declined] = [await anOwnBook(owner), await anOwnBook(other)];
  for (const [by, subjectId] of [
    [owner, taken],
    [other, declined],
  ] as const)
    await invited(by, { subjectId, role: 'EDITOR', email: guest.email, message: 'Do come' });
  const page = await people.open(guest, phone);

  await page.goto('/invite/');
  const list = page.getByRole('region', { name: 'Waiting for your answer' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByText('Do come')).toHaveCount(2);
  expect(await violations(page, 'own invitations')).toEqual([]);
  await list.getByRole('button', { name: /^Decline the invitation to Piet/ }).press('Enter');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('button', { name: 'Join the family' }).press('Enter');
  await expect(page).toHaveURL(`/dashboard/${taken}/`);
  await page.goto('/invite/');
  await expect(page.getByRole('heading', { name: 'No invitation is waiting' })).toBeVisible();
});
