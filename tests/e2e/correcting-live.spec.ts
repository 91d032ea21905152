import { expect, test } from '../support/browser/test.ts';
import { anOwnBook, begun, letIn, say } from '../support/browser/told.ts';

test('A reader who corrects a word during a conversation keeps it in view, and is told about new messages below', async ({
  people,
}) => {
  const [hana, ines] = await Promise.all([people.join('Hana Okell'), people.join('Ines Okell')]);
  const subjectId = await anOwnBook(hana);
  await letIn(hana, subjectId, ines, 'EDITOR');
  const conversation = await begun(hana, subjectId);
  const telling = 'The river came up to the third stair, and the barrels floated out of the door. '.repeat(5);
  for (let n = 0; n < 2; n++) await say(hana, conversation, telling);

  // A laptop's window at 200 % zoom.
  const reading = await people.open(ines);
  await reading.setViewportSize({ width: 640, height: 400 });
  await reading.goto(`/dashboard/${subjectId}/call-log/${conversation}/`);
  const turns = reading.locator('article[id^="message-"]');
  await expect(turns).toHaveCount(5);
  await turns.last().evaluate((newest) => newest.scrollIntoView({ block: 'end' }));
  await turns.nth(3).getByRole('button', { name: 'Change these words' }).press('Enter');
  await reading.getByRole('menuitem', { name: 'Correct a word' }).press('Enter');
  const field = reading.getByLabel('The words as they were said');
  await expect(field).toBeFocused();
  await field.press('End');
  await expect(field).toBeInViewport();
  const place = await field.boundingBox();

  await say(hana, conversation, telling);
  await expect(turns).toHaveCount(7);
  const fresh = reading.getByRole('button', { name: 'New words below' });
  await expect(fresh).toBeInViewport();
  expect(await field.boundingBox()).toEqual(place);

  // One press leads to the end, which is followed again from then on.
  await reading.getByRole('button', { name: 'Leave as it was' }).click();
  await fresh.click();
  await expect(turns.last()).toBeInViewport();
  await say(hana, conversation, telling);
  await expect(turns).toHaveCount(9);
  await expect(turns.last()).toBeInViewport();
  await expect(fresh).toHaveCount(0);
});
