import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { beside, settled, violations } from '../support/browser/axe.ts';
import { aPhone, sharePhone, unknownTexts } from '../support/browser/many-messages.ts';
import { loseSource, tellTwice } from '../support/browser/reconciled.ts';
import { expect, test } from '../support/browser/test.ts';
import { aTeller, begun, say, written } from '../support/browser/told.ts';
import type { Visitor } from '../support/browser/visitor.ts';

test.describe.configure({ timeout: 180_000 });

const first =
  'We got married in 1955 in the little church on the hill in Duluth. My sister Clara played the organ although two of the pipes were stuck, and the whole street came with chairs under their arms because the benches were too few. There were four of us children, and I was the oldest.';
const second =
  'The cake was carried up the hill under an umbrella because it rained so hard. We got married in 1957. Mrs. Olsen from the bakery held the umbrella the whole way, and her own hat was ruined for it, a green one with a feather. There were six of us children, and every one was wet to the knees.';

const texts = [
  'Mrs. Olsen never let us pay for the umbrella, and Clara laughed about it all the way to Duluth.',
  'The green feather is in my sewing box, and I take it out when it rains.',
];

async function tell(teller: Visitor, subjectId: string, telling: string) {
  const conversationId = await begun(teller, subjectId);
  await say(teller, conversationId, telling);
  await written(teller, conversationId);
}

async function fits(page: Page, what: string) {
  expect(await violations(page, what)).toEqual([]);
  expect(await beside(page), what).toBeLessThanOrEqual(0);
}

/** Confirms as soon as the preview is there. */
async function confirm(page: Page, name: string) {
  const button = page.getByRole('button', { name });
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  await button.click();
}

