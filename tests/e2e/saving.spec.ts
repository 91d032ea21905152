import { answerHeld, drawn, held } from '../support/browser/held.ts';
import { expect, test } from '../support/browser/test.ts';
import { anOwnBook, aTeller, begun, questionAfter, say, turnsOf } from '../support/browser/told.ts';
import { done } from '../support/browser/visitor.ts';

test('What is changed on in the settings of a book while they are saved stands, and is saved with the next press', async ({
  people,
}) => {
  const { teller: vera, subjectId, page } = await aTeller(people, 'Vera Holt');
  await page.goto(`/dashboard/${subjectId}/settings/`);
  const savedMayCome = await answerHeld(
    page,
    '**/graphql',
    ({ operationName }) => operationName === 'UpdateSubject',
  );
  const [name, where] = [page.getByLabel('What we call you'), page.getByLabel('Where', { exact: true })];
  await name.fill('Vee');
  await where.fill('Penhallow');
  const save = page.getByRole('button', { name: 'Save the details' });
  await save.click();
  await where.fill('Penhallow, by the mill');
  await savedMayCome();

  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(name).toHaveValue('Vee');
  await expect(where).toHaveValue('Penhallow, by the mill');
  await save.click();
  await expect(save).toHaveCount(0);
  const kept = done(
    await vera.gql('query ($id: ID!) { subject(id: $id) { preferredName birthPlace } }', { id: subjectId }),
  );
  expect(kept).toEqual({ preferredName: 'Vee', birthPlace: 'Penhallow, by the mill' });
});

test('What somebody asks to be left alone in a talk stands when a page of settings from before is saved', async ({
  people,
}) => {
  const { teller: vera, subjectId, page } = await aTeller(people, 'Vera Holt');
  await page.goto(`/dashboard/${subjectId}/settings/`);
  const themes = page.getByLabel('Topics to avoid');
  await themes.fill('Money');
  await say(vera, await begun(vera, subjectId), 'Please don’t ask me about the convent again.');
  await themes.fill('Money\nIllness');
  await page.getByRole('button', { name: 'Save the interview style' }).click();

  await expect(themes).toHaveValue('convent\nMoney\nIllness');
  // What the page shows by now is taken away like anything else.
  await themes.fill('Illness');
  await page.getByRole('button', { name: 'Save the interview style' }).click();
  await expect(page.getByRole('button', { name: 'Save the interview style' })).toHaveCount(0);
  const { avoidedThemes } = done(
    await vera.gql('query ($id: ID!) { subject(id: $id) { avoidedThemes } }', { id: subjectId }),
  );
  expect(avoidedThemes).toEqual(['Illness']);
});

test('What is written on while a story is saved stands, and is saved with the next press', async ({
  people,
}) => {
  const { teller: vera, subjectId, page } = await aTeller(people, 'Vera Holt');
  await page.goto(`/dashboard/${subjectId}/biography/?edit=new`);
  const [title, text] = [page.getByLabel('Title', { exact: true }), page.getByLabel('Text', { exact: true })];
  await title.fill('The mill');
  await text.fill('The miller kept the twelfth.');
  const saved: string[] = [await text.inputValue()];

  // A new story is gone on with as the one that it is by then; the second time it is one already.
  for (const more of [' He used it as a rain barrel.', ' I said good morning to it.']) {
    const savedMayCome = await answerHeld(
      page,
      '**/graphql',
      ({ operationName }) => operationName === 'SaveCard',
    );
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    saved.push(saved.at(-1) + more);
    await text.fill(saved.at(-1) ?? '');
    await savedMayCome();
    await expect(page.getByRole('heading', { name: 'Edit this story' })).toBeVisible();
    await expect(text).toHaveValue(saved.at(-1) ?? '');
    await expect(page.getByText(/not saved yet$/i)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('article')).toContainText('I said good morning to it.');
  const { subject } = await vera.gql(
    `query ($id: ID!) { subject(id: $id) {
      cards(first: 5) { edges { node { revisions(first: 5) { edges { node { body } } } } } }
    } }`,
    { id: subjectId },
  );
  const stories = subject.cards.edges.map(({ node }: { node: { revisions: { edges: unknown[] } } }) => node);
  expect(stories).toHaveLength(1);
  expect(stories[0].revisions.edges.map(({ node }: { node: { body: string } }) => node.body)).toEqual(
    saved.toReversed(),
  );
});

test('Whoever corrects a turn stays where they write when it is corrected elsewhere too', async ({
  people,
}) => {
  const vera = await people.join('Vera Holt');
  const subjectId = await anOwnBook(vera);
  const conversationId = await begun(vera, subjectId);
  const turns = await say(vera, conversationId, 'The miller kept the twelfth.');
  const { id } = turns.find(({ role }) => role === 'user') ?? { id: '' };
  const page = await people.open(vera);
  await page.goto(`/dashboard/${subjectId}/call-log/${conversationId}/`);
  await page
    .locator(`#message-${id}`)
    .getByRole('button', { name: /^Change these words/ })
    .click();
  await page.getByRole('menuitem', { name: 'Correct a word' }).click();
  const words = page.getByLabel('The words as they were said');
  await expect(words).toBeFocused();
  await words.press('Control+Home');
  await page.keyboard.type('Well, ');
  const correct =
    'mutation ($id: ID!, $text: String!) { correctMessage(id: $id, text: $text) { __typename } }';
  done(await vera.gql(correct, { id, text: 'The miller kept the twelfth one.' }));

  const kept = () => words.evaluate((field: HTMLTextAreaElement) => field.defaultValue);
  await expect.poll(kept).toBe('The miller kept the twelfth one.');
  await drawn(page);
  await page.keyboard.type('now, ');
  await expect(words).toHaveValue('Well, now, The miller kept the twelfth.');
});

test('Whoever makes an answer readable and private again at once has it private', async ({ people }) => {
  const vera = await people.join('Vera Holt');
  const subjectId = await anOwnBook(vera);
  const conversationId = await begun(vera, subjectId);
  await say(vera, conversationId, 'The miller kept the twelfth. Please keep that between us.');
  const page = await people.open(vera);
  await page.goto('/dashboard/tell-my-own-story/');
  await questionAfter(page, null);
  const both = ['false', 'true'].map((isPrivate) =>
    page.waitForResponse((answer) => (answer.request().postData() ?? '').includes(`"private":${isPrivate}`)),
  );
  const readableMayCome = await held(page, '**/graphql', ({ variables }) => variables?.private === false);
  await page.getByRole('button', { name: 'Let others read it' }).click();
  await page.getByRole('button', { name: 'Keep this private' }).click();
  await drawn(page);
  readableMayCome();
  for (const answer of await Promise.all(both)) await answer.finished();

  await expect(page.getByText('Only you can read this')).toBeVisible();
  const told = (await turnsOf(vera, conversationId)).find(({ role }) => role === 'user');
  expect(told?.private).toBe(true);
});
