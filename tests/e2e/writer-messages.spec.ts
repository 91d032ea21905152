import type { Page } from '@playwright/test';
import { type Asked, drawn, held } from '../support/browser/held.ts';
import { aPhone, manyMessages } from '../support/browser/many-messages.ts';
import { placeOf } from '../support/browser/place.ts';
import { expect, test } from '../support/browser/test.ts';
import { anOwnBook, begun, say, tellings } from '../support/browser/told.ts';
import { done } from '../support/browser/visitor.ts';

const desk = { name: 'Nora Quist', email: 'nora.quist@example.com' };

/** Nobody was here on these days but whom this test puts there. */
const longAgo = new Date(2019, 4, 6, 9);

test('Messages are filtered by the address: day, phone, subject and role; a wrong role is left out, and said', async ({
  people,
}) => {
  const phone = aPhone();
  // Found by the name, so nobody else has it.
  const teller = await people.join(`Tova Birk ${phone.slice(-6)}`);
  const subjectId = await anOwnBook(teller);
  await manyMessages(subjectId, { count: 30, from: longAgo, phone });
  const page = await people.open(await people.demo(desk.name, desk.email));

  await page.goto(`/writer/messages/?phone=${encodeURIComponent(phone)}`);
  await shows(page, 30);
  // What was asked for first comes last, when nobody wants it any more.
  const isFirst = (asked: Asked) => (asked.variables?.filter as { role?: string })?.role === 'assistant';
  const firstMayCome = await held(page, '**/graphql', isFirst);
  const first = page.waitForResponse((answer) => isFirst(answer.request().postDataJSON() ?? {}));
  await page.getByRole('button', { name: 'assistant', exact: true }).click();
  await page.getByRole('button', { name: 'user', exact: true }).click();
  await expect(page).toHaveURL(/role=user/);
  await shows(page, 15);
  await expect(page.locator('td.who-us')).toHaveCount(0);
  firstMayCome();
  await (await first).finished();
  await drawn(page);
  expect(await page.locator('td.who-us').count()).toBe(0);

  await page.getByLabel('From').focus();
  await page.keyboard.type('05062019', { delay: 60 });
  await page.getByLabel('To').fill('2019-05-06');
  await expect(page).toHaveURL(/dateFrom=2019-05-06&dateTo=2019-05-06/);
  await shows(page, 15);
  // Whoever goes back sees the day by which it is filtered then, also in the field that they are at.
  await page.getByLabel('To').focus();
  await page.goBack();
  await expect(page).not.toHaveURL(/dateTo/);
  await expect(page.getByLabel('To')).toHaveValue('');
  await page.goForward();
  await expect(page.getByLabel('To')).toHaveValue('2019-05-06');
  await page.getByLabel('From').fill('2019-05-07');
  await expect(page.getByText('Before the first day')).toBeVisible();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page).toHaveURL(/\/writer\/messages\/$/);
  // Each change goes on from the one before it, however soon it comes: here before the page has drawn any of them.
  await page.getByLabel('Phone').fill(phone);
  await page.getByLabel('Phone').evaluate(async (field) => {
    const buttons = [...document.querySelectorAll<HTMLElement>('search button')];
    field.blur();
    for (const role of ['assistant', 'user']) {
      await null;
      buttons.find(({ textContent }) => textContent === role)?.click();
    }
  });
  await expect(page).toHaveURL(new RegExp(`\\?phone=${encodeURIComponent(phone)}&role=user$`));
  await shows(page, 15);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page).toHaveURL(/\/writer\/messages\/$/);
  await expect(page.getByLabel('Phone')).toHaveValue('');

  const foundMayCome = await held(page, '**/graphql', ({ variables }) => !!variables?.search);
  const others = page.getByRole('option').filter({ hasNotText: teller.name });
  await page.getByLabel('Subject', { exact: true }).press('Enter');
  await expect(others).not.toHaveCount(0);
  await page.getByRole('combobox', { name: 'A part of the name or phone' }).fill(teller.name.toLowerCase());
  // Whoever is not meant can't be picked any more, while it is still looked for who is.
  await expect(others).toHaveCount(0);
  foundMayCome();
  await expect(page.getByRole('option', { name: teller.name })).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`messages/\\?subjectId=${subjectId}$`));
  await expect(page.getByLabel('Subject', { exact: true })).toHaveText(teller.name);
  await shows(page, 30);
  await page.goBack();
  await expect(page).toHaveURL(/\/writer\/messages\/$/);

  await page.goto(`/writer/messages/?subjectId=${subjectId}&role=narrator`);
  await expect(page.getByText('A filter was left out')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`messages/\\?subjectId=${subjectId}$`));
  await shows(page, 30);

  // J and K go through the list without a click on it first.
  for (const [key, index] of [
    ['j', 0],
    ['j', 1],
    ['k', 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.locator(`tr[data-index="${index}"]`)).toBeFocused();
  }
});