test('An admin dismisses two numbers of children, settles two dates for a wedding, undoes it, has the subject asked, and finds it all in the audit log', async ({
  people,
}) => {
  const { teller, subjectId } = await aTeller(people, 'Wilma Hale');
  for (const telling of [first, second]) await tell(teller, subjectId, telling);
  const nora = await people.demo('Nora', 'nora.quist@example.com');
  const page = await people.open(nora);

  await test.step('see the conflicts found', async () => {
    await page.goto(`/writer/subjects/${subjectId}/`);
    await page.getByRole('link', { name: 'Reconcile' }).click();
    await settled(page);
    await page.getByRole('button', { name: 'Look again' }).click();
    await page.getByRole('link', { name: /got married: 1955 or 1957/ }).click({ timeout: 20_000 });
    await expect(page.getByRole('heading', { name: /got married: 1955 or 1957/ })).toBeVisible();
    await expect(page.getByRole('article', { name: 'Left' })).toContainText('in the little church');
    await expect(page.getByRole('article', { name: 'Right' })).toContainText('We got married in 1957.');
    await expect(page.getByText('We got married in 1955.', { exact: true })).toBeVisible();
    await fits(page, 'reconcile');
    await page.setViewportSize({ width: 390, height: 844 });
    await fits(page, 'reconcile at 390');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('preview one of two numbers, with both tellings in sight, and dismiss them', async () => {
    await page.getByRole('link', { name: /contradicting fact/ }).click();
    await expect(page.getByRole('heading', { name: /^Wilma’s brothers and sisters: 3 or 5$/ })).toBeVisible();
    await expect(
      page.getByText('Two answers are told for Wilma’s brothers and sisters: 3 and 5.'),
    ).toBeVisible();
    await expect(page.getByRole('article', { name: 'Left' })).toContainText('There were four of us children');
    await expect(page.getByRole('article', { name: 'Right' })).toContainText('There were six of us children');
    await page.keyboard.press('1');
    await expect(page.locator('ins', { hasText: 'There were four of us children' })).toBeVisible();
    await fits(page, 'contradicting facts');
    await page.keyboard.press('x');
    await confirm(page, 'Confirm: Dismiss');
    await expect(page.getByRole('link', { name: /contradicting fact/ })).toHaveCount(0);
  });

  await test.step('settle by keyboard and undo', async () => {
    await page.keyboard.press('3');
    await expect(page.getByText('No story changes.')).toBeVisible();
    await page.keyboard.press('1');
    await confirm(page, 'Confirm: Keep left');
    await expect(page.getByText('Nothing waits.')).toBeVisible();
    await page.getByRole('button', { name: 'Settled' }).click();
    await expect(page.getByText(/Left was kept by Nora/)).toBeVisible();
    const { subject } = await teller.gql(
      'query ($id: ID!) { subject(id: $id) { cards(first: 10) { edges { node { body } } } } }',
      { id: subjectId },
    );
    expect(JSON.stringify(subject)).not.toContain('1957');
    await page.getByRole('button', { name: 'Undo, and open it again' }).click();
    await expect(page.getByText('It is open again')).toBeVisible();
  });

  await test.step('have the subject asked in the next conversation', async () => {
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    const ask = page.getByRole('button', { name: 'Ask in the next conversation' });
    const place = await ask.boundingBox();
    const choice = await page.getByRole('button', { name: 'Keep left' }).first().boundingBox();
    await expect(page.locator('ins', { hasText: 'We got married in 1955.' })).toBeVisible();
    expect(await ask.boundingBox(), 'the preview moves nothing').toEqual(place);
    await ask.click();
    await expect(page.getByText('It waits for the next conversation.')).toBeVisible();
    expect(await page.getByRole('button', { name: 'Keep left' }).first().boundingBox()).toEqual(choice);
    const { subject } = await teller.gql(
      'query ($id: ID!) { subject(id: $id) { questions(first: 5) { edges { node { text } } } } }',
      {
        id: subjectId,
      },
    );
    expect(subject.questions.edges).toMatchObject([
      { node: { text: 'Was it in 1955 or in 1957 that you got married?' } },
    ]);
  });

  await test.step('find everything in the audit log', async () => {
    await page.getByRole('link', { name: 'Audit log' }).click();
    await settled(page);
    await page.getByLabel('Action').fill('conflict');
    await page.getByLabel('Action').press('Enter');
    await expect(page.getByRole('row').nth(1)).toContainText('conflict.asked');
    await page.getByRole('button', { name: 'Wilma Hale' }).first().click();
    await expect(page).toHaveURL(/subjectId=/);
    await expect(page.getByRole('row').filter({ hasText: 'conflict.settled' }).first()).toContainText('Nora');
    await fits(page, 'audit log');
    await page.setViewportSize({ width: 390, height: 844 });
    await fits(page, 'audit log at 390');
    await page.setViewportSize({ width: 1440, height: 900 });
    const file = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save as CSV' }).click();
    const csv = await readFile(await (await file).path(), 'utf8');
    expect(csv).toContain('"conflict.reopened"');
    expect(csv).not.toContain('"messages.read"');
  });

  const again = page.getByRole('button', { name: 'Look again' });
  const wedding = page.getByRole('region', { name: /got married: 1955 or 1957/ });
  const twice = page.getByRole('region', { name: /” and “The green hat”$/ });

  await test.step('merge two stories that tell the same, found while the page is open, and undo it', async () => {
    await page.goto(`/writer/subjects/${subjectId}/reconcile/`);
    await settled(page);
    await expect(wedding.getByRole('heading', { level: 2 })).toBeVisible();
    await tellTwice(subjectId, {
      ...{ title: 'The green hat', words: ['cake', 'feather'] },
      more: { text: 'Clara was still at her place when it came in.', on: 'organ' },
    });
    await again.click();
    await expect(page.getByText('1 new one was found.')).toBeVisible();
    await expect(wedding, 'what is looked at stays').toBeVisible();
    await page.getByRole('link', { name: /duplicate stories/ }).click();
    await expect(twice.getByRole('article', { name: 'Right' })).toContainText('Clara was still at her place');
    await expect(twice.locator('ins')).toHaveText('Clara was still at her place when it came in.');
    await expect(twice.getByText('Readers don’t see this story any more: The green hat')).toBeVisible();
    await fits(page, 'duplicate stories');
    await confirm(page, 'Confirm: Merge into left');
    await expect(page.getByRole('link', { name: /duplicate stories/ })).toHaveCount(0);
    expect(await statusesOf(teller, subjectId)).toContainEqual(['The green hat', 'HIDDEN']);
    await page.getByRole('button', { name: 'Settled' }).click();
    await expect(page.getByText(/Merged by Nora/)).toBeVisible();
    await page.getByRole('button', { name: 'Undo, and open it again' }).click();
    await expect(page.getByText('Nothing is settled yet.')).toBeVisible();
    expect(await statusesOf(teller, subjectId)).not.toContainEqual(['The green hat', 'HIDDEN']);
  });

  await test.step('take out a sentence whose source is gone by keyboard, and go on with the next', async () => {
    await page.getByRole('button', { name: 'Open', exact: true }).press('Enter');
    await expect(twice).toBeVisible();
    await loseSource(subjectId, 'feather');
    await again.press('Enter');
    const gone = page.getByRole('link', { name: /source is gone/ });
    await gone.press('Enter', { timeout: 20_000 });
    await expect(page.getByRole('article', { name: 'The sentence' })).toContainText('feather');
    await page.keyboard.press('2');
    await expect(page.locator('del', { hasText: 'feather' })).toBeVisible();
    const take = page.getByRole('button', { name: 'Confirm: Take it out' });
    await expect(take).not.toHaveAttribute('aria-disabled', 'true');
    await take.press('Enter');
    await expect(gone).toHaveCount(0);
    await expect(twice).toBeFocused();
    await again.click();
    await expect(page.getByText('Nothing new was found.')).toBeVisible();
  });
});

async function statusesOf(teller: Visitor, subjectId: string): Promise<string[][]> {
  const { subject } = await teller.gql(
    'query ($id: ID!) { subject(id: $id) { cards(first: 10) { edges { node { title status } } } } }',
    { id: subjectId },
  );
  const cards: { node: { title: string; status: string } }[] = subject.cards.edges;
  return cards.map(({ node: { title, status } }) => [title, status]);
}

test('An admin adds the texts of an unknown phone to a book, undoes it, and dismisses them', {
  tag: '@rare',
}, async ({ people }) => {
  const { teller, subjectId } = await aTeller(people, 'Wilma Hale');
  await tell(teller, subjectId, `${first} ${second}`);
  const page = await people.open(await people.demo('Nora', 'nora.quist@example.com'));
  const phone = aPhone();
  await unknownTexts(phone, texts);
  await page.goto(`/writer/subjects/${subjectId}/reconcile/`);
  await settled(page);
  await page.getByRole('button', { name: 'Look again' }).click();
  await page.getByRole('link', { name: /Texts from an unknown phone/ }).click({ timeout: 20_000 });
  const [left, right] = ['Texts', /’s book$/].map((name) => page.getByRole('article', { name }));
  for (const text of texts) await expect(left as Locator).toContainText(text);
  await expect(right as Locator).toContainText('Mrs. Olsen');
  await expect(page.getByText('Nothing is sent to this phone')).toBeVisible();
  expect(await page.locator('main').textContent()).not.toContain(phone);
  await fits(page, 'texts of an unknown phone');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await fits(page, 'texts of an unknown phone at 390, dark');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });

  await page.getByRole('button', { name: /^Confirm: These are Wilma/ }).click();
  await expect(page.getByText('It is settled')).toBeVisible();
  const talks =
    'query ($id: ID!) { subject(id: $id) { conversations(first: 5) { edges { node { channel status } } } } }';
  await expect
    .poll(async () => JSON.stringify(await teller.gql(talks, { id: subjectId })), { timeout: 20_000 })
    .toContain('"channel":"SMS","status":"COMPLETED"');
  await page.getByRole('button', { name: 'Settled' }).click();
  await expect(page.getByText(/The texts were added to the book by Nora/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo, and open it again' }).click();
  await expect(page.getByText('It is open again')).toBeVisible();
  expect(JSON.stringify(await teller.gql(talks, { id: subjectId }))).not.toContain('SMS');

  await page.goto(`/writer/subjects/${subjectId}/reconcile/`);
  await page.getByRole('link', { name: /Texts from an unknown phone/ }).click();
  await settled(page);
  await page.keyboard.press('x');
  await confirm(page, 'Confirm: Dismiss');
  await expect(page.getByRole('link', { name: /Texts from an unknown phone/ })).toHaveCount(0);
});

test('An admin gives texts of a shared phone to the person who wrote them', {
  tag: '@rare',
}, async ({ people }) => {
  const { teller, subjectId } = await aTeller(people, 'Wilma Hale');
  const { subjectId: otherId } = await aTeller(people, 'Otto Hale');
  const page = await people.open(await people.demo('Nora', 'nora.quist@example.com'));
  const phone = aPhone();
  await sharePhone(phone, [subjectId, otherId]);
  await unknownTexts(phone, texts, [subjectId, otherId]);
  await page.goto(`/writer/subjects/${otherId}/reconcile/`);
  await settled(page);
  await page.getByRole('button', { name: 'Look again' }).click();
  const link = page.getByRole('link', { name: /Texts from a shared phone/ });
  await link.click({ timeout: 20_000 });
  for (const text of texts) await expect(page.getByRole('article', { name: 'Texts' })).toContainText(text);
  const shared = page.getByRole('article', { name: 'Shared phone' });
  await expect(shared).toContainText(phone);
  await expect(shared).toContainText('Otto');
  await fits(page, 'texts of a shared phone');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await fits(page, 'texts of a shared phone at 390, dark');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.keyboard.press('x');
  await expect(page.getByText('These texts are added to no book')).toBeVisible();

  await shared.getByRole('link', { name: 'Wilma' }).press('Enter');
  await settled(page);
  await page.getByRole('button', { name: 'Look again' }).click();
  await link.click({ timeout: 20_000 });
  await confirm(page, 'Confirm: These are Wilma');
  await expect(link).toHaveCount(0);
  const talks =
    'query ($id: ID!) { subject(id: $id) { conversations(first: 5) { edges { node { channel status } } } } }';
  await expect
    .poll(async () => JSON.stringify(await teller.gql(talks, { id: subjectId })), { timeout: 20_000 })
    .toContain('"channel":"SMS","status":"COMPLETED"');
  await page.goto(`/writer/subjects/${otherId}/reconcile/`);
  await settled(page);
  await expect(link).toHaveCount(0);
});

test('An admin adds a question to the bank, moves it, switches it off, exports it, changes it and brings it back', {
  tag: '@rare',
}, async ({ people }) => {
  const question = `What hung over the stove at number ${Date.now() % 10_000}?`;
  const page = await people.open(await people.demo('Nora', 'nora.quist@example.com'));
  await page.goto('/writer/prompts/');
  await settled(page);
  const bank = page.getByRole('region', { name: 'Question bank' });
  await bank.getByLabel('Chapter').selectOption('Childhood home');
  await bank.getByRole('button', { name: 'New question' }).click();
  const form = page.getByRole('dialog', { name: 'New question' });
  await form.getByLabel('Question', { exact: true }).fill('What was your favourite room?');
  await form.getByLabel(/Themes/).fill('house, food');
  await form.getByRole('button', { name: 'Save question' }).click();
  await expect(form.getByText('Must not rank memories or test them')).toBeVisible();
  await form.getByLabel('Question', { exact: true }).fill(question);
  await form.getByRole('button', { name: 'Save question' }).click();
  const row = bank.getByRole('row').filter({ hasText: question });
  await expect(row).toContainText('not yet');
  await row.getByRole('button', { name: `Move up: ${question}` }).click();
  await expect(row.getByRole('button', { name: `Move down: ${question}` })).toBeEnabled();
  await row.getByRole('checkbox').click();
  await expect(page.getByText('It is not asked any more')).toBeVisible();
  await expect(row.getByRole('checkbox')).not.toBeChecked();
  await fits(page, 'question bank');
  await page.setViewportSize({ width: 390, height: 844 });
  await fits(page, 'question bank at 390');
  await page.setViewportSize({ width: 1440, height: 900 });
  const file = page.waitForEvent('download');
  await bank.getByRole('button', { name: 'Export' }).click();
  expect(await readFile(await (await file).path(), 'utf8')).toContain(question);

  const other = `What hung beside the stove at number ${Date.now() % 10_000}?`;
  const edit = page.getByRole('dialog', { name: 'Edit question' });
  await bank.getByRole('button', { name: `Edit: ${question}` }).press('Enter');
  await expect(edit.getByText('There are no earlier versions.')).toBeVisible();
  await edit.getByLabel('Question', { exact: true }).fill(other);
  await edit.getByRole('button', { name: 'Save question' }).press('Enter');
  await bank.getByRole('button', { name: `Edit: ${other}` }).press('Enter');
  const changes = edit.getByRole('region', { name: 'What changes' });
  await expect(changes).toContainText(`− ${question}`);
  await expect(changes).toContainText(`+ ${other}`);
  await fits(page, 'versions of a question');
  await page.screenshot({ path: 'test-results/question-versions-1440.png' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await edit.getByRole('heading', { name: 'Earlier versions' }).scrollIntoViewIfNeeded();
  await fits(page, 'versions of a question at 390, dark');
  await page.screenshot({ path: 'test-results/question-versions-390-dark.png' });
  const back = edit.getByRole('button', { name: 'Bring back: Version 1' });
  // Words that are not saved would be lost.
  await edit.getByLabel('Question', { exact: true }).fill('Who lit it?');
  await expect(back).toBeDisabled();
  await edit.getByLabel('Question', { exact: true }).fill(other);
  await back.press('Enter');
  await expect(page.getByText('Version 1 is back')).toBeVisible();
  await expect(edit).toBeHidden();
  await expect(bank.getByRole('row').filter({ hasText: question })).toBeVisible();
});
