import { expect, test } from '../support/browser/test.ts';
import { aTeller, begun, letIn, say, tellings, written } from '../support/browser/told.ts';
import { done } from '../support/browser/visitor.ts';

test('An edited story appears at once in another reader’s browser', async ({ people }) => {
  const { teller, subjectId } = await aTeller(people, 'Marta Quill');
  const reader = await people.join('Nils Quill');
  await letIn(teller, subjectId, reader, 'EDITOR');
  const conversationId = await begun(teller, subjectId);
  await say(teller, conversationId, tellings[0] ?? '');
  const [story] = await written(teller, conversationId);
  const page = await people.open(reader);
  await page.goto(`/dashboard/${subjectId}/biography/?cardId=${story?.id}`);
  await expect(page.getByRole('article')).toContainText('Penhallow');

  const body = 'The river took the barrels, and we took them back.';
  // The page subscribes shortly after it has opened, so the edit is repeated until it is seen.
  await expect(async () => {
    const { card } = await teller.gql('query ($id: ID!) { card(id: $id) { revision } }', { id: story?.id });
    const input = { id: story?.id, subjectId, title: 'Barrels', body, baseRevision: card.revision };
    done(await teller.gql('SaveCard', { input }));
    await expect(page.getByRole('article')).toContainText(body, { timeout: 2_000 });
  }).toPass({ timeout: 20_000 });

  await expect(page.getByRole('article').getByRole('heading', { name: 'Barrels' })).toBeVisible();
});
