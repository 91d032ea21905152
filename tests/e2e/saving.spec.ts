import { answerHeld, drawn, held } from '../support/browser/held.ts';
import { expect, test } from '../support/browser/test.ts';
import { anOwnBook, aTeller, begun, questionAfter, say, turnsOf } from '../support/browser/told.ts';
import { done } from '../support/browser/visitor.ts';

test('Changes made to a book’s settings while they are being saved stay, and are saved with the next press', async ({
  people,
}) => {
  const { teller: vera, subjectId, page } = await aTeller(people, 'Vera Holt');
  await page.goto(`/dashboard/${subjectId}/settings/`);
  const savedMayCome = await answerHeld(
    page,
    '**/graphql',
    ({ operationName }) => operationName === 'UpdateSubject',
  );
  const [name, where] = [page.getByLabel('What we call you'), page.getByLabel('Place of birth')];
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

test('A whole book is paused and resumed in its settings, which say what that means', async ({ people }) => {
  const { teller: vera, subjectId, page } = await aTeller(people, 'Vera Holt');
  await page.goto(`/dashboard/${subjectId}/settings/`);
  const status = async () =>
    (await vera.gql('query ($id: ID!) { subject(id: $id) { status } }', { id: subjectId })).subject.status;
  await expect(page.getByText('While the book is paused, we don’t call or text you.')).toBeVisible();
  await page.getByRole('button', { name: 'Pause the book' }).click();
  await expect(page.getByText('We don’t call or text you until somebody resumes.')).toBeVisible();
  expect(await status()).toBe('PAUSED');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('button', { name: 'Pause the book' })).toBeVisible();
  expect(await status()).toBe('ACTIVE');
});

test('A topic that the subject asks to avoid during a conversation stays when an older settings page is saved', async ({
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
  // A topic that the page shows by now can be removed like any other.
  await themes.fill('Illness');
  await page.getByRole('button', { name: 'Save the interview style' }).click();
  await expect(page.getByRole('button', { name: 'Save the interview style' })).toHaveCount(0);
  const { avoidedThemes } = done(
    await vera.gql('query ($id: ID!) { subject(id: $id) { avoidedThemes } }', { id: subjectId }),
  );
  expect(avoidedThemes).toEqual(['Illness']);
});

test('The interviewer’s patience is chosen in the settings, on a desk and on a phone', async ({ people }) => {
  const { teller: vera, subjectId, page } = await aTeller(people, 'Vera Holt');
  const save = page.getByRole('button', { name: 'Save the interview style' });
  for (const [width, choice, patienceMs] of [
    [1440, 'Patient: five seconds', 5_000],
    [390, 'Quick: about one second', 1_200],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/dashboard/${subjectId}/settings/`);
    await page.getByLabel('Patience in calls').selectOption(choice);
    await save.click();
    await expect(save).toHaveCount(0);
    const stored = await vera.gql('query ($id: ID!) { subject(id: $id) { patienceMs } }', { id: subjectId });
    expect(done(stored)).toEqual({ patienceMs });
  }
});

test('Text typed while a story is being saved stays, and is saved with the next press', async ({
  people,
}) => {
  const { teller: vera, subjectId, page } = await aTeller(people, 'Vera Holt');
  await page.goto(`/dashboard/${subjectId}/biography/?edit=new`);
  const [title, text] = [page.getByLabel('Title', { exact: true }), page.getByLabel('Text', { exact: true })];
  await title.fill('The mill');
  await text.fill('The miller kept the twelfth.');
  const saved: string[] = ['The miller kept the twelfth.'];

  // After the first save the new story continues as an existing one; the second time it is one from the start.
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
    await expect(text).toHaveText(saved.at(-1) ?? '');
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

test('A reader who is correcting a message stays in the field when it is corrected elsewhere too', async ({
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

test('A message that is made readable and at once private again is private', async ({ people }) => {
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
