import { aLine } from '../support/browser/line.ts';
import { expect, test } from '../support/browser/test.ts';
import { anOwnBook, answer, begun, questionAfter, say, tellings, turnsOf } from '../support/browser/told.ts';

const [first = '', second = '', third = ''] = tellings;

test('Messages written offline are kept, sent when the network is back, and appear once', async ({
  people,
}) => {
  const jonas = await people.join('Jonas Wyle');
  const subjectId = await anOwnBook(jonas);
  const conversationId = await begun(jonas, subjectId);
  const line = await aLine();
  const [telling, reading] = await Promise.all([
    people.open(jonas, { proxy: line.proxy }),
    people.open(jonas),
  ]);
  await telling.goto('/dashboard/tell-my-own-story/');
  const firstQuestion = await questionAfter(telling, null);
  await answer(telling, first);
  const before = await questionAfter(telling, firstQuestion);

  line.cut();
  await telling.context().setOffline(true);
  await expect(telling.getByText('You are offline.', { exact: true })).toBeVisible();
  await answer(telling, second);
  await expect(telling.getByLabel('Your last answer')).toContainText(second);
  await expect(telling.getByText('Kept on this device.')).toBeVisible();
  expect(await turnsOf(jonas, conversationId)).toHaveLength(3);

  await line.mend();
  await telling.context().setOffline(false);
  await expect(telling.getByText('You are offline.', { exact: true })).toBeHidden();
  await expect(telling.getByText('Kept on this device.')).toBeHidden();
  await questionAfter(telling, before);
  const turns = await turnsOf(jonas, conversationId);
  expect(turns.filter(({ role }) => role === 'user').map(({ text }) => text)).toEqual([first, second]);
  expect(turns).toHaveLength(5);

  await reading.goto(`/dashboard/${subjectId}/call-log/${conversationId}/`);
  await expect(reading.locator('article[id^="message-"]')).toHaveCount(5);
  line.close();
});

test('Unsent messages on the device survive closing the page', async ({ people }) => {
  const kira = await people.join('Kira Lund');
  const conversationId = await begun(kira, await anOwnBook(kira));
  const page = await people.open(kira);
  await page.goto('/dashboard/tell-my-own-story/');
  const firstQuestion = await questionAfter(page, null);
  await page.route('**/graphql', (route) => route.abort('internetdisconnected'));
  await answer(page, first);
  await expect(page.getByText('Kept on this device.')).toBeVisible();

  await page.unroute('**/graphql');
  await page.reload();
  await questionAfter(page, firstQuestion);
  expect((await turnsOf(kira, conversationId)).map(({ text }) => text)).toContain(first);
});

test('A reader misses no message that was sent while their connection was cut', async ({ people }) => {
  const lena = await people.join('Lena Ashby');
  const subjectId = await anOwnBook(lena);
  const conversationId = await begun(lena, subjectId);
  const line = await aLine();
  const reading = await people.open(lena, { proxy: line.proxy });
  await reading.goto(`/dashboard/${subjectId}/call-log/${conversationId}/`);
  const turns = reading.locator('article[id^="message-"]');
  await expect(turns).toHaveCount(1);
  await say(lena, conversationId, first);
  await expect(turns).toHaveCount(3);

  line.cut();
  await expect(reading.getByText('You are offline.', { exact: true })).toBeVisible();
  await say(lena, conversationId, second);
  await line.mend();
  await expect(reading.getByText('You are offline.', { exact: true })).toBeHidden({ timeout: 30_000 });
  const spoken = await say(lena, conversationId, third);

  await expect(turns).toHaveCount(spoken.length);
  for (const [i, { text }] of spoken.entries()) await expect(turns.nth(i)).toContainText(text ?? '');
  await expect(reading.locator('.script article')).toHaveCount(spoken.length);
  line.close();
});

test('An action that was in flight when the connection was lost fails with a notice', async ({ people }) => {
  const maro = await people.join('Maro Finch');
  await anOwnBook(maro);
  const line = await aLine();
  const page = await people.open(maro, { proxy: line.proxy });
  // The code that draws notices is fetched after everything else.
  const drawable = page.waitForResponse(/Toaster.*\.js/);
  await page.goto('/onboarding/?new');
  await page.getByRole('radio', { name: /Somebody I love/ }).check();
  await (await drawable).finished();

  const cut = line.cutAfter((body) => body.includes('SaveStep'));
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await cut;
  await expect(
    page.getByText(
      'The connection broke before Evertold answered. What you entered is still here: try again.',
    ),
  ).toBeVisible();
  await expect(page.getByText('Connection lost while action was in flight')).toBeVisible();
  await expect(page.getByRole('radio', { name: /Somebody I love/ })).toBeChecked();

  await line.mend();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Who is it?' })).toBeVisible();
  line.close();
});
