import type { Locator, Page, Request } from '@playwright/test';
import { beside, settled, violations } from '../support/browser/axe.ts';
import { withDatabase } from '../support/browser/database.ts';
import { expect, type People, test } from '../support/browser/test.ts';
import { done, type Visitor } from '../support/browser/visitor.ts';

test.describe.configure({ timeout: 240_000 });

type Admins = { nora: Visitor; page: Page; second: Page };

/** Two admins, each in a browser of their own: Nora at a desk, and Bea on a small phone in the dark. */
async function twoAdmins(people: People): Promise<Admins> {
  const nora = await people.demo('Nora', 'nora.quist@example.com');
  const bea = await people.join('Bea Holm');
  await withDatabase((database) =>
    database.query(`update "user" set role = 'admin' where email = $1`, [bea.email]),
  );
  const page = await people.open(nora, {
    ...{ viewport: { width: 1440, height: 900 }, colorScheme: 'light', reducedMotion: 'reduce' },
  });
  const second = await people.open(bea, {
    ...{ viewport: { width: 390, height: 844 }, colorScheme: 'dark', reducedMotion: 'reduce' },
  });
  return { nora, page, second };
}

/** Checks the notice by which the second editor is told, and returns the page with what the first one saved. */
async function theirsFrom(page: Page, told: Locator, what: string): Promise<Page> {
  await expect(told).toContainText('What you wrote is still here, and is not saved.');
  await expect(told).toHaveAccessibleDescription('What you wrote is still here, and is not saved.');
  await expect(told).toBeFocused();
  await expect(told).toBeInViewport();
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0, { timeout: 15_000 });
  expect(await violations(page, what)).toEqual([]);
  expect(await beside(page), what).toBeLessThanOrEqual(0);
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const theirs = await opened;
  await settled(theirs);
  return theirs;
}

test('Of two editors of an agent prompt, the second is told, and their words are the version after', {
  tag: '@rare',
}, async ({ people }) => {
  const { nora, page, second } = await twoAdmins(people);
  const name = `Quay ${Date.now()}`;
  const saving = `mutation ($input: SaveAgentPromptInput!) {
    saveAgentPrompt(input: $input) { ... on AgentPrompt { id } ... on InvalidInput { code message } } }`;
  const input = { name, instructions: 'Ask about the quay.', firstMessage: 'Hello, shall we talk?' };
  const { id } = done(await nora.gql(saving, { input }));
  for (const each of [page, second]) {
    await each.goto(`/writer/agent-prompts/${id}/edit`);
    await settled(each);
  }
  await page.getByLabel('Instructions').fill('Ask about the quay and its cranes.');
  await page.getByLabel('Name', { exact: true }).fill(`${name} of cranes`);
  await page.getByRole('button', { name: 'Save as a new version' }).click();
  await expect(page.getByRole('button', { name: 'Make 2 live' })).toBeVisible();

  await second.getByLabel('Instructions').fill('Ask about the quay and its gulls.');
  await second.getByLabel('Why it is changed').fill('Gulls are dear to many');
  await second.getByRole('button', { name: 'Save as a new version' }).click();
  const told = second.getByRole('region', { name: 'Nora Quist saved version 2 meanwhile' });
  const theirs = await theirsFrom(second, told, 'an agent prompt that was saved meanwhile');
  await expect(theirs.getByText('Ask about the quay and its cranes.').first()).toBeVisible();
  await theirs.close();
  await expect(second.getByLabel('Instructions')).toHaveValue('Ask about the quay and its gulls.');
  await expect(second.getByLabel('Why it is changed')).toHaveValue('Gulls are dear to many');

  // Saved again before it is seen, it is refused again.
  await second.getByRole('button', { name: 'Save as a new version' }).click();
  await expect(told).toBeFocused();
  await told.getByRole('button', { name: 'I have seen it' }).click();
  await expect(told).toHaveCount(0);
  await expect(second.getByRole('button', { name: 'Save as a new version' })).toBeFocused();
  await second.keyboard.press('Enter');
  await expect(second.getByRole('button', { name: 'Make 3 live' })).toBeVisible();
  const changes = second.getByRole('region', { name: 'What changes' });
  await expect(changes).toContainText('− Ask about the quay and its cranes.');
  await expect(changes).toContainText('+ Ask about the quay and its gulls.');
  await expect(second.getByRole('heading', { name: `${name} of cranes` })).toBeVisible();
});

