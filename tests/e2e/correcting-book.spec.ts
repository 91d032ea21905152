import { beside, settled, violations } from '../support/browser/axe.ts';
import { byKeyboard } from '../support/browser/hands.ts';
import { expect, test } from '../support/browser/test.ts';
import { anOwnBook, aTeller, begun, say, tellings, written } from '../support/browser/told.ts';
import { done } from '../support/browser/visitor.ts';

const { press, viewport } = byKeyboard;

test('A corrected word is proposed to a story that a person has edited, and keeps its place', async ({
  people,
}) => {
  const { teller: vera, subjectId, page } = await aTeller(people, 'Vera Holt');
  const conversationId = await begun(vera, subjectId);
  const misheard = tellings[0]?.replace('Penhallow', 'Pen Hello') ?? '';
  const turns = await say(vera, conversationId, misheard);
  const said = turns.find(({ text }) => text === misheard)?.id;
  const [story] = await written(vera, conversationId);
  const body = `${misheard} I can hear it still.`;
  done(await vera.gql('SaveCard', { input: { ...story, subjectId, body } }));

  await page.goto(`/dashboard/${subjectId}/call-log/${conversationId}/`);
  const turn = page.locator(`#message-${said}`);
  await turn.getByRole('button', { name: /^Change these words/ }).click();
  await page.getByRole('menuitem', { name: 'Correct a word' }).click();
  await turn.getByRole('textbox').fill(tellings[0] ?? '');
  await turn.getByRole('button', { name: 'Save the words' }).click();
  await expect(turn.getByRole('button', { name: 'Corrected. Show what was first heard' })).toBeVisible();

  await page.goto(`/dashboard/${subjectId}/biography/?cardId=${story?.id}`);
  const offer = page.getByRole('region', { name: 'The writer proposes' });
  await expect(offer).toContainText('The writer proposes a sentence as it was corrected');
  await expect(offer.locator('del')).toHaveText(['Pen Hello.']);
  await expect(offer.locator('ins')).toHaveText(['Penhallow.']);
  await offer.getByRole('button', { name: 'Accept the change' }).click();

  await expect(offer).toHaveCount(0);
  await expect(page.getByRole('article')).toContainText('in the town of Penhallow. My father');
  await expect(page.getByRole('article')).toContainText('I can hear it still.');
  await expect(page.getByRole('article')).not.toContainText('Pen Hello');
});

test('Of a proposal of several sentences one is declined and all others are accepted, by keyboard on a phone', {
  tag: '@rare',
}, async ({ people }) => {
  const vera = await people.join('Vera Holt');
  const subjectId = await anOwnBook(vera);
  const conversationId = await begun(vera, subjectId);
  const right = tellings[1] ?? '';
  const misheard = right
    .replace('borrowed boat', 'burrowed boat')
    .replace('eleven of them', 'heaven of them')
    .replace('good morning', 'good mourning');
  const turns = await say(vera, conversationId, misheard);
  const said = turns.find(({ text }) => text === misheard)?.id;
  const [story] = await written(vera, conversationId);
  const body = `${misheard} I can hear it still.`;
  done(await vera.gql('SaveCard', { input: { ...story, subjectId, body } }));
  const correcting = `mutation ($id: ID!, $text: String!) { correctMessage(id: $id, text: $text) {
    __typename ... on UserError { code message } } }`;
  done(await vera.gql(correcting, { id: said, text: right }));

  const page = await people.open(vera, { viewport });
  await page.goto(`/dashboard/${subjectId}/biography/?cardId=${story?.id}`);
  const offer = page.getByRole('region', { name: 'The writer proposes' });
  await expect(offer).toContainText('3 sentences as they were corrected', { timeout: 30_000 });
  await settled(page);
  expect(await violations(page, 'a proposal of several sentences')).toEqual([]);
  expect(await beside(page)).toBe(0);
  await press(offer.getByRole('button', { name: 'Decline the change' }).nth(1));
  await expect(offer).toContainText('2 sentences as they were corrected');
  await press(offer.getByRole('button', { name: 'Accept all changes' }));
  await expect(offer).toHaveCount(0);
  const text = page.getByRole('article');
  for (const words of ['in a borrowed boat', 'heaven of them', 'I said good morning', 'I can hear it still.'])
    await expect(text).toContainText(words);
});
