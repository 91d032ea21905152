import type { Locator, Page } from '@playwright/test';
import { beside, settled, violations } from '../support/browser/axe.ts';
import { byKeyboard } from '../support/browser/hands.ts';
import { aPhoneServer } from '../support/browser/phone-server.ts';
import { expect, test } from '../support/browser/test.ts';
import { anOwnBook } from '../support/browser/told.ts';
import { done } from '../support/browser/visitor.ts';
import { aModelServer, sayWords } from '../support/model-server.ts';
import { browserAdmin } from '../support/web-server.ts';

test.describe.configure({ timeout: 240_000 });

async function fits(page: Page, what: string) {
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0, { timeout: 15_000 });
  expect(await violations(page, what)).toEqual([]);
  expect(await beside(page), what).toBeLessThanOrEqual(0);
}

test('An agent prompt is written, and its second version stands beside the first', async ({ people }) => {
  const page = await people.open(await people.demo('Nora', 'nora.quist@example.com'));
  const name = `Lighthouse ${Date.now()}`;
  await page.goto('/writer/agent-prompts/new');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Instructions').fill('Speak of {{harbour}}.');
  await page.getByLabel('First words').fill('Hello {{preferredName}}, shall we talk?');
  await page.getByRole('button', { name: 'Save the agent prompt' }).click();
  await expect(page.getByText(/Has \{\{harbour\}\}, which nothing can be filled in for/)).toBeVisible();
  await page.getByLabel('Instructions').fill('Speak of ships with {{preferredName}}.');
  await page.getByRole('button', { name: 'Save the agent prompt' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Instructions').fill('Speak of lamps with {{preferredName}}.');
  await page.getByRole('button', { name: 'Save as a new version' }).click();
  await expect(page.getByRole('button', { name: 'Make 2 live' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make 1 live' })).toBeVisible();
});

test('An admin sets up a model and tests it, writes an agent prompt, makes it live, and compares it in the playground', {
  tag: '@rare',
}, async ({ people }) => {
  const server = await aModelServer((response, chunk, { messages }) =>
    sayWords(
      response,
      chunk,
      JSON.stringify(messages).includes('Speak of ships') ? 'Which ship was it?' : 'ready',
    ),
  );
  const nora = await people.demo('Nora', 'nora.quist@example.com');
  const page = await people.open(nora);
  const model = `North ${Date.now()}`;
  const prompt = `Harbour ${Date.now()}`;

  await test.step('set up a model', async () => {
    await page.goto('/writer/models/');
    await settled(page);
    await page.getByRole('button', { name: 'New model' }).click();
    const sheet = page.getByRole('dialog', { name: 'New model' });
    await sheet.getByLabel('Name').fill(model);
    await sheet.getByLabel('Model', { exact: true }).fill('m');
    await sheet.getByLabel('Address').fill('nowhere');
    await sheet.getByRole('button', { name: 'Save the model' }).click();
    await expect(sheet.getByText(/Must be an http or https address/)).toBeVisible();
    await fits(page, 'a refused model');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await fits(page, 'a refused model at 390, dark');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await sheet.getByLabel('Address').fill(server.baseUrl);
    await sheet.getByLabel('Price in').fill('2');
    await sheet.getByLabel('Price out').fill('10');
    await sheet.getByRole('button', { name: 'Save the model' }).click();
    const card = page.getByRole('region', { name: model });
    await card.getByRole('button', { name: `Test ${model}` }).click();
    await expect(card.getByText(/It answered “ready”; the first words came after \d+ ms/)).toBeVisible();
    await fits(page, 'models');
    await page.setViewportSize({ width: 390, height: 844 });
    await fits(page, 'models at 390');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('move a model up and down', async () => {
    const other = `South ${Date.now()}`;
    const input = { name: other, provider: 'openai-compatible', modelName: 'm', enabled: false };
    const saving = `mutation ($input: SaveModelInput!) { saveModel(input: $input) { ... on Model { id } } }`;
    done(await nora.gql(saving, { input: { ...input, baseUrl: server.baseUrl } }));
    await page.reload();
    await settled(page);
    const isAbove = async () => {
      const names = await page
        .getByRole('main')
        .getByRole('region')
        .evaluateAll((cards) => cards.map((card) => card.textContent ?? ''));
      const placeOf = (name: string) => names.findIndex((words) => words.includes(name));
      return placeOf(other) < placeOf(model);
    };
    expect(await isAbove()).toBe(false);
    await page.getByRole('button', { name: `Move ${other} up` }).press('Enter');
    await expect.poll(isAbove).toBe(true);
    await page.reload();
    await settled(page);
    expect(await isAbove()).toBe(true);
    await page.getByRole('button', { name: `Move ${other} down` }).press('Enter');
    await expect.poll(isAbove).toBe(false);
  });

  await test.step('write an agent prompt', async () => {
    await page.goto('/writer/agent-prompts/new');
    await settled(page);
    await page.getByLabel('Name').fill(prompt);
    await page.getByLabel('Instructions').fill('Speak of {{harbour}}.');
    await page.getByLabel('First words').fill('Hello {{preferredName}}, shall we talk?');
    await page.getByRole('button', { name: 'Save the agent prompt' }).click();
    await expect(page.getByText(/Has \{\{harbour\}\}, which nothing can be filled in for/)).toBeVisible();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page.getByText('Are you sure you want to leave?')).toBeVisible();
    await page.getByRole('button', { name: 'Stay here' }).click();
    await page.getByLabel('Instructions').fill('Speak of ships with {{preferredName}}.');
    await fits(page, 'agent prompt');
    await page.getByRole('button', { name: 'Save the agent prompt' }).click();
    await expect(page.getByRole('heading', { level: 1, name: prompt })).toBeVisible();
    await page.getByRole('button', { name: 'Make 1 live' }).click();
    await expect(page.getByRole('button', { name: 'Take it off' })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await fits(page, 'agent prompt at 390');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('a second admin is told live that the first edits it too', async () => {
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await expect(page.getByLabel('Instructions')).toBeVisible();
    const bea = await people.join('Bea Holm', browserAdmin);
    const edit = page.url();
    const second = await people.open(bea, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    await second.goto(edit);
    const first = second.getByText('Nora Quist is editing this agent prompt too.');
    await expect(first).toBeVisible();
    await expect(page.getByText('Bea Holm is editing this agent prompt too.')).toBeVisible();
    await fits(second, 'two editors at 390');
    await fits(page, 'two editors');
    await second.screenshot({ path: 'test-results/two-editors-390-dark.png' });
    await page.screenshot({ path: 'test-results/two-editors-1440.png' });
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(first).toBeHidden();
    const third = await page.context().newPage();
    await third.goto(edit);
    await expect(first).toBeVisible();
    await third.close({ runBeforeUnload: true });
    await expect(first).toBeHidden();
    await second.getByRole('link', { name: 'Cancel' }).click();

    // A writing task's editor is always open, so only somebody who has changed something edits it.
    await page.goto('/writer/prompts/');
    await second.goto('/writer/prompts/');
    await second.getByLabel('Instructions').fill('Two sentences.');
    await expect(page.getByText('Bea Holm is editing this prompt.')).toBeVisible();
    // Her change is unsaved, so the browser asks her first.
    second.once('dialog', (dialog) => dialog.accept());
    await second.close({ runBeforeUnload: true });
    await expect(page.getByText('Bea Holm is editing this prompt.')).toBeHidden();
  });

  await test.step('edit the writer’s prompts', async () => {
    await page.goto('/writer/prompts/');
    await settled(page);
    await page.getByRole('button', { name: 'Summary', exact: true }).click();
    await page.getByLabel('Instructions').fill('One sentence.');
    await page.getByRole('button', { name: 'Save as a new version' }).click();
    await expect(page.getByRole('button', { name: /^Make \d+ live$/ }).first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'What changes' })).toBeVisible();
    await fits(page, 'prompts');
  });

  await test.step('compare in the playground', async () => {
    await page.goto('/writer/playground/');
    await settled(page);
    await page
      .getByLabel('What somebody says')
      .fill('My father sailed from Bergen in 1931, with two trunks.');
    const first = page.getByRole('region', { name: 'Run 1' });
    await first.getByLabel('Version').selectOption({ label: `${prompt}, version 1 (live)` });
    await first.getByLabel('Model').selectOption({ label: model });
    await page.getByRole('button', { name: 'Add another beside it' }).click();
    const second = page.getByRole('region', { name: 'Run 2' });
    await second.getByLabel('Model').selectOption('');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(first.getByText('Which ship was it?', { exact: true })).toBeVisible();
    await expect(first.getByText('1000 + 10')).toBeVisible();
    await expect(first.getByText('$0.002100')).toBeVisible();
    await expect(second.getByText('First words')).toBeVisible();
    const add = page.getByRole('button', { name: 'Add another beside it' });
    await add.click();
    await add.click();
    await expect(page.getByRole('region', { name: 'Run 4' })).toBeVisible();
    await expect(add).toHaveCount(0);
    await fits(page, 'playground');
    await page.setViewportSize({ width: 390, height: 844 });
    await fits(page, 'playground at 390');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('rate an answer, and replay a set of recorded conversations', async () => {
    const first = page.getByRole('region', { name: 'Run 1' });
    await first.getByRole('button', { name: 'Good', exact: true }).click();
    await expect(first.getByText('Rated. This version: 1 good, 0 not good.')).toBeVisible();
    await page.getByRole('link', { name: 'Replay sets' }).click();
    await page.getByLabel('Name').fill(`Ships of ${model}`);
    await page.getByRole('button', { name: 'Create the set' }).click();
    await expect(page.getByRole('link', { name: `Ships of ${model}` })).toBeVisible();
    await fits(page, 'replay sets');

    await page.goto('/writer/playground/');
    await page.getByLabel('Subject').click();
    await page.getByPlaceholder('A part of the name or phone').fill('Alma');
    await expect(page.getByRole('option', { name: /Alma/ }).first()).toBeVisible();
    await fits(page, 'the subjects of the playground');
    await page.getByRole('option', { name: /Alma/ }).first().click();
    const recorded = page.getByRole('region', { name: 'Recorded conversation' });
    await recorded.getByRole('listitem').first().getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'Up to here' })).toBeVisible();

    await page.goto('/writer/subjects/?search=Alma');
    await page.getByRole('link', { name: /Alma/ }).first().click();
    const isWritten = page.getByText('written', { exact: true });
    const written = page.getByRole('row').filter({ has: isWritten }).first();
    await written.getByRole('link', { name: /to the playground$/ }).click();
    await page.getByLabel('Replay set').selectOption({ label: `Ships of ${model} (interviewer)` });
    await page.getByRole('button', { name: 'Add to the set' }).click();
    await expect(page.getByText(`Added to the set Ships of ${model}`)).toBeVisible();

    await page.goto('/writer/playground/sets/');
    await page.getByRole('link', { name: `Ships of ${model}` }).click();
    await expect(page.getByRole('button', { name: 'Run over one turn' })).toBeVisible();
  });

  await test.step('try a call in one’s own book', async () => {
    await page.goto('/writer/playground/');
    await expect(page.getByText('A call needs a book to be about.')).toBeVisible();
    await anOwnBook(nora);
    await page.reload();
    await page
      .getByLabel('Version of the interviewer')
      .selectOption({ label: `${prompt}, version 1 (live)` });
    await page.getByRole('button', { name: 'Try a call' }).click();
    await page.getByRole('button', { name: 'Ring', exact: true }).click();
    await page.getByRole('button', { name: 'Pick up' }).click();
    const phone = page.getByRole('region', { name: 'Try a call' });
    await expect(phone.getByRole('listitem').first()).toContainText('Shall we talk?');
    await phone.getByLabel('What you say').fill('My father sailed from Bergen.');
    await phone.getByRole('button', { name: 'Say it' }).click();
    await expect(phone.getByRole('listitem')).toHaveCount(3);
    await fits(page, 'a try');
    await page.setViewportSize({ width: 390, height: 844 });
    await fits(page, 'a try at 390');
    await page.screenshot({ path: 'test-results/playground-call-390.png', fullPage: true });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.screenshot({ path: 'test-results/playground-call-1440.png', fullPage: true });
    await phone.getByRole('button', { name: 'Hang up' }).click();
    await expect(phone.getByText('The call has ended.')).toBeVisible();
  });

  await test.step('a version whose set was not run with the live one goes live only with a reason', async () => {
    await page.goto('/writer/agent-prompts/');
    await page.getByRole('link', { name: prompt }).click();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Instructions').fill('Speak of ships and of harbours with {{preferredName}}.');
    await page.getByRole('button', { name: 'Save as a new version' }).click();
    await expect(page.getByRole('button', { name: 'Make 2 live' })).toBeVisible();
    const itsPage = page.url();
    await page.goto('/writer/playground/sets/');
    await page.getByRole('link', { name: `Ships of ${model}` }).click();
    await page.getByLabel('Version').selectOption({ label: `${prompt}, version 2` });
    await page.getByLabel('Model').selectOption({ label: model });
    await page.getByRole('button', { name: 'Run over one turn' }).click();
    await expect(page.getByText('done', { exact: true }).first()).toBeVisible({ timeout: 60_000 });

    await page.goto(itsPage);
    await page.getByRole('button', { name: 'Make 2 live' }).click();
    const dialog = page.getByRole('dialog', {
      name: 'Version 2 was not compared with the live one',
    });
    await expect(dialog).toContainText(`Ships of ${model}`);
    await expect(dialog).toContainText('The live version was not run on this set with this model.');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await fits(page, 'held back at 390');
    await page.screenshot({ path: 'test-results/held-back-390-dark.png' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await fits(page, 'held back');
    await page.screenshot({ path: 'test-results/held-back-1440.png' });
    await dialog.getByRole('button', { name: 'Make it live' }).click();
    await expect(dialog.getByText('Give a reason', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Leave it as it is' }).click();
    await expect(dialog).toHaveCount(0);
    const first = page.getByRole('row').filter({ hasText: 'Version 1' });
    await expect(first.getByRole('button', { name: 'Take it off' })).toBeVisible();

    await page.getByRole('button', { name: 'Make 2 live' }).click();
    await dialog.getByLabel('Why it is made live').fill('The live one is about to be removed');
    await dialog.getByRole('button', { name: 'Make it live' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(
      page.getByText('Made live with a reason: The live one is about to be removed'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Roll back to 1' }).click();
    await expect(first.getByRole('button', { name: 'Take it off' })).toBeVisible();
  });

  await test.step('write an agent prompt in Spanish, which stays in Spanish', async () => {
    const harbour = `Puerto ${Date.now()}`;
    await page.goto('/writer/agent-prompts/new');
    await settled(page);
    await page.getByLabel('Name').fill(harbour);
    await page.getByLabel('Language').selectOption({ label: 'Spanish' });
    await page.getByLabel('Instructions').fill('Habla de barcos con {{preferredName}}.');
    await page.getByLabel('First words').fill('Hola, {{preferredName}}.');
    await page.screenshot({ path: 'test-results/spanish-prompt-1440.png', fullPage: true });
    await page.getByRole('button', { name: 'Save the agent prompt' }).click();
    await expect(page.getByRole('heading', { level: 1, name: harbour })).toBeVisible();
    await expect(page.getByText('Language: Spanish.')).toBeVisible();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await expect(page.getByLabel('Language')).toHaveValue('es');
    await page.getByLabel('Instructions').fill('Habla de puertos con {{preferredName}}.');
    await page.getByRole('button', { name: 'Save as a new version' }).click();
    await expect(page.getByRole('button', { name: 'Make 2 live' })).toBeVisible();
    await expect(page.getByText('Language: Spanish.')).toBeVisible();
  });

  await test.step('choose a voice that speaks its language', async () => {
    const service = await aPhoneServer();
    const calling = await people.open(nora, {
      ...{ viewport: { width: 390, height: 844 }, colorScheme: 'dark', baseURL: service.url },
    });
    await calling.goto('/writer/agent-prompts/new');
    await settled(calling);
    const voice = calling.getByLabel('Voice');
    await voice.selectOption({ label: 'Matthew: a man, American' });
    await calling.getByLabel('Language').selectOption({ label: 'Spanish' });
    await expect(voice).toHaveValue('');
    await expect(voice.getByRole('option', { name: /, American$/ })).toHaveCount(0);
    await voice.selectOption({ label: 'Lupe: a woman, American Spanish' });
    await calling.getByLabel('Name').fill(`Voz ${Date.now()}`);
    await calling.getByLabel('Instructions').fill('Habla despacio.');
    await calling.getByLabel('First words').fill('Hola.');
    await fits(calling, 'a voice at 390');
    await calling.screenshot({ path: 'test-results/prompt-voice-390-dark.png', fullPage: true });
    await calling.getByRole('button', { name: 'Save the agent prompt' }).click();
    await expect(calling.getByText('Speaks with the voice Lupe-Neural. Language: Spanish.')).toBeVisible();
    await calling.close();
    await service.stop();
  });

  await test.step('take the agent prompt off again', async () => {
    await page.goto('/writer/agent-prompts/');
    await page.getByRole('link', { name: prompt }).click();
    await page.getByRole('button', { name: 'Take it off' }).click();
    await expect(page.getByRole('button', { name: 'Roll back to 1' })).toBeVisible();
    await page.goto('/writer/models/');
    await page.getByRole('button', { name: `Turn off ${model}` }).click();
    await expect(page.getByRole('button', { name: `Turn on ${model}` })).toBeVisible();
  });
  server.close();
});

test('Words at the desk that are not saved are not lost without a question', {
  tag: '@rare',
}, async ({ people }) => {
  const press = (target: Locator) => target.press('Enter');
  const page = await people.open(await people.demo('Nora', 'nora.quist@example.com'));
  const asked = page.getByRole('alertdialog', { name: 'Are you sure you want to leave?' });
  const stay = async () => {
    await byKeyboard.press(asked.getByRole('button', { name: 'Stay here' }));
    await expect(asked).toBeHidden();
  };
  const leave = async () => {
    await byKeyboard.press(asked.getByRole('button', { name: 'Leave' }));
    await expect(asked).toBeHidden();
  };
  await page.goto('/writer/prompts/');
  await settled(page);
  const models = page.getByRole('link', { name: 'Models', exact: true });

  await test.step('of a writing task, when another task or page is opened', async () => {
    const words = page.getByLabel('Instructions');
    const summary = page.getByRole('button', { name: 'Summary', exact: true });
    await words.fill('Three sentences, and no more.');
    await press(summary);
    await stay();
    await expect(words).toHaveValue('Three sentences, and no more.');
    await press(models);
    await stay();
    await expect(page).toHaveURL(/\/writer\/prompts\/$/);
    await expect(words).toHaveValue('Three sentences, and no more.');
    await press(summary);
    await leave();
    await expect(summary).toHaveAttribute('aria-pressed', 'true');
    await expect(words).not.toHaveValue('Three sentences, and no more.');
  });

  await test.step('of a question of the bank, when its form is closed', async () => {
    await press(page.getByRole('button', { name: 'New question' }));
    const form = page.getByRole('dialog', { name: 'New question' });
    const words = form.getByLabel('Question', { exact: true });
    await words.fill('Who lit the stove?');
    await page.keyboard.press('Escape');
    await stay();
    await expect(words).toHaveValue('Who lit the stove?');
    await page.keyboard.press('Escape');
    await leave();
    await expect(form).toBeHidden();
  });

  await test.step('of a model, when its form is closed', async () => {
    await press(models);
    await press(page.getByRole('button', { name: 'New model' }));
    const form = page.getByRole('dialog', { name: 'New model' });
    const name = form.getByLabel('Name');
    await name.fill('East');
    await page.keyboard.press('Escape');
    await stay();
    await expect(name).toHaveValue('East');
    await page.keyboard.press('Escape');
    await leave();
    await expect(form).toBeHidden();
    await press(page.getByRole('button', { name: 'New model' }));
    await expect(name).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
  });
});
