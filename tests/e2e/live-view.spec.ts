import type { Locator } from '@playwright/test';
import { placeOf } from '../support/browser/place.ts';
import { aSlowModel } from '../support/browser/slow-model.ts';
import { expect, test } from '../support/browser/test.ts';
import { anOwnBook, answer, letIn, questionAfter, tellings } from '../support/browser/told.ts';

test('The family reads along while a story is told: each message once, and the response as it grows', async ({
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
  await reading.goto(`/dashboard/${subjectId}/call-log/`);
  await reading.locator('main').getByRole('link').first().click();
  await expect(reading.getByLabel('The line is open')).toBeVisible();
  const turns = reading.locator('article[id^="message-"]');
  const growing = reading.locator('.script article[aria-hidden="true"] .turn-said');
  await expect(turns).toHaveCount(1);
  await expect(turns.first()).toContainText(question);

  for (const [i, words] of tellings.entries()) {
    await answer(telling, words);
    await expect(turns.nth(2 * i + 1)).toContainText(words);
    question = await questionAfter(telling, question);
    await expect(turns.nth(2 * i + 2)).toContainText(question);
    await expect(turns).toHaveCount(2 * i + 3);
  }
  // Nothing appears twice, as a message or as a growing response.
  await expect(reading.locator('.script article')).toHaveCount(2 * tellings.length + 1);
  const ids = await turns.evaluateAll((all) => all.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);

  // A reader who scrolls up as soon as the message appears has seen it arrive, and stays where they scrolled to.
  const wentUp = reading.evaluate(
    (count) =>
      new Promise<void>((resolve) => {
        const script = document.querySelector('.script');
        const goUp = new MutationObserver(() => {
          if (script?.querySelectorAll('article[id^="message-"]').length !== count) return;
          goUp.disconnect();
          scrollTo(0, 0);
          requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
        });
        goUp.observe(document.body, { subtree: true, childList: true });
      }),
    ids.length + 2,
  );
  await answer(telling, tellings[0] ?? '');
  question = await questionAfter(telling, question);
  await wentUp;
  const fresh = reading.getByRole('button', { name: 'New words below' });
  await expect(turns.last()).not.toBeInViewport();
  await expect(fresh).toHaveCount(0);

  // A reader who scrolls up, or follows a link to an earlier message, keeps that in view while new messages arrive. One
  // press leads to the end, which is followed again from then on.
  const [first, newest] = [turns.first(), turns.last()];
  for (const goUp of [
    () => first.scrollIntoViewIfNeeded(),
    async () => {
      await reading.goto(`${reading.url()}#${ids[0]}`);
      await reading.reload();
      await expect(first).toBeFocused();
    },
  ]) {
    await goUp();
    await expect(newest).not.toBeInViewport();
    await expect(fresh).toHaveCount(0);
    const place = await placeOf(first);
    await answer(telling, tellings[0] ?? '');
    question = await questionAfter(telling, question);
    await expect(newest).toContainText(question);
    await expect(fresh).toBeInViewport();
    expect(await placeOf(first)).toBe(place);
    await fresh.click();
    await expect(newest).toBeInViewport();
    await expect(fresh).toHaveCount(0);
  }

  // The growing response becomes a message in the end; its newest words stay in view, however long it gets.
  const sentences = [
    'The river gave eleven back to the two of you.',
    'One stayed at the mill.',
    'Who rowed the boat home?',
  ];
  const words = 'Silas and I counted them twice that night, and it was never more than eleven.';
  const belowWindow = (element: Locator) =>
    expect.poll(() => element.evaluate((it) => it.getBoundingClientRect().bottom - innerHeight));
  await reading.setViewportSize({ width: 320, height: 480 });
  const model = await aSlowModel(words, sentences);
  try {
    await answer(telling, words);
    for (const said of [sentences.slice(0, 1), sentences.slice(0, 2)]) {
      await model.goOn();
      await expect(growing).toHaveText(said.join(' '));
      await belowWindow(growing).toBeLessThan(0);
    }
    await model.goOn();
    await expect(newest).toContainText(sentences.join(' '));
    await expect(growing).toHaveCount(0);
    await belowWindow(newest).toBeLessThan(0);
    await expect(fresh).toHaveCount(0);
  } finally {
    await model.close();
  }

  await telling.getByRole('button', { name: 'Stop for today' }).click();
  await expect(reading.getByLabel('The line is open')).toBeHidden();
});
