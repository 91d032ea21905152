import { expect, test } from '../support/browser/test.ts';
import { anOwnBook, begun, letIn, say, tellings, written } from '../support/browser/told.ts';
import { done } from '../support/browser/visitor.ts';

test('A viewer reads published stories, and finds neither drafts nor transcripts until the owner allows it', async ({
  people,
}) => {
  const [owner, viewer, stranger] = await Promise.all([
    people.join('Nora Tamm'),
    people.join('Olli Tamm'),
    people.join('Pia Stray'),
  ]);
  const subjectId = await anOwnBook(owner);
  await letIn(owner, subjectId, viewer, 'VIEWER');
  const conversationId = await begun(owner, subjectId);
  for (const telling of tellings) await say(owner, conversationId, telling);
  const [draft] = await written(owner, conversationId);
  const book = `/dashboard/${subjectId}`;
  const story = `${book}/biography/?cardId=${draft?.id}`;
  const call = `${book}/call-log/${conversationId}/`;

  const page = await people.open(viewer);
  await page.goto(`${book}/biography/`);
  await expect(page.getByRole('heading', { name: 'Nothing is written yet' })).toBeVisible();
  await page.goto(story);
  await expect(page.getByText('This story is not here')).toBeVisible();
  await expect(page.getByText(draft?.title ?? '', { exact: true })).toBeHidden();
  await page.goto(call);
  await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
  await page.goto(`${book}/call-log/`);
  await expect(
    page.getByRole('heading', { name: 'You read the stories, not the conversations' }),
  ).toBeVisible();
  await expect(page.locator(`a[href*="${conversationId}"]`)).toHaveCount(0);

  done(await owner.gql('SetCardStatus', { id: draft?.id, status: 'PUBLISHED' }));
  await page.goto(story);
  const sentence = page.locator('[data-sentence]').first();
  await sentence.click();
  const source = page.getByRole('complementary', { name: 'Where this comes from' });
  await expect(source.locator('q').first()).not.toBeEmpty();
  await expect(source.getByRole('link')).toHaveCount(0);

  done(await owner.gql('UpdateSubject', { input: { id: subjectId, viewersReadTranscripts: true } }));
  await page.goto(call);
  await expect(page.locator('article[id^="message-"]').nth(1)).toContainText(tellings[0] ?? '');

  // For a user without access the whole book doesn't exist.
  const outside = await people.open(stranger);
  for (const address of [`${book}/`, story, call, `${book}/settings/`]) {
    await outside.goto(address);
    await expect(outside.getByRole('heading', { name: 'Not Found' })).toBeVisible();
  }
});
