import { violations } from '../support/browser/axe.ts';
import { expect, test } from '../support/browser/test.ts';
import { aTeller, begun, say, tellings, written } from '../support/browser/told.ts';

test('A draft of a story is continued and saved on another device', { tag: '@rare' }, async ({ people }) => {
  const { teller, subjectId, page: desk } = await aTeller(people, 'Marta Quill');
  const conversationId = await begun(teller, subjectId);
  await say(teller, conversationId, tellings[0] ?? '');
  const [story] = await written(teller, conversationId);
  const address = `/dashboard/${subjectId}/biography/?cardId=${story?.id}&edit=story`;
  const hint = 'You have an unsaved draft of today';
  await desk.goto(address);
  const text = desk.getByLabel('Text', { exact: true });
  await text.focus();
  await desk.keyboard.press('Control+End');
  await desk.keyboard.type(' I was there.');
  await expect(desk.getByText('Draft kept, not saved yet')).toBeVisible();

  await test.step('what is typed right before the page is closed is kept too', async () => {
    await desk.keyboard.type(' So was Silas.');
    // Leaving for another page is what the browser does on closing, without its own question.
    desk.on('dialog', (question) => void question.accept());
    await desk.goto('about:blank');
    await desk.close();
    const kept = `query ($subjectId: ID!, $cardId: ID) {
      storyDraft(subjectId: $subjectId, cardId: $cardId) { text { text } } }`;
    await expect
      .poll(async () => JSON.stringify(await teller.gql(kept, { subjectId, cardId: story?.id })))
      .toContain('So was Silas.');
  });

  const phone = await people.open(teller, { viewport: { width: 390, height: 844 } });
  await phone.goto(address);
  await expect(phone.getByRole('heading', { name: hint })).toBeVisible();
  expect(await violations(phone, 'a draft')).toEqual([]);
  await phone.getByRole('button', { name: 'Continue with the draft' }).click();
  const field = phone.getByLabel('Text', { exact: true });
  await expect(field).toContainText('I was there. So was Silas.');

  await test.step('two devices that write at once are told, and no word is lost', async () => {
    const tablet = await people.open(teller);
    await tablet.goto(address);
    await tablet.getByRole('button', { name: 'Continue with the draft' }).click();
    const other = tablet.getByLabel('Text', { exact: true });
    await other.focus();
    await tablet.keyboard.press('Control+Home');
    await tablet.keyboard.type('Listen. ');
    await expect(tablet.getByText('Draft kept, not saved yet')).toBeVisible();
    await field.focus();
    await phone.keyboard.press('Control+End');
    await phone.keyboard.type(' And Edmund.');
    await expect(phone.getByText('You also changed this story on another device')).toBeVisible();
    await phone.getByRole('button', { name: 'Compare the two versions' }).click();
    await expect(phone.getByText('From your other device').first()).toBeVisible();
    await phone.getByRole('button', { name: 'Edit it further' }).click();
    await expect(field).toContainText('Listen. ');
    await expect(field).toContainText('And Edmund.');
    await expect(phone.getByText('Draft kept, not saved yet')).toBeVisible();
    await tablet.close();
  });

  await field.focus();
  await phone.keyboard.press('Control+Home');
  await phone.getByRole('button', { name: 'Make it a quote' }).click();
  await expect(field.locator('blockquote')).toContainText('Listen.');
  await expect(phone.getByRole('button', { name: 'Make it plain text' })).toBeVisible();
  await phone.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(phone.getByRole('article').locator('blockquote')).toContainText('Listen.');
  await expect(phone.getByRole('article')).toContainText('And Edmund.');
  await expect(phone.getByRole('article')).toContainText('Listen.');
  await phone.goto(address);
  await expect(field).toContainText('And Edmund.');
  await expect(phone.getByRole('heading', { name: hint })).toHaveCount(0);
});

test('A draft that is discarded is gone, and can be brought back at once', { tag: '@rare' }, async ({
  people,
}) => {
  const { teller, subjectId, page } = await aTeller(people, 'Marta Quill');
  const address = `/dashboard/${subjectId}/biography/?edit=new`;
  await page.goto(address);
  await page.getByLabel('Title', { exact: true }).fill('The mill');
  await expect(page.getByText('Draft kept, not saved yet')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('The mill');
  await expect(page.getByText('Draft kept, not saved yet')).toBeVisible();

  const elsewhere = await people.open(teller);
  await elsewhere.goto(address);
  await elsewhere.getByRole('button', { name: 'Discard the draft' }).click();
  await expect(elsewhere.getByLabel('Title', { exact: true })).toHaveValue('');
  await elsewhere.reload();
  await expect(elsewhere.getByLabel('Title', { exact: true })).toHaveValue('');
});