test('Of two editors of a writing prompt, the second is told, and their words are the version after', {
  tag: '@rare',
}, async ({ people }) => {
  const { page, second } = await twoAdmins(people);
  const words = { theirs: `Three plain words. ${Date.now()}`, own: `At most five words. ${Date.now()}` };
  for (const each of [page, second]) {
    await each.goto('/writer/prompts/');
    await settled(each);
    await each.getByRole('button', { name: 'Titles', exact: true }).click();
  }
  await page.getByLabel('Instructions').fill(words.theirs);
  const isSaving = (request: Request) => request.postData()?.includes('WriterSavePrompt') ?? false;
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/graphql*', async (route) => {
    if (isSaving(route.request())) await held;
    await route.continue();
  });
  const asked = page.waitForRequest(isSaving);
  await page.getByRole('button', { name: 'Save as a new version' }).click();
  await asked;
  await page.getByLabel('Instructions').fill(`${words.theirs} And more.`);
  letGo();
  await expect(page.getByText(/^Titles is saved as version \d+$/)).toBeVisible();

  await expect(page.getByLabel('Instructions')).toHaveValue(`${words.theirs} And more.`);

  await second.getByLabel('Instructions').fill(words.own);
  await second.getByRole('button', { name: 'Save as a new version' }).click();
  const told = second.getByRole('region', { name: /^Nora Quist saved version \d+ meanwhile$/ });
  const theirs = await theirsFrom(second, told, 'a writing prompt that was saved meanwhile');
  await expect(theirs.getByRole('button', { name: 'Titles', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(theirs.getByLabel('Instructions')).toHaveValue(words.theirs);
  await theirs.close();
  await expect(second.getByLabel('Instructions')).toHaveValue(words.own);
  await told.getByRole('button', { name: 'I have seen it' }).click();
  await expect(second.getByRole('button', { name: 'Save as a new version' })).toBeFocused();
  await second.keyboard.press('Enter');
  await expect(second.getByText(/^Titles is saved as version \d+$/)).toBeVisible();
  const changes = second.getByRole('region', { name: 'What changes' });
  await expect(changes).toContainText(`− ${words.theirs}`);
  await expect(changes).toContainText(`+ ${words.own}`);
});

test('Of two editors of a question of the bank, the second is told, and saves theirs only after that', {
  tag: '@rare',
}, async ({ people }) => {
  const { nora, page, second } = await twoAdmins(people);
  const of = (what: string) => `What was ${what} like at the quay ${Date.now()}?`;
  const [first, theirs, own] = [of('the work'), of('the noise'), of('the smell')];
  const saving = `mutation ($input: SaveBankQuestionInput!) {
    saveBankQuestion(input: $input) { ... on BankQuestion { key } ... on InvalidInput { code message } } }`;
  const input = { chapter: 'first-work', depth: 'SCENE', sensitivity: 0, text: first, language: 'es' };
  const { key } = done(await nora.gql(saving, { input: { ...input, followUps: [], theme: ['work'] } }));
  const switching = `mutation ($key: String!) {
    switchBankQuestion(key: $key, enabled: false) { ... on BankQuestion { key } ... on NotFound { code } } }`;
  done(await nora.gql(switching, { key }));
  for (const each of [page, second]) {
    await each.goto('/writer/prompts/?chapter=first-work&language=es');
    await settled(each);
    await each.getByRole('button', { name: `Edit: ${first}` }).click();
  }
  const save = (of: Page) => of.getByRole('button', { name: 'Save question' }).click();
  await expect(second.getByText('Nora Quist is editing this question too.')).toBeVisible();
  await page.getByLabel('Question', { exact: true }).fill(theirs);
  // It moves, and the link leads to where it is now.
  await page.getByRole('dialog').getByLabel('Chapter').selectOption('school');
  await save(page);
  await expect(page.getByText('The question is saved')).toBeVisible();

  await second.getByLabel('Question', { exact: true }).fill(own);
  await save(second);
  const told = second.getByRole('region', { name: 'Nora Quist changed this question meanwhile' });
  const tab = await theirsFrom(second, told, 'a question that was changed meanwhile');
  await expect(tab.getByText(theirs, { exact: true })).toBeVisible();
  await expect(tab.getByText(own, { exact: true })).toHaveCount(0);
  await tab.close();
  await expect(second.getByLabel('Question', { exact: true })).toHaveValue(own);
  await told.getByRole('button', { name: 'I have seen it' }).click();
  await expect(second.getByRole('button', { name: 'Save question' })).toBeFocused();
  await second.keyboard.press('Enter');
  await expect(second.getByText('The question is saved')).toBeVisible();
  await expect(second.getByText(own, { exact: true })).toBeVisible();
  await expect(second.getByText(theirs, { exact: true })).toHaveCount(0);
});
