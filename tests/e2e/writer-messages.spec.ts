import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { violations } from '../support/browser/axe.ts';
import { drawn, type GraphQLRequestBody, held } from '../support/browser/held.ts';
import { aPhone, manyMessages } from '../support/browser/many-messages.ts';
import { placeOf } from '../support/browser/place.ts';
import { expect, test } from '../support/browser/test.ts';
import { anOwnBook, begun, say, tellings } from '../support/browser/told.ts';
import { done } from '../support/browser/visitor.ts';

const desk = { name: 'Nora Quist', email: 'nora.quist@example.com' };

/** A day on which only this test creates messages. */
const longAgo = new Date(2019, 4, 6, 9);

test('Messages are filtered by the address: day, phone, subject and role; an invalid role is dropped with a notice', {
  tag: '@rare',
}, async ({ people }) => {
  const phone = aPhone();
  // The name is unique, because the subject is searched by name.
  const teller = await people.join(`Tova Birk ${phone.slice(-6)}`);
  const subjectId = await anOwnBook(teller);
  await manyMessages(subjectId, { count: 30, from: longAgo, phone });
  const page = await people.open(await people.demo(desk.name, desk.email));

  await page.goto(`/writer/messages/?phone=${encodeURIComponent(phone)}`);
  await shows(page, 30);
  // The response to the first request arrives last, when it is no longer needed.
  const isFirst = (asked: GraphQLRequestBody) =>
    (asked.variables?.filter as { role?: string })?.role === 'assistant';
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
  // Going back shows the day of the previous filter, also in the focused field.
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
  // Each change builds on the one before, even when the page has drawn none of them yet.
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
  // A subject that no longer matches can't be picked while the search is running.
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

  // The notice goes after some seconds: a busy machine may load the rest of the page for as long.
  await page.goto(`/writer/messages/?subjectId=${subjectId}&role=narrator`, { waitUntil: 'commit' });
  await expect(page.getByText('A filter was left out')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`messages/\\?subjectId=${subjectId}$`));
  await shows(page, 30);

  // J and K move through the list without a click on it first.
  for (const [key, index] of [
    ['j', 0],
    ['j', 1],
    ['k', 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.locator(`tr[data-index="${index}"]`)).toBeFocused();
  }
});

test('An admin pages through more than a thousand messages while new ones arrive', { tag: '@rare' }, async ({
  people,
}) => {
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
  // Changes between the first query and the first connection are delivered too.
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
  // Only rows near the viewport are rendered.
  expect(await page.locator('tr[data-index]').count()).toBeLessThan(100);

  // Messages that arrive while the reader is further down wait above, and the rows in view don't move.
  const place = await placeOf(end);
  await say(teller, conversationId, tellings[1] ?? '');
  const fresh = page.getByRole('button', { name: /new messages? above/ });
  await expect(fresh).toContainText('2 new messages above');
  const then = await placeOf(end);
  // Scroll positions are rounded to whole pixels at each step.
  expect(Math.abs(then - place)).toBeLessThan(2);
  // The rows don't move when the offline banner appears or disappears either, not even at the page's end. Scrolls
  // instantly, because a mouse wheel continues after the page has reached its end.
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

  // Paused, new messages wait at the top too.
  await page.keyboard.press('p');
  await expect(page.getByText('New messages wait until you ask for them')).toBeVisible();
  await say(teller, conversationId, tellings[2] ?? '');
  await expect(fresh).toContainText('2 new messages above');
  await expect(page.locator('[data-index="1"]')).toContainText(tellings[1] ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.locator('[data-index="1"]')).toContainText(tellings[2] ?? '');

  // After a visit to a conversation the list is at the same place.
  await page.evaluate(() => scrollTo({ top: 20_000, behavior: 'instant' }));
  const inView = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll('tr[data-index]')]
          .find((row) => row.getBoundingClientRect().top > 200)
          ?.textContent?.match(/old words, number \d+/)?.[0],
    );
  await expect.poll(inView).toMatch(/^old words, number \d+$/);
  const row = page.getByRole('row').filter({ hasText: new RegExp(`${await inView()}$`) });
  const top = await placeOf(row);
  await row.getByRole('link').click();
  await expect(page).toHaveURL(/\/call-log\//);
  await say(teller, conversationId, 'We sold the barrels in the end.');
  await page.goBack();
  await expect(row).toBeInViewport();
  expect(Math.abs((await placeOf(row)) - top)).toBeLessThan(2);
  await expect(fresh).toContainText('2 new messages above');

  // Also after an hour, with what changed and came in meanwhile.
  const number = Number((await inView())?.match(/\d+/)?.[0]);
  const told = page
    .getByRole('row')
    .filter({ hasText: new RegExp(`old words, number ${number - (number % 2)}$`) });
  const toldLink = told.getByRole('link');
  const [, messageId] = (await toldLink.getAttribute('href'))?.split('#message-') ?? [];
  const toldTop = await placeOf(told);
  await toldLink.click();
  await expect(page).toHaveURL(/\/call-log\//);
  await page.clock.install();
  await page.clock.fastForward('01:00:00');
  done(await teller.gql('SetMessagePrivate', { id: messageId, private: true }));
  await say(teller, conversationId, 'The cooper took them all.');
  await page.goBack();
  await expect(fresh).toContainText('4 new messages above');
  const hidden = page.getByRole('row').filter({ has: page.locator(`a[href$="${messageId}"]`) });
  await expect(hidden).toBeInViewport();
  await expect(hidden).toContainText('Private');
  expect(Math.abs((await placeOf(hidden)) - toldTop)).toBeLessThan(2);

  // A filter is saved under a name, taken from the menu, and its messages are saved as a file.
  await page.getByRole('button', { name: 'user', exact: true }).click();
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('menuitem', { name: 'Save this filter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this filter' });
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByText('Must not be empty')).toBeVisible();
  expect(await violations(page, 'a refused filter')).toEqual([]);
  const name = `Only Una ${Date.now()}`;
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name })).toBeVisible();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('menuitem', { name }).click();
  await expect(page).toHaveURL(new RegExp(`subjectId=${subjectId}&role=user$`));
  const file = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save as CSV' }).click();
  const csv = await readFile(await (await file).path(), 'utf8');
  expect(csv.match(/"user",/g)).toHaveLength(604);
  expect(csv).not.toContain('"assistant"');
  await page.getByRole('button', { name }).click();
  await page.getByRole('menuitem', { name: 'Remove a filter' }).click();
  await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
  expect(await violations(page, 'the saved filters')).toEqual([]);
  await page.getByRole('button', { name: `Remove ${name}` }).click();
  await expect(page.getByRole('button', { name: `Remove ${name}` })).toHaveCount(0);
});

