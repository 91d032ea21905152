import { beside, settled, violations } from '../support/browser/axe.ts';
import { hands } from '../support/browser/hands.ts';
import { expect, type People, test } from '../support/browser/test.ts';
import { aBookOfThree, aPublishedStory } from '../support/browser/told.ts';

/** Hana's book, with three stories in "Love", which Ines edits and Otto reads. */
async function aChapter(people: People) {
  const { hana, ines, otto, subjectId } = await aBookOfThree(people, { ines: 'EDITOR', otto: 'VIEWER' });
  for (const [title, happened] of [
    ['The mill', '1950'],
    ['The borrowed boat', '1960'],
    ['The long winter', null],
  ]) {
    await aPublishedStory(hana, { subjectId, chapterKey: 'love', title, happened });
  }
  return { subjectId, ines, otto };
}

for (const { how, keyboard, viewport, press } of hands) {
  test(`An editor moves a story within its chapter while a reader has it open, ${how}`, async ({
    people,
  }) => {
    const { subjectId, ines, otto } = await aChapter(people);
    const book = `/dashboard/${subjectId}/biography/`;
    const page = await people.open(ines, { viewport });
    const reader = await people.open(otto, { viewport: { width: 1440, height: 900 } });
    await reader.goto(`${book}?chapter=love`);
    const read = reader.getByRole('navigation', { name: 'Chapters' }).locator('ol ol').getByRole('link');
    await expect(read).toHaveText(['The mill', 'The borrowed boat', 'The long winter']);
    await page.goto(`${book}?chapter=love`);
    await settled(page);
    if (viewport.width < 1100) await press(page.getByRole('button', { name: 'Chapters', exact: true }));
    await press(page.getByRole('link', { name: 'Arrange stories' }));
    await expect(page.getByRole('heading', { name: 'Arrange stories' })).toBeVisible();
    const rows = page.getByRole('main').getByRole('listitem');
    await expect(rows.first()).toContainText('The mill');
    expect(await violations(page, how)).toEqual([]);
    expect(await beside(page), how).toBe(0);

    const up = page.getByRole('button', { name: 'Move up: The long winter' });
    for (let place = 2; place >= 1; place--) {
      await press(up);
      await expect(page.getByText(`The long winter is now story ${place} of 3.`)).toBeAttached();
    }
    if (keyboard) await expect(up).toBeFocused();
    await expect(rows.first()).toContainText('no date yet, moved by hand');
    expect(await violations(page, how)).toEqual([]);
    expect(await beside(page), how).toBe(0);
    await expect(read).toHaveText(['The long winter', 'The mill', 'The borrowed boat']);

    await press(page.getByRole('button', { name: 'Sort by date' }));
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Sort by date' }));
    await expect(page.getByText('The stories are in order of date.')).toBeAttached();
    await expect(rows.last()).toContainText('The long winter');
    await expect(page.getByRole('button', { name: 'Sort by date' })).toHaveCount(0);
    await expect(read).toHaveText(['The mill', 'The borrowed boat', 'The long winter']);

    await press(page.getByRole('link', { name: 'Back to the book' }));
    await expect(page.getByRole('heading', { level: 1, name: 'Love' })).toBeVisible();
  });
}

test('An editor drags a story to its place while a reader has the chapter open', async ({ people }) => {
  const { subjectId, ines, otto } = await aChapter(people);
  const viewport = { width: 1440, height: 900 };
  const [page, reader] = [await people.open(ines, { viewport }), await people.open(otto, { viewport })];
  await reader.goto(`/dashboard/${subjectId}/biography/?chapter=love`);
  const read = reader.getByRole('navigation', { name: 'Chapters' }).locator('ol ol').getByRole('link');
  await expect(read).toHaveText(['The mill', 'The borrowed boat', 'The long winter']);
  await page.goto(`/dashboard/${subjectId}/biography/?edit=stories&chapter=love`);
  await settled(page);
  const rows = page.getByRole('main').getByRole('listitem');
  await page.getByTitle('Drag to move: The mill').hover();
  await page.mouse.down();
  const to = await rows.nth(1).boundingBox();
  if (!to) throw new Error('The second story is not drawn');
  await page.mouse.move(to.x + 20, to.y + to.height / 4, { steps: 5 });
  await page.mouse.move(to.x + 20, to.y + to.height / 2, { steps: 5 });
  await expect(page.getByText('The mill: place 2 of 3.')).toBeAttached();
  await page.mouse.up();
  await expect(page.getByText('The mill is now story 2 of 3.')).toBeAttached();
  await expect(rows.nth(1)).toContainText('The mill');
  await expect(read).toHaveText(['The borrowed boat', 'The mill', 'The long winter']);
});
