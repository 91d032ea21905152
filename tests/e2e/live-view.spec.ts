import { expect, test } from '../support/browser/test.ts';
import { anOwnBook, answer, letIn, questionAfter, tellings } from '../support/browser/told.ts';

test('The family reads along while a story is told: each message once, and the answer as it grows', async ({
  people,
}) => {
  const [hana, ines] = await Promise.all([people.join('Hana Okell'), people.join('Ines Okell')]);
  const subjectId = await anOwnBook(hana);
  await letIn(hana, subjectId, ines, 'EDITOR');

  const telling = await people.open(hana);
  await telling.goto('/dashboard/tell-my-own-story/');
  await telling.getByRole('button', { name: 'Ask me the first question' }).click();
  let question = await questionAfter(telling, null);

  const reading = await people.open(ines);
  await reading.addInitScript(keepGrowth);
  await reading.goto(`/dashboard/${subjectId}/call-log/`);
  await reading.locator('main').getByRole('link').first().click();
  await expect(reading.getByLabel('The line is open')).toBeVisible();
  const turns = reading.locator('article[id^="message-"]');
  await expect(turns).toHaveCount(1);
  await expect(turns.first()).toContainText(question);

  for (const [i, words] of tellings.entries()) {
    await answer(telling, words);
    await expect(turns.nth(2 * i + 1)).toContainText(words);
    question = await questionAfter(telling, question);
    await expect(turns.nth(2 * i + 2)).toContainText(question);
    await expect(turns).toHaveCount(2 * i + 3);
  }
  // Nothing stands twice, neither as a message nor as an answer that is still growing.
  await expect(reading.locator('.script article')).toHaveCount(2 * tellings.length + 1);
  const ids = await turns.evaluateAll((all) => all.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  const grown = await reading.evaluate(() => (window as unknown as { grown: string[] }).grown);
  // A busy machine draws several steps of the growing answer at once.
  expect(grown.length).toBeGreaterThan(0);

  await telling.getByRole('button', { name: 'Stop for today' }).click();
  await expect(reading.getByLabel('The line is open')).toBeHidden();
});

/** Keeps what the growing answer said at each change of the page. */
function keepGrowth() {
  const grown: string[] = [];
  Object.assign(window, { grown });
  new MutationObserver(() => {
    const words = document.querySelector('.script article[aria-hidden="true"] .turn-said')?.textContent;
    if (words && words !== grown.at(-1)) grown.push(words);
  }).observe(document, { childList: true, subtree: true, characterData: true });
}
