import { expect, test } from '../support/browser/test.ts';
import { aTeller, begun, say, tellings, written } from '../support/browser/told.ts';
import { done } from '../support/browser/visitor.ts';

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
