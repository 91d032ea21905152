import { answerHeld } from '../support/browser/held.ts';
import { expect, test } from '../support/browser/test.ts';
import { anOwnBook } from '../support/browser/told.ts';
import { done } from '../support/browser/visitor.ts';

test('What is changed on in the settings of a book while they are saved stands, and is saved with the next press', async ({
  people,
}) => {
  const vera = await people.join('Vera Holt');
  const subjectId = await anOwnBook(vera);
  const page = await people.open(vera);
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
