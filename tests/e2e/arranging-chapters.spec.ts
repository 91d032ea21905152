import type { Page } from '@playwright/test';
import { beside, settled, violations } from '../support/browser/axe.ts';
import { hands, reach } from '../support/browser/hands.ts';
import { expect, test } from '../support/browser/test.ts';
import { aBookOfThree, aPublishedStory } from '../support/browser/told.ts';

async function fits(page: Page, how: string) {
  expect(await violations(page, how)).toEqual([]);
  expect(await beside(page), how).toBe(0);
}

for (const { how, keyboard, viewport, press, type } of hands) {
  test(`An editor renames, moves and hides a chapter while others have the book open, ${how}`, {
    tag: '@rare',
  }, async ({ people }) => {
    const { hana, ines, otto, subjectId } = await aBookOfThree(people, { ines: 'EDITOR', otto: 'VIEWER' });
    for (const [chapterKey, title] of [
      ['origins', 'The mill'],
      ['love', 'The borrowed boat'],
    ]) {
      await aPublishedStory(hana, { subjectId, chapterKey, title });
    }
    const book = `/dashboard/${subjectId}/biography/`;
    const page = await people.open(ines, { viewport });
    const reader = await people.open(otto);
    await reader.goto(`${book}?chapter=love`);
    const contents = reader.getByRole('navigation', { name: 'Chapters' });
    await expect(contents.getByRole('link', { name: /Love/ })).toBeVisible();
    await page.goto(book);
    await settled(page);
    if (viewport.width < 1100) await press(page.getByRole('button', { name: 'Chapters', exact: true }));
    await press(page.getByRole('link', { name: 'Arrange chapters' }));
    await expect(page.getByRole('heading', { name: 'Arrange chapters' })).toBeVisible();
    await fits(page, how);

    await press(page.getByRole('button', { name: 'Rename chapter: Love', exact: true }));
    const title = page.getByLabel('Title of the chapter');
    await expect(title).toBeFocused();
    await type(title, ' ');
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await expect(page.getByText('Enter a title')).toBeVisible();
    await fits(page, how);
    await type(title, 'Silas and I');
    await page.keyboard.press('Enter');
    const renamed = page.getByRole('button', { name: 'Rename chapter: Silas and I' });
    await expect(renamed).toBeFocused();
    await expect(contents.getByRole('link', { name: /Silas and I/ })).toBeVisible();

    const up = page.getByRole('button', { name: 'Move up: Silas and I' });
    for (let place = 5; place >= 1; place--) {
      await press(up);
      await expect(page.getByText(`Silas and I is now chapter ${place} of 12.`)).toBeAttached();
      await expect(keyboard ? up : page.getByRole('main')).toBeVisible();
    }
    if (keyboard) await expect(up).toBeFocused();
    await expect(contents.getByRole('link').first()).toContainText('Silas and I');

    await expect(reader.getByText('The borrowed boat').first()).toBeVisible();
    await press(page.getByRole('button', { name: 'Hide chapter: Silas and I' }));
    await expect(page.getByText('1 story, hidden').or(page.getByText('one story, hidden'))).toBeVisible();
    await fits(page, how);
    await expect(contents.getByRole('link', { name: /Silas and I/ })).toHaveCount(0);
    await expect(reader.getByText('The borrowed boat')).toHaveCount(0);

    await press(page.getByRole('link', { name: 'Back to the book' }));
    await settled(page);
    await expect(
      page.getByText('This chapter is hidden: only those who write the book see it.'),
    ).toBeVisible();
    await fits(page, how);

    // The story is moved back to a chapter that everybody sees, while the reader has another one open.
    await press(page.getByRole('button', { name: 'Move to another chapter…' }));
    const dialog = page.getByRole('dialog', { name: 'Move to another chapter' });
    await press(dialog.getByRole('button', { name: 'Move it' }));
    await expect(dialog.getByText('Choose a chapter')).toBeVisible();
    await fits(page, how);
    const chapter = dialog.getByLabel('Chapter');
    if (keyboard) {
      await reach(chapter);
      await page.keyboard.type('Origins');
    } else await chapter.selectOption('Origins');
    await press(dialog.getByRole('button', { name: 'Move it' }));
    await expect(page.getByText('Moved to Origins')).toBeVisible();
    await expect(page.getByRole('article').getByRole('heading', { name: 'The borrowed boat' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Origins' })).toBeVisible();
    await expect(page.getByText('This chapter is hidden: only those who write the book see it.')).toHaveCount(
      0,
    );
    await expect(reader.getByRole('link', { name: /The borrowed boat/ }).first()).toBeVisible();
  });
}

test('An editor drags a chapter to its place while others have the book open', async ({ people }) => {
  const { hana, ines, otto, subjectId } = await aBookOfThree(people, { ines: 'EDITOR', otto: 'VIEWER' });
  for (const [chapterKey, title] of [
    ['origins', 'The mill'],
    ['love', 'The borrowed boat'],
  ]) {
    await aPublishedStory(hana, { subjectId, chapterKey, title });
  }
  const book = `/dashboard/${subjectId}/biography/`;
  const page = await people.open(ines, { viewport: { width: 1440, height: 900 } });
  const reader = await people.open(otto, { viewport: { width: 1440, height: 900 } });
  await reader.goto(book);
  const firstRead = reader.getByRole('navigation', { name: 'Chapters' }).getByRole('link').first();
  await expect(firstRead).toContainText('Origins');
  await page.goto(`${book}?edit=chapters`);
  await settled(page);
  const rows = page.getByRole('main').getByRole('listitem');
  const nameOf = async (at: number) => (await rows.nth(at).locator('b').textContent()) ?? '';
  const before = [await nameOf(0), await nameOf(1), await nameOf(2)];
  const [first = ''] = before;

  /** Takes the first chapter by its grip to below the third one. */
  async function dragDown() {
    const [grip, target] = [page.getByTitle(`Drag to move: ${first}`), rows.nth(2)];
    await grip.hover();
    await page.mouse.down();
    const to = await target.boundingBox();
    if (!to) throw new Error('The third chapter is not drawn');
    await page.mouse.move(to.x + 20, to.y + to.height / 4, { steps: 5 });
    await page.mouse.move(to.x + 20, to.y + to.height / 2, { steps: 5 });
    await expect(page.getByText(`${first}: place 3 of 12.`)).toBeAttached();
  }

  // A drag that is broken off changes nothing, and neither does one that can't be saved.
  await dragDown();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(page.getByText(`${first} stays where it was.`)).toBeAttached();
  await expect(rows.first()).toContainText(first);
  await dragDown();
  await page.route('**/graphql', (route) =>
    /OrderChapters/.test(route.request().postData() ?? '')
      ? route.abort('connectionfailed')
      : route.continue(),
  );
  await page.mouse.up();
  await expect(page.getByText('Evertold couldn’t be reached. Nothing was changed: try again.')).toBeVisible();
  await expect(rows.first()).toContainText(first);
  await page.unroute('**/graphql');
  await expect(firstRead).toContainText(first);

  await dragDown();
  await page.mouse.up();
  await expect(page.getByText(`${first} is now chapter 3 of 12.`)).toBeAttached();
  await expect(rows.nth(2)).toContainText(first);
  await expect(rows.first()).toContainText(before[1] ?? '');
  await fits(page, 'after a drag');
  await expect(firstRead).not.toContainText(first);
});
