import { beside, settled, violations } from '../support/browser/axe.ts';
import { hands } from '../support/browser/hands.ts';
import { expect, test } from '../support/browser/test.ts';
import { anOwnBook, aPublishedStory, begun, letIn, say, tellings, written } from '../support/browser/told.ts';
import { done } from '../support/browser/visitor.ts';

test('A book in Spanish says that it is searched by its words', { tag: '@rare' }, async ({ people }) => {
  const hana = await people.join('Hana Vale');
  const subjectId = await anOwnBook(hana, { preferredName: 'Hana', language: 'es' });
  const input = { subjectId, chapterKey: 'origins', title: 'El molino', body: 'Remamos hasta la noche.' };
  done(await hana.gql('SaveCard', { input }));
  const page = await people.open(hana);
  await page.goto(`/dashboard/${subjectId}/biography/`);
  await page.getByRole('button', { name: 'Ask or search' }).click();
  const sheet = page.getByRole('dialog', { name: 'Ask or search the book' });
  await expect(sheet.getByText(/Ask in Spanish: your words are found in most of their forms/)).toBeVisible();
  await sheet.getByLabel('Your question, or words to find').fill('¿Qué barco tenían ustedes?');
  await sheet.getByRole('button', { name: 'Find' }).click();
  await expect(sheet.getByText('It may have been told in other words.')).toBeVisible();
  await expect(sheet.getByText('No answer was found in the book.')).toHaveCount(0);
  await sheet.getByLabel('Your question, or words to find').fill('remar');
  await sheet.getByRole('button', { name: 'Find' }).click();
  const found = sheet.getByRole('region', { name: 'Stories with these words' });
  await expect(found.getByRole('link', { name: 'El molino' })).toBeVisible();
  await expect(found.getByText('Remamos hasta la noche.')).toBeVisible();
});

test('A reader finds a story that was written by hand by asking in other words, until it is held back', async ({
  people,
}) => {
  const [hana, ines] = [await people.join('Hana Vale'), await people.join('Ines Vale')];
  const subjectId = await anOwnBook(hana, { preferredName: 'Hana' });
  await letIn(hana, subjectId, ines, 'VIEWER');
  const body =
    'My grandfather ran a sawmill by the river. He lost two fingers of his left hand when the belt broke.';
  const story = { subjectId, chapterKey: 'origins' };
  const cardId = await aPublishedStory(hana, { ...story, title: 'The mill', body });
  const openId = await aPublishedStory(hana, { ...story, title: 'The boat' });
  const page = await people.open(ines, { viewport: { width: 390, height: 844 } });
  await page.goto(`/dashboard/${subjectId}/biography/?cardId=${openId}`);
  await settled(page);
  await page.getByRole('button', { name: 'Ask or search' }).click();
  const sheet = page.getByRole('dialog', { name: 'Ask or search the book' });
  await sheet.getByLabel('Your question, or words to find').fill('How was her grandfather injured at work?');
  await sheet.getByRole('button', { name: 'Find' }).click();
  const found = sheet.getByRole('region', { name: 'Stories that may answer your question' });
  await expect(found.getByText(/He lost two fingers/)).toBeVisible();
  await expect(sheet.getByText(/There’s no answer in/)).toBeVisible();
  expect(await violations(page, 'a story that may answer')).toEqual([]);
  expect(await beside(page)).toBe(0);
  done(await hana.gql('SetAudience', { input: { cardId, afterDeath: true } }));
  await sheet.getByRole('button', { name: 'Find' }).click();
  await expect(sheet.getByText('No answer was found in the book.')).toBeVisible();
  await expect(found).toHaveCount(0);
});

for (const { how, viewport, press, type } of hands) {
  test(`A reader asks the book, reads the answer in its story, and has a question passed on that nobody has answered, ${how}`, async ({
    people,
  }) => {
    const [hana, ines] = [await people.join('Hana Vale'), await people.join('Ines Vale')];
    const subjectId = await anOwnBook(hana, { preferredName: 'Hana' });
    await letIn(hana, subjectId, ines, 'VIEWER');
    const conversationId = await begun(hana, subjectId);
    for (const telling of tellings) await say(hana, conversationId, telling);
    const stories = await written(hana, conversationId);
    for (const { id } of stories) done(await hana.gql('SetCardStatus', { id, status: 'PUBLISHED' }));
    const question = 'What colour of ink did her mother use for the accounts?';
    // What was told can be found as soon as a job has read it.
    const found = async () => (await ines.gql('AskBook', { subjectId, question })).subject.askBook.length;
    await expect.poll(found, { timeout: 30_000 }).toBeGreaterThan(0);

    const page = await people.open(ines, { viewport });
    await page.goto(`/dashboard/${subjectId}/biography/`);
    await settled(page);
    const sheet = page.getByRole('dialog', { name: 'Ask or search the book' });
    const field = sheet.getByLabel('Your question, or words to find');
    const find = sheet.getByRole('button', { name: 'Find' });
    const fits = async (what: string) => {
      expect(await violations(page, `${what}, ${how}`)).toEqual([]);
      expect(await beside(page), what).toBe(0);
    };

    await test.step('an answer is a sentence that was said, with its story', async () => {
      await press(page.getByRole('button', { name: 'Ask or search' }));
      await expect(field).toBeFocused();
      await press(find);
      await expect(sheet.getByText('Write your question first')).toBeVisible();
      await fits('without a question');
      await type(field, question);
      await page.keyboard.press('Enter');
      const answers = sheet.getByRole('list', { name: `Answers to “${question}”` });
      const quote = answers.locator('blockquote').first();
      await expect(quote).toContainText('My mother Rosalind kept the accounts in green ink');
      const said = (await quote.textContent()) ?? '';
      expect(tellings.some((telling) => telling.includes(said))).toBe(true);
      // A reader may not open conversations, so the answer leads to the story only.
      await expect(answers.getByRole('link', { name: 'Read it in the conversation' })).toHaveCount(0);
      await fits('an answer');
      await press(answers.getByRole('listitem').first().getByRole('link'));
      await expect(sheet).toBeHidden();
      await expect(page.getByRole('article')).toContainText('green ink');
    });

    await test.step('what nobody has told is put to the subject', async () => {
      const untold = 'Did she ever see the ocean from an aeroplane?';
      await press(page.getByRole('button', { name: 'Ask or search' }));
      await type(field, untold);
      await press(find);
      await expect(sheet.getByText('No answer was found in the book.')).toBeVisible();
      await expect(sheet.locator('blockquote')).toHaveCount(0);
      await fits('no answer');
      await press(sheet.getByRole('button', { name: 'Ask Hana that' }));
      await expect(sheet.getByText('We’ll ask in the next conversation.')).toBeVisible();
      const own = await people.open(hana, { viewport });
      await own.goto(`/dashboard/${subjectId}/questions/`);
      await expect(own.getByText(untold).first()).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: 'Ask or search' })).toBeFocused();
    });
  });
}
