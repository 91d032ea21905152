import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { beside, settled, violations } from '../support/browser/axe.ts';
import { withDatabase } from '../support/browser/database.ts';
import { expect, type People, test } from '../support/browser/test.ts';
import { anOwnBook, begun, say } from '../support/browser/told.ts';
import { done, type Visitor } from '../support/browser/visitor.ts';

test.describe.configure({ mode: 'parallel', timeout: 180_000 });

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

async function ofTheTeam(people: People): Promise<{ nora: Visitor; page: Page }> {
  const nora = await people.demo('Nora', 'nora.quist@example.com');
  return { nora, page: await people.open(nora, { reducedMotion: 'reduce', colorScheme: 'light' }) };
}

/** Checks the page in light and wide, and in dark and narrow. */
async function fits(page: Page, what: string) {
  await page.setViewportSize(wide);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await violations(page, `${what}, wide, light`)).toEqual([]);
  await page.setViewportSize(narrow);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page, `${what}, narrow, dark`)).toEqual([]);
  expect(await beside(page), what).toBeLessThanOrEqual(0);
  await page.setViewportSize(wide);
  await page.emulateMedia({ colorScheme: 'light' });
}

test('The numbers of today open the lists behind them', { tag: '@rare' }, async ({ people }) => {
  const teller = await people.join('Sunniva Aas');
  const subjectId = await anOwnBook(teller);
  await begun(teller, subjectId);
  const model = `North ${Date.now()}`;
  await withDatabase(async (database) => {
    await database.query(
      `insert into model_use (quarter, task, model, calls, failed, latency_ms, counted, input_tokens, output_tokens,
         priced, cost_usd)
       values (date_trunc('hour', now()), 'interview', $1, 2, 1, 3000, 1, 1000, 10, 1, 0.0021)`,
      [model],
    );
    for (const failed of [true, false])
      await database.query(
        `insert into model_call (id, at, task, model, subject_id, outcome, failed, error_kind, latency_ms)
         values ($1, now(), 'interview', $2, $3, $4, $5, $6, 1500)`,
        [
          ...idAt(failed),
          model,
          subjectId,
          ...(failed ? ['failed', true, '503'] : ['answered', false, null]),
        ],
      );
  });
  await withDatabase((database) =>
    database.query(
      `insert into jobs.job (name, data, state, retry_count, completed_on, output)
       values ('biography.weekly', '{}', 'failed', 2, now(), '{"name": "LettersLost"}')`,
    ),
  );
  const { page } = await ofTheTeam(people);
  await page.goto('/writer/');
  await settled(page);

  await page.getByRole('button', { name: /of a schedule failed$/ }).click();
  const runs = page.getByRole('list', { name: 'Failed runs, the latest first' }).getByRole('listitem');
  await expect(runs.filter({ hasText: 'LettersLost' })).toContainText('Writing the weekly letters');
  await expect(runs.filter({ hasText: 'LettersLost' })).toContainText('Tried 3 times');
  await withDatabase((database) =>
    database.query(`delete from jobs.job where output->>'name' = 'LettersLost'`),
  );

  await page.getByRole('definition').getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Conversations' })).toBeVisible();
  await expect(page).toHaveURL(/\/writer\/conversations\/\?dateFrom=/);
  await expect(page.getByRole('link', { name: 'Sunniva Aas' })).toBeVisible();

  await page.goto('/writer/');
  const use = page.getByRole('region', { name: 'Models by day' }).getByRole('row').filter({ hasText: model });
  await use.getByRole('link', { name: '2', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Model calls' })).toBeVisible();
  const calls = page.getByRole('region', { name: 'Model calls' }).getByRole('row').filter({ hasText: model });
  await expect(calls).toHaveCount(2);
  await expect(calls.filter({ hasText: '503' })).toContainText('Sunniva Aas');
  await fits(page, 'model calls');
  await page.getByLabel('Only failed calls').click();
  await expect(page.getByLabel('Only failed calls')).toBeChecked();
  await expect(calls).toHaveCount(1);
  await page.getByLabel('For', { exact: true }).selectOption('Writer');
  await expect(page.getByText('No calls match.')).toBeVisible();

  await page.goBack();
  await expect(calls).toHaveCount(1);
  await calls.getByRole('link', { name: 'Sunniva Aas' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sunniva Aas' })).toBeVisible();
});

test('What is said appears on the first page of the desk, waits while it is paused, and each chart has its table', {
  tag: '@rare',
}, async ({ people }) => {
  const teller = await people.join('Sigrid Moe');
  const conversationId = await begun(teller, await anOwnBook(teller));
  const { page } = await ofTheTeam(people);
  await page.goto('/writer/');
  await settled(page);
  const tail = page.locator('section', { has: page.getByRole('heading', { name: 'As it is said' }) });
  await say(teller, conversationId, 'My father mended his nets in the kitchen.');
  await expect(tail).toContainText('mended his nets');
  await tail.getByRole('button', { name: 'Pause' }).click();
  await say(teller, conversationId, 'He sang while he did it.');
  const fresh = tail.getByRole('button', { name: /^Show \d+ new messages?$/ });
  await expect(fresh).toBeVisible();
  await expect(tail).not.toContainText('He sang while');
  await fresh.click();
  await expect(tail).toContainText('He sang while he did it.');

  for (const title of ['Messages per day', 'Calls per day']) {
    const chart = page.getByRole('region', { name: title });
    if (await chart.getByText('As a table').count()) await chart.getByText('As a table').click();
  }
  await fits(page, 'today, with the tables behind its charts');
  const messages = page.getByRole('region', { name: 'Messages per day' });
  for (const size of [narrow, wide]) {
    await page.setViewportSize(size);
    await messages.screenshot({ path: `test-results/chart-${size.width}.png` });
  }
  const today = messages
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .last();
  await today.getByRole('link').click();
  await expect(page).toHaveURL(/\/writer\/messages\/\?dateFrom=(\d{4}-\d\d-\d\d)&dateTo=\1$/);
  await expect(page.getByText('He sang while he did it.', { exact: true })).toBeVisible();
});

/** A row id of version 7 of this moment. */
function idAt(later: boolean): [string] {
  const time = (Date.now() + (later ? 1 : 0)).toString(16).padStart(12, '0');
  const random = randomUUID();
  return [`${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`];
}

test('An admin marks a wellbeing note as seen, with what was done', async ({ people }) => {
  const teller = await people.join('Runa Dahl');
  const subjectId = await anOwnBook(teller);
  await say(teller, await begun(teller, subjectId), 'I don’t want to live any more.');
  const { page } = await ofTheTeam(people);
  await page.goto('/writer/');
  await settled(page);
  await page.getByRole('definition').getByRole('link').nth(5).click();
  await expect(page).toHaveURL(/#needs$/);

  const note = page
    .getByRole('region', { name: 'Needs you' })
    .getByRole('row')
    .filter({ hasText: 'Runa Dahl' });
  await expect(note).not.toContainText('to live');
  await note.getByRole('button', { name: 'Mark as seen' }).click();
  await expect(note.getByText('Write what was done first')).toBeVisible();
  await note.getByLabel('What was done').fill('Her daughter was called, and is with her.');
  await note.getByRole('button', { name: 'Mark as seen' }).click();
  await expect(note).toContainText(/by Nora[^:]*: Her daughter was called, and is with her\./);

  await page.reload();
  await settled(page);
  await page.getByText('Wellbeing notes that were seen').click();
  await expect(note).toContainText('Her daughter was called, and is with her.');
  await expect(note.getByRole('button', { name: 'Mark as seen' })).toHaveCount(0);

  // The page of the subject has it, too.
  await page.goto(`/writer/subjects/${subjectId}/`);
  await settled(page);
  const ofSubject = page.getByRole('region', { name: 'Wellbeing notes' }).getByRole('row');
  await expect(ofSubject).toContainText('Her daughter was called, and is with her.');
  await expect(ofSubject).not.toContainText('to live');
  await expect(page.getByText('09:00 to 18:00')).toBeVisible();
  await expect(page.getByText('Paused until')).toHaveCount(0);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const pausing = `mutation ($subjectId: ID!, $until: DateTime) {
    pauseCalls(subjectId: $subjectId, until: $until) { __typename } }`;
  done(await teller.gql(pausing, { subjectId, until: tomorrow }));
  // What is skipped is said, whether the next one is a call or a text.
  await expect(page.getByRole('term').filter({ hasText: 'Skipped' })).toHaveCount(0);
  await withDatabase((database) =>
    database.query('update subject set skipped_call_at = $2 where id = $1', [subjectId, tomorrow]),
  );
  await page.reload();
  await expect(page.getByText('Paused until')).toBeVisible();
  await expect(page.getByRole('term').filter({ hasText: 'Skipped' })).toBeVisible();
  await settled(page);
  await fits(page, 'a subject with a wellbeing note');
  await page.goBack();
  await page.getByText('Wellbeing notes that were seen').click();

  // The conversation says for each answer what made it.
  await note.getByRole('link', { name: 'Open the conversation with Runa Dahl' }).click();
  const answers = page.getByRole('article').filter({ hasText: 'Evertold' });
  // Which prompt is live is up to the journeys beside this one.
  await expect(answers.first()).toContainText(/Made by (built-in|agent prompt)/);
  await expect(page.getByRole('article').filter({ hasText: 'to live' })).not.toContainText('Made by');
});

test('An admin has work that was given up tried again, and follows what a subject’s page counts', {
  tag: '@rare',
}, async ({ people }) => {
  const teller = await people.join('Torunn Vik');
  const subjectId = await anOwnBook(teller);
  const conversationId = await begun(teller, subjectId);
  done(await teller.gql('EndConversation', { id: conversationId }));
  await withDatabase((database) =>
    database.query(
      `insert into jobs.job (name, data, source_name, source_retry_count, source_output)
       values ('dead-letters', $1, 'biography.retitle', 8, '{"name":"TypeError"}')`,
      [{ conversationId, subjectId }],
    ),
  );
  const { page } = await ofTheTeam(people);
  await page.goto('/writer/');
  await settled(page);
  const needs = page.getByRole('region', { name: 'Needs you' });
  const work = needs.getByRole('row').filter({ hasText: 'Torunn Vik' });
  await expect(work).toContainText('Tried 9 times; the last error was TypeError.');
  await work.getByRole('button', { name: /^Try again/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Try it again?' });
  await question.getByRole('button', { name: 'Leave it as it is' }).click();
  await expect(work).toHaveCount(1);
  await work.getByRole('button', { name: /^Try again/ }).click();
  await question.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('It is tried again')).toBeVisible();
  await expect(work).toHaveCount(0);

  // The page of the subject has its own work, and what it counts opens the list behind it.
  const month = new Date().toISOString().slice(0, 7);
  const model = `North of Torunn ${Date.now()}`;
  await withDatabase(async (database) => {
    await database.query(
      `insert into jobs.job (name, data, source_name, source_retry_count, source_output)
       values ('dead-letters', $1, 'biography.retitle', 8, '{"name":"RangeError"}')`,
      [{ conversationId, subjectId }],
    );
    await database.query(
      `insert into jobs.job (name, data, start_after) values ('recordings.removeSound', $1, now() + interval '1 day')`,
      [{ key: `none/${subjectId}`, subjectId }],
    );
    await database.query(
      `insert into subject_model_use (subject_id, month, task, model, calls, failed, input_tokens, output_tokens,
         priced, cost_usd) values ($1, $2, 'interview', $3, 1, 0, 1000, 10, 1, 0.0021)`,
      [subjectId, `${month}-01`, model],
    );
    await database.query(
      `insert into model_call (id, at, task, model, subject_id, outcome, failed, latency_ms)
       values ($1, now(), 'interview', $2, $3, 'answered', false, 1500)`,
      [...idAt(false), model, subjectId],
    );
    await database.query(
      `with phoned as (
         insert into conversation (id, subject_id, channel, status, started_at, ended_at, updated_at)
         values (gen_random_uuid(), $1, 'PHONE', 'COMPLETED', now() - interval '1 minute', now(), now()) returning id)
       insert into call (conversation_id, subject_id, line) select id, $1, 'PROVIDER' from phoned`,
      [subjectId],
    );
  });
  const ofSubject = `/writer/subjects/${subjectId}/`;
  await page.goto(ofSubject);
  await settled(page);
  const waiting = page.getByRole('table', { name: 'In the queue' });
  await waiting.getByRole('button', { name: 'Removing a recording' }).press('Enter');
  await expect(waiting.getByRole('listitem')).toHaveCount(1);
  const givenUp = page.getByRole('table', { name: 'Given up' });
  await givenUp.getByRole('button', { name: /^Try again/ }).press('Enter');
  await question.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(page.getByText('It is tried again')).toBeVisible();
  await expect(givenUp).toHaveCount(0);
  await fits(page, 'the work of a subject');

  await page
    .getByRole('row')
    .filter({ hasText: model })
    .getByRole('link', { name: '1', exact: true })
    .press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Model calls' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: model })).toHaveCount(1);
  await page.goto(ofSubject);
  const calls = page.getByRole('table').filter({ hasText: 'Minutes' });
  await calls.getByRole('link', { name: '1', exact: true }).first().press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Conversations' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`state=ANSWERED&subjectId=${subjectId}`));
  await expect(page.getByRole('link', { name: 'Torunn Vik' })).toHaveCount(1);
  await page.goto(ofSubject);
  await page.getByRole('link', { name: 'All entries' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`subjectId=${subjectId}`));
  await expect(page.getByRole('row').filter({ hasText: 'work.retried' }).first()).toBeVisible();
});

test('Failed work that is not among the first opens page by page', { tag: '@rare' }, async ({ people }) => {
  // Older than that of the journeys beside this one, and without a subject.
  await withDatabase((database) =>
    database.query(
      `insert into jobs.job (name, data, source_name, source_retry_count, source_output, created_on)
       select 'dead-letters', '{}', 'biography.retitle', 8, json_build_object('name', 'OldError' || n),
         now() - n * interval '1 hour'
       from generate_series(1, 45) n`,
    ),
  );
  const { page } = await ofTheTeam(people);
  await page.goto('/writer/');
  await settled(page);
  const needs = page.getByRole('region', { name: 'Needs you' });
  const oldest = needs.getByRole('row').filter({ hasText: 'OldError45.' });
  const more = needs.getByRole('button', { name: /^Show \d+ more pieces of work$/ });
  await expect(more).toBeVisible();
  await expect(oldest).toHaveCount(0);
  await fits(page, 'failed work');
  await more.press('Enter');
  await expect(needs.getByRole('row').filter({ hasText: 'OldError25.' })).toBeVisible();
  await more.press('Enter');
  await expect(oldest).toBeVisible();
  await expect(more).toHaveCount(0);
  await fits(page, 'all failed work');
  await page.setViewportSize(narrow);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: 'test-results/failed-work-390-dark.png' });
  await page.setViewportSize(wide);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.screenshot({ path: 'test-results/failed-work-1440.png' });
  await withDatabase((database) =>
    database.query(`delete from jobs.job where name = 'dead-letters' and data = '{}'`),
  );
});

test('The question bank is exported, and imported completely or not at all', { tag: '@rare' }, async ({
  people,
}) => {
  const { page } = await ofTheTeam(people);
  await page.goto('/writer/prompts/');
  await settled(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^question-bank-\d{4}-\d\d-\d\d\.json$/);
  const { questions } = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(questions.length).toBeGreaterThan(100);
  expect(questions.some(({ decade }: { decade: string }) => decade === 'later')).toBe(true);

  const english = questions.filter(({ language }: { language: string }) => language === 'en');
  const text = `What did the bells of ${Date.now()} sound like?`;
  // It is off, so that no conversation of another test asks it.
  const fresh = { ...english.at(-1), key: `bells-${Date.now()}`, text, decade: 'youth', enabled: false };
  const chosen = (content: string) => ({
    ...{ name: 'bank.json', mimeType: 'application/json', buffer: Buffer.from(content) },
  });
  const bank = page.getByLabel('A question bank as JSON');
  const wrong = { ...questions[0], text: 'Who was it? And where was it?' };
  await bank.setInputFiles(chosen(JSON.stringify({ questions: [fresh, wrong] })));
  await expect(page.getByText('Nothing was imported')).toBeVisible();
  await expect(page.getByText('questions.1.text: must ask one thing')).toBeVisible();
  await bank.setInputFiles(chosen(JSON.stringify({ questions: [{ ...fresh, language: 'de' }] })));
  await expect(page.getByText('questions.0.language: must be one of en, es')).toBeVisible();
  await bank.setInputFiles(chosen('{"questions": ['));
  await expect(page.getByText('The file is not a question bank')).toBeVisible();

  const region = page.getByRole('region', { name: 'Question bank' });
  await region.getByLabel('Chapter').selectOption(fresh.chapter);
  await expect(region.getByText(english.at(-1).text)).toBeVisible();
  await expect(region.getByText(text)).toHaveCount(0);
  await bank.setInputFiles(chosen(JSON.stringify({ questions: [questions[0], fresh] })));
  await expect(page.getByText('2 questions are taken in')).toBeVisible();
  await expect(region.getByText(text)).toBeVisible();
});

test('A replay set is filled, run and emptied, and its page is accessible', { tag: '@rare' }, async ({
  people,
}) => {
  const { nora, page } = await ofTheTeam(people);
  const { id } = done(
    await nora.gql(
      `mutation ($input: SaveReplaySetInput!) { saveReplaySet(input: $input) {
        __typename ... on ReplaySet { id } ... on UserError { message } } }`,
      { input: { name: `Bells ${Date.now()}`, kind: 'INTERVIEW' } },
    ),
  );
  await page.goto(`/writer/playground/sets/${id}/`);
  await settled(page);
  await expect(page.getByText('The set is empty.')).toBeVisible();
  await fits(page, 'an empty replay set');

  const { allConversations } = await nora.gql(
    'query { allConversations(first: 50) { edges { node { id writing messageCount subject { fullName } } } } }',
  );
  const told = allConversations.edges.find(
    ({ node }: { node: { writing: string | null } }) => node.writing === 'WRITTEN',
  ).node;
  done(
    await nora.gql(
      `mutation ($input: AddReplayTurnInput!) { addReplayTurn(input: $input) {
        __typename ... on ReplaySet { id } ... on UserError { message } } }`,
      { input: { setId: id, conversationId: told.id } },
    ),
  );
  await page.reload();
  await settled(page);
  await page.getByLabel('Model').selectOption('');
  await page.getByRole('button', { name: 'Run over one turn' }).click();
  const runs = page.getByRole('region', { name: 'Runs' });
  await expect(runs.getByRole('row').filter({ hasText: 'Built-in interviewer' })).toHaveCount(1);
  await expect(runs.getByRole('cell', { name: 'done', exact: true })).toBeVisible({ timeout: 60_000 });
  await fits(page, 'a replay set');

  await page.getByRole('button', { name: /^Remove / }).click();
  await expect(page.getByText('The set is empty.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete the set' }).click();
  await fits(page, 'the question before a set is deleted');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Replay sets' })).toBeVisible();
});

test('A conversation that did not load in the playground is loaded again', {
  tag: '@rare',
}, async ({ people }) => {
  const teller = await people.join('Astrid Lund');
  const subjectId = await anOwnBook(teller);
  const conversationId = await begun(teller, subjectId);
  await say(teller, conversationId, 'My father mended his nets in the kitchen.');
  const { page } = await ofTheTeam(people);
  const failed = /"operationName":"WriterPlaygroundConversation"/;
  await page.route('**/graphql', (route) =>
    failed.test(route.request().postData() ?? '')
      ? route.fulfill({ status: 500, contentType: 'application/json', body: '{"errors":[{"message":"No"}]}' })
      : route.continue(),
  );
  await page.goto(`/writer/playground/?conversationId=${conversationId}`);
  const wrong = page.getByRole('alert').filter({ hasText: 'The conversation did not load.' });
  await expect(wrong).toBeVisible();
  await expect(page.getByText('There is no such conversation')).toHaveCount(0);
  await fits(page, 'a conversation that did not load');
  await page.unroute('**/graphql');
  await wrong.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Up to here' })).toBeVisible();
  const answered = page.getByRole('region', { name: 'What is answered' }).getByRole('paragraph');
  await expect(answered.filter({ hasText: 'My father mended his nets in the kitchen.' })).toBeVisible();
});