test('One pages back through more than a thousand messages, while new ones come in', async ({ people }) => {
  const teller = await people.join('Una Birk');
  const subjectId = await anOwnBook(teller);
  await manyMessages(subjectId, { count: 1_200, from: longAgo, phone: aPhone() });
  const page = await people.open(await people.demo(desk.name, desk.email));
  const followed: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => void followed.push(String(payload))),
  );
  await page.goto(`/writer/messages/?subjectId=${subjectId}`);
  await expect(page.getByText('old words, number 1200', { exact: true })).toBeVisible();
  // What changed between the question and the first connection comes too.
  const follows = () => followed.find((frame) => frame.includes('WriterMessageChanged'));
  await expect.poll(follows).toMatch(/"variables":\{.*"awaySeconds":[1-9]/);

  const conversationId = await begun(teller, subjectId);
  await say(teller, conversationId, tellings[0] ?? '');
  await expect(page.locator('[data-index="1"]')).toContainText(tellings[0] ?? '');

  const end = page.getByText('These are all 1,203');
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(end).toBeVisible({ timeout: 250 });
    await expect(page.getByText('old words, number 1', { exact: true })).toBeVisible({ timeout: 250 });
  }).toPass({ intervals: [50], timeout: 90_000 });
  // Only what is near the window is drawn.
  expect(await page.locator('tr[data-index]').count()).toBeLessThan(100);

  // What comes while one reads far down waits above, and what one reads does not move.
  const place = await placeOf(end);
  await say(teller, conversationId, tellings[1] ?? '');
  const fresh = page.getByRole('button', { name: /new messages? above/ });
  await expect(fresh).toContainText('2 new messages above');
  const then = await placeOf(end);
  // A page is scrolled by whole pixels, once for each step in which something comes above.
  expect(Math.abs(then - place)).toBeLessThan(2);
  // Nor does it when the page says that it is offline, and when it says so no more; not even at its very end.
  // At once: a wheel goes on turning for a while after the page has come to its end.
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
  const there = await placeOf(end);
  await expect(end).toBeInViewport();
  for (const offline of [true, false]) {
    await page.context().setOffline(offline);
    await expect(page.getByText('You are offline.')).toHaveCount(Number(offline));
    expect(Math.abs((await placeOf(end)) - there)).toBeLessThan(2);
  }
  await fresh.click();
  await expect(page.locator('[data-index="1"]')).toContainText(tellings[1] ?? '');
});

test('What is private is masked, and revealed for a reason alone', async ({ people }) => {
  const teller = await people.join('Vera Birk');
  const subjectId = await anOwnBook(teller);
  const conversationId = await begun(teller, subjectId);
  const secret = 'My brother Anselm never went to sea at all. Please keep that between us.';
  await say(teller, conversationId, secret);
  const page = await people.open(await people.demo(desk.name, desk.email));
  await page.goto(`/writer/messages/?subjectId=${subjectId}&role=user`);
  await shows(page, 1);
  const row = page.locator('tr[data-index]').first();
  await expect(row).toContainText('Private');
  await expect(page.getByText('Anselm')).toBeHidden();

  await row.getByRole('button', { name: 'Reveal, with a reason' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reveal a private message' });
  await dialog.getByRole('button', { name: 'Reveal this message' }).click();
  await expect(dialog.getByText('Say why, in at least 10 characters')).toBeVisible();
  await dialog.getByLabel('Your reason').fill('The family asked us to look for it');
  await dialog.getByRole('button', { name: 'Reveal this message' }).click();
  await expect(row).toContainText(secret);

  done(await teller.gql('WithdrawConsent', { input: { subjectId, kinds: ['SHARING'] } }));
  await page.reload();
  await expect(row).toContainText('Private');
  await expect(row.getByRole('button', { name: 'Reveal, with a reason' })).toHaveCount(0);
});

test('To whoever is no admin the writer area is not there', async ({ people }) => {
  const page = await people.open(await people.join('Wim Birk'));
  for (const address of ['/writer/', '/writer/messages/', '/writer/users/', '/writer/agent-prompts/new']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
  }
});

async function shows(page: Page, count: number): Promise<void> {
  const end = count === 1 ? 'That is the only one' : `These are all ${count}`;
  await expect(page.getByText(end, { exact: true })).toBeAttached();
}