test('The list of messages is worked by the keys that it names', { tag: '@rare' }, async ({ people }) => {
  const teller = await people.join('Wera Birk');
  const subjectId = await anOwnBook(teller);
  await manyMessages(subjectId, { count: 6, from: longAgo, phone: aPhone() });
  const conversationId = await begun(teller, subjectId);
  const lines = Array.from({ length: 12 }, (_, at) => `On the ${at + 1}th day the river rose another foot.`);
  await say(teller, conversationId, lines.join('\n'));
  const page = await people.open(await people.demo(desk.name, desk.email));
  await page.goto(`/writer/messages/?subjectId=${subjectId}`);
  await expect(page.locator('[data-index="1"]')).toContainText('the river rose');

  await page.keyboard.press('/');
  await expect(page.getByLabel('From')).toBeFocused();
  await page.getByLabel('From').evaluate((field) => field.blur());
  await page.keyboard.press('j');
  await expect(page.locator('[data-index="0"]')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  const long = page.locator('[data-index="1"]');
  await expect(long).toBeFocused();
  const height = async () => (await long.boundingBox())?.height ?? 0;
  const clamped = await height();
  await page.keyboard.press('Space');
  await expect.poll(height).toBeGreaterThan(clamped + 20);

  await page.keyboard.press('p');
  await say(teller, conversationId, 'Then it went down again.');
  await expect(page.getByRole('button', { name: /new messages above/ })).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByText('Then it went down again.', { exact: true })).toBeVisible();

  await long.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/call-log/${conversationId}/#message-`));
  await expect(page.locator('[id^="message-"]:focus')).toBeVisible();
});

test('Messages are filtered, and one opens in its conversation', async ({ people }) => {
  const teller = await people.join('Wenke Birk');
  const subjectId = await anOwnBook(teller);
  const conversationId = await begun(teller, subjectId);
  await say(teller, conversationId, 'We rowed the cow across the sound.');
  const page = await people.open(await people.demo(desk.name, desk.email));
  await page.goto(`/writer/messages/?subjectId=${subjectId}`);

  await page.getByRole('button', { name: 'user', exact: true }).click();
  await expect(page).toHaveURL(/role=user/);
  await shows(page, 1);
  await page.locator('tr[data-index="0"]').press('Enter');

  await expect(page).toHaveURL(new RegExp(`/call-log/${conversationId}/#message-`));
  const turn = page.locator('[id^="message-"]', { hasText: 'We rowed the cow' });
  await expect(turn).toBeFocused();
  await page.goBack();
  await shows(page, 1);
});

test('A private message is masked, and revealed only for a stated reason', async ({ people }) => {
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

test('The writer’s area is Not Found for users who are not admins', async ({ people }) => {
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
