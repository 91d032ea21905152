import { beside, violations } from '../support/browser/axe.ts';
import { expect, test } from '../support/browser/test.ts';
import { aTeller, begun, letIn, say, tellings, written } from '../support/browser/told.ts';
import { done } from '../support/browser/visitor.ts';
import { aPhoto } from '../support/keepsake-files.ts';

test('An edited story appears at once in another reader’s browser', async ({ people }) => {
  const { teller, subjectId } = await aTeller(people, 'Marta Quill');
  const reader = await people.join('Nils Quill');
  await letIn(teller, subjectId, reader, 'EDITOR');
  const conversationId = await begun(teller, subjectId);
  await say(teller, conversationId, tellings[0] ?? '');
  const [story] = await written(teller, conversationId);
  const page = await people.open(reader);
  await page.goto(`/dashboard/${subjectId}/biography/?cardId=${story?.id}`);
  await expect(page.getByRole('article')).toContainText('Penhallow');

  const body = 'The river took the barrels, and we took them back.';
  // The page subscribes shortly after it has opened, so the edit is repeated until it is seen.
  await expect(async () => {
    const { card } = await teller.gql('query ($id: ID!) { card(id: $id) { revision } }', { id: story?.id });
    const input = { id: story?.id, subjectId, title: 'Barrels', body, baseRevision: card.revision };
    done(await teller.gql('SaveCard', { input }));
    await expect(page.getByRole('article')).toContainText(body, { timeout: 2_000 });
  }).toPass({ timeout: 20_000 });

  await expect(page.getByRole('article').getByRole('heading', { name: 'Barrels' })).toBeVisible();
});

test('Two people who edit a story at once, one by keyboard on a phone, merge their versions and lose no word', async ({
  people,
}) => {
  const { teller, subjectId } = await aTeller(people, 'Marta Quill');
  const reader = await people.join('Nils Quill');
  await letIn(teller, subjectId, reader, 'EDITOR');
  const conversationId = await begun(teller, subjectId);
  await say(teller, conversationId, tellings[0] ?? '');
  const [story] = await written(teller, conversationId);
  const page = await people.open(reader, { viewport: { width: 390, height: 844 } });
  const editor = `/dashboard/${subjectId}/biography/?cardId=${story?.id}&edit=story`;
  await page.goto(editor);
  const text = page.getByLabel('Text', { exact: true });

  const other = await people.open(teller);
  const theirText = other.getByLabel('Text', { exact: true });

  await test.step('each sees that the other has the editor open, until it is closed', async () => {
    await expect(text).toBeVisible();
    await other.goto(editor);
    const line = page.getByText('Marta Quill is editing this story too.');
    await expect(line).toBeVisible();
    await expect(other.getByText('Nils Quill is editing this story too.')).toBeVisible();
    await other.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(line).toBeHidden();
    await expect(other.getByRole('article')).toContainText('Penhallow');
  });

  await test.step('a photo and a person are put into the story at once', async () => {
    await page
      .getByLabel('Photos to add to this story')
      .setInputFiles({ name: 'barrels.jpg', mimeType: 'image/jpeg', buffer: await aPhoto() });
    const pictures = page.getByRole('region', { name: 'Pictures in this story' });
    await pictures.getByRole('textbox', { name: 'Caption' }).focus();
    await page.keyboard.type('The barrels');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Caption saved')).toBeVisible();
    await pictures.getByLabel('Place in the story').selectOption('Before the text');
    await page.getByLabel('Add a person').selectOption('Somebody new');
    await page.getByRole('textbox', { name: 'Name', exact: true }).focus();
    await page.keyboard.type('Olga Quill');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Take out: Olga Quill' })).toBeVisible();
    expect(await violations(page, 'pictures and people')).toEqual([]);
    expect(await beside(page)).toBeLessThanOrEqual(0);
  });

  await test.step('a sentence that is typed into keeps its source, and the draft survives a reload', async () => {
    await text.focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' I was there.');
    await expect(page.getByText('This sentence is written by hand.')).toBeVisible();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Control+ArrowRight');
    await page.keyboard.type('truly ');
    await expect(page.getByText(/^This sentence was said.*, and its words were changed\.$/)).toBeVisible();
    await expect(page.getByText('Draft kept, not saved yet')).toBeVisible();
    await page.reload();
    await expect(text).toContainText('truly ');
    expect(await violations(page, 'editing')).toEqual([]);
  });

  await test.step('the other version is announced, and both are merged', async () => {
    await other.goto(editor);
    await theirText.focus();
    await other.keyboard.press('Control+End');
    await other.keyboard.type(' So it was.');
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(other.getByRole('article')).toContainText('So it was.');
    await page.keyboard.press('Control+s');
    await expect(
      page.getByRole('heading', { name: 'Marta Quill saved this story while you were writing' }),
    ).toBeFocused();
    await expect(page.getByText('So it was.')).toBeVisible();
    expect(await violations(page, 'merging')).toEqual([]);
    expect(await beside(page)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Save the merged story' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('article')).toContainText('So it was.');
    await expect(page.getByRole('article')).toContainText('truly ');
    await expect(page.getByRole('article').getByRole('img', { name: 'The barrels' })).toBeVisible();
    await expect(page.getByRole('article').getByRole('link', { name: 'Olga Quill' })).toBeVisible();
    // She has the story open, and sees both.
    for (const words of ['truly ', 'So it was.', 'I was there.'])
      await expect(other.getByRole('article')).toContainText(words);
  });

  const { card } = await teller.gql(
    'query ($id: ID!) { card(id: $id) { revision sentences { text edited byHand } } }',
    { id: story?.id },
  );
  expect(card.revision).toBe(3);
  expect(card.sentences[0]).toMatchObject({ edited: true, byHand: false });
  expect(card.sentences.slice(-2)).toEqual(
    ['So it was.', 'I was there.'].map((text) => ({ text, edited: false, byHand: true })),
  );
});
