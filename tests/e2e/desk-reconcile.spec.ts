import type { Page } from '@playwright/test';
import { beside, settled, violations } from '../support/browser/axe.ts';
import { expect, test } from '../support/browser/test.ts';
import { aTeller, begun, say, written } from '../support/browser/told.ts';

test.describe.configure({ timeout: 180_000 });

const first =
  'We got married in 1955 in the little church on the hill in Duluth. My sister Clara played the organ although two of the pipes were stuck, and the whole street came with chairs under their arms because the benches were too few.';
const second =
  'The cake was carried up the hill under an umbrella because it rained so hard. We got married in 1957. Mrs. Olsen from the bakery held the umbrella the whole way, and her own hat was ruined for it, a green one with a feather.';

async function fits(page: Page, what: string) {
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0, { timeout: 15_000 });
  expect(await violations(page, what)).toEqual([]);
  expect(await beside(page), what).toBeLessThanOrEqual(0);
}

test('An admin settles two dates for a wedding, sees what it changes, undoes it, and has the person asked', async ({
  people,
}) => {
  const { teller, subjectId } = await aTeller(people, 'Wilma Hale');
  for (const telling of [first, second]) {
    const conversationId = await begun(teller, subjectId);
    await say(teller, conversationId, telling);
    await written(teller, conversationId);
  }
  const nora = await people.demo('Nora', 'nora.quist@example.com');
  const page = await people.open(nora);

  await test.step('what was found', async () => {
    await page.goto(`/writer/subjects/${subjectId}/`);
    await page.getByRole('link', { name: 'Reconcile' }).click();
    await settled(page);
    await page.getByRole('button', { name: 'Look again' }).click();
    await expect(page.getByRole('heading', { name: /got married: 1955 or 1957/ })).toBeVisible({
      timeout: 20_000,
    });
    await expect(page.getByRole('article', { name: 'Left' })).toContainText('in the little church');
    await expect(page.getByRole('article', { name: 'Right' })).toContainText('We got married in 1957.');
    await expect(page.getByText('We got married in 1955.', { exact: true })).toBeVisible();
    await fits(page, 'reconcile');
    await page.setViewportSize({ width: 390, height: 844 });
    await fits(page, 'reconcile at 390');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('settled by the keyboard, and undone', async () => {
    await page.keyboard.press('3');
    await expect(page.getByText('No story changes.')).toBeVisible();
    await page.keyboard.press('1');
    await page.getByRole('button', { name: 'Confirm: Keep left' }).click();
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

  await test.step('asked in the next conversation', async () => {
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('button', { name: 'Ask in the next conversation' }).click();
    await expect(page.getByText('It waits for the next conversation.')).toBeVisible();
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
});
