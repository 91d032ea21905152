import type { Page } from '@playwright/test';
import { beside, settled, violations } from '../support/browser/axe.ts';
import { hands, reach } from '../support/browser/hands.ts';
import { expect, test } from '../support/browser/test.ts';
import {
  aBookOfThree,
  answer,
  aPublishedStory,
  begun,
  questionAfter,
  say,
  tellings,
  written,
} from '../support/browser/told.ts';
import { aPhoto } from '../support/keepsake-files.ts';

async function fits(page: Page, how: string) {
  // A fading notice has too little contrast.
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0, { timeout: 15_000 });
  expect(await violations(page, how)).toEqual([]);
  expect(await beside(page), how).toBe(0);
}

for (const { how, keyboard, viewport, press, tick } of hands) {
  test(`An owner chooses who can read a story, and other members do not find it, ${how}`, async ({
    people,
  }) => {
    const { hana, ines, otto, subjectId } = await aBookOfThree(people, { ines: 'VIEWER', otto: 'VIEWER' });
    const id = await aPublishedStory(hana, { subjectId, chapterKey: 'love', title: 'The borrowed boat' });
    const address = `/dashboard/${subjectId}/biography/?cardId=${id}`;
    const page = await people.open(hana, { viewport });
    await page.goto(address);
    await settled(page);

    const choose = async (name: RegExp, steps: number) => {
      const dialog = page.getByRole('dialog', { name: 'Who can read this story' });
      if (!keyboard) return tick(dialog.getByRole('radio', { name }));
      // Tab reaches the selected radio button of a group, and arrow keys reach the others.
      const keys = await reach(dialog.getByRole('radio', { checked: true }));
      const key = steps < 0 ? 'ArrowUp' : 'ArrowDown';
      for (let step = 0; step < Math.abs(steps); step++) await keys.press(key);
    };
    await press(page.getByRole('button', { name: 'Who can read this', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Who can read this story' });
    await expect(dialog.getByRole('radio', { name: 'Everyone who can see the book' })).toBeChecked();
    await choose(/^Only people I choose/, 1);
    await press(dialog.getByRole('button', { name: 'Save' }));
    await expect(dialog.getByText('Choose at least one person')).toBeVisible();
    if (keyboard)
      await (await reach(dialog.getByRole('checkbox', { name: 'Ines Vale' }), 'Shift+Tab')).press(' ');
    else await tick(dialog.getByRole('checkbox', { name: 'Ines Vale' }));
    await fits(page, how);
    await press(dialog.getByRole('button', { name: 'Save' }));
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Only for Ines Vale, you and the owners')).toBeVisible();
    await fits(page, how);

    const [named, other] = [await people.open(ines, { viewport }), await people.open(otto, { viewport })];
    await named.goto(address);
    await expect(named.getByRole('heading', { name: 'The borrowed boat' })).toBeVisible();
    await expect(named.getByText('Only for Ines Vale, Hana and the owners')).toBeVisible();
    await expect(named.getByRole('button', { name: 'Who can read this', exact: true })).toHaveCount(0);
    await other.goto(address);
    await expect(other.getByText('This story is not here')).toBeVisible();
    await expect(other.getByText('The borrowed boat')).toHaveCount(0);

    await press(page.getByRole('button', { name: 'Who can read this', exact: true }));
    await choose(/after my death/, 2);
    await press(dialog.getByRole('button', { name: 'Save' }));
    await expect(page.getByText('Only for you and the owners while you live')).toBeVisible();
    await named.reload();
    await expect(named.getByText('This story is not here')).toBeVisible();

    await test.step('the settings list what is held back, and it is opened again from there', async () => {
      await page.goto(`/dashboard/${subjectId}/settings/`);
      await expect(page.getByRole('link', { name: 'The borrowed boat' })).toBeVisible();
      await fits(page, `${how}, the settings`);
      await press(page.getByRole('button', { name: 'Change who can see The borrowed boat' }));
      await choose(/^Everyone who can see the book/, -3);
      await press(dialog.getByRole('button', { name: 'Save' }));
      await expect(page.getByText('Nothing. You can hold back')).toBeVisible();
      await named.reload();
      await expect(named.getByRole('heading', { name: 'The borrowed boat' })).toBeVisible();
    });
  });
}

test('An owner chooses who can see a keepsake, and other members do not find it', { tag: '@rare' }, async ({
  people,
}) => {
  const { hana, ines, otto, subjectId } = await aBookOfThree(people, { ines: 'VIEWER', otto: 'VIEWER' });
  const address = `/dashboard/${subjectId}/keepsakes/`;
  const page = await people.open(hana, { viewport: { width: 390, height: 844 } });
  await page.goto(address);
  await settled(page);
  const buffer = await aPhoto({ width: 300, height: 200 });
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles([{ name: 'boat.jpg', mimeType: 'image/jpeg', buffer }]);
  await page.getByRole('button', { name: 'Who can see this: Photo without a title' }).click();
  const dialog = page.getByRole('dialog', { name: 'Who can see this keepsake' });
  await dialog.getByRole('radio', { name: /^Only people I choose/ }).check();
  await dialog.getByRole('checkbox', { name: 'Ines Vale' }).check();
  await fits(page, 'who can see a keepsake');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Only for Ines Vale, you and the owners')).toBeVisible();

  const [named, other] = [await people.open(ines), await people.open(otto)];
  await named.goto(address);
  await expect(named.getByRole('img', { name: 'Photo without a title' })).toBeVisible();
  await expect(named.getByRole('button', { name: /^Who can see this/ })).toHaveCount(0);
  await other.goto(address);
  await expect(other.getByRole('heading', { name: 'No keepsakes yet' })).toBeVisible();
});

test('An owner keeps a chapter for everyone until a certain day, and other members do not find its stories', {
  tag: '@rare',
}, async ({ people }) => {
  const { hana, ines, subjectId } = await aBookOfThree(people, { ines: 'EDITOR', otto: 'VIEWER' });
  const id = await aPublishedStory(hana, { subjectId, chapterKey: 'love', title: 'The borrowed boat' });
  const viewport = { width: 390, height: 844 };
  const [page, other] = [await people.open(hana, { viewport }), await people.open(ines, { viewport })];
  const [book, story] = [
    `/dashboard/${subjectId}/biography/?chapter=love`,
    `/dashboard/${subjectId}/biography/?cardId=${id}`,
  ];
  await other.goto(story);
  await expect(other.getByRole('heading', { name: 'The borrowed boat' })).toBeVisible();
  await page.goto(book);
  await settled(page);
  const opener = page.getByRole('button', { name: 'Who can read this chapter' });
  const dialog = page.getByRole('dialog', { name: 'Who can read this chapter' });
  const save = dialog.getByRole('button', { name: 'Save' });

  await opener.press('Enter');
  await dialog.getByRole('radio', { name: 'Everyone who can see the book' }).press('ArrowDown');
  await dialog.getByRole('radio', { checked: true }).press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: 'Everyone, but only from a certain day' })).toBeChecked();
  await save.press('Enter');
  await expect(dialog.getByText('Choose a day')).toBeVisible();
  await fits(page, 'a chapter until a day');
  await dialog.getByLabel('From this day').fill('2090-05-01');
  await save.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/1 May 2090/).first()).toBeVisible();
  await fits(page, 'a chapter that is held back');
  await other.goto(story);
  await expect(other.getByText('This story is not here')).toBeVisible();

  await opener.press('Enter');
  await expect(dialog.getByLabel('From this day')).toHaveValue('2090-05-01');
  await dialog.getByRole('radio', { checked: true }).press('ArrowUp');
  await dialog.getByRole('radio', { checked: true }).press('ArrowUp');
  await save.press('Enter');
  await expect(dialog).toBeHidden();
  await other.reload();
  await expect(other.getByRole('heading', { name: 'The borrowed boat' })).toBeVisible();
});

test('The words of a story are kept in an open call log from whom it is not for, as soon as its audience says so', async ({
  people,
}) => {
  const { hana, ines, otto, subjectId } = await aBookOfThree(people, { ines: 'EDITOR', otto: 'EDITOR' });
  const talk = await begun(hana, subjectId);
  const [telling = ''] = tellings;
  await say(hana, talk, telling);
  const [story] = await written(hana, talk);
  const [page, named, other] = [await people.open(hana), await people.open(ines), await people.open(otto)];
  const read = async (reader: Page) => {
    await reader.goto(`/dashboard/${subjectId}/call-log/${talk}/`);
    await expect(reader.locator('.told').filter({ hasText: 'Harrow Lane' })).toBeVisible();
  };
  await Promise.all([read(named), read(other)]);

  await page.goto(`/dashboard/${subjectId}/biography/?cardId=${story?.id}`);
  await settled(page);
  const choose = async (name: RegExp) => {
    await page.getByRole('button', { name: 'Who can read this', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Who can read this story' });
    await dialog.getByRole('radio', { name }).check();
    return dialog;
  };
  const dialog = await choose(/^Only people I choose/);
  await expect(dialog.getByText('In the call log, the words that it rests on')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Ines Vale' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const kept = other.locator('.private').filter({ hasText: 'Kept for others.' });
  await expect(kept.first()).toBeVisible({ timeout: 30_000 });
  await expect(other.getByText('Harrow Lane')).toHaveCount(0);
  expect(await violations(other, 'a call log with kept words')).toEqual([]);
  await expect(named.locator('.told').filter({ hasText: 'Harrow Lane' })).toBeVisible();
  await expect(named.getByText('Kept for others.')).toHaveCount(0);
  await other.reload();
  await expect(kept.first()).toBeVisible();
  await expect(other.getByText('Harrow Lane')).toHaveCount(0);

  await (await choose(/^Everyone who can see the book/)).getByRole('button', { name: 'Save' }).click();
  await expect(other.locator('.told').filter({ hasText: 'Harrow Lane' })).toBeVisible({ timeout: 30_000 });
  await expect(kept).toHaveCount(0);

  await test.step('words told for one member are promised to her, and another one finds nothing of them', async () => {
    await page.goto('/dashboard/tell-my-own-story/');
    await page.getByRole('button', { name: 'Ask me the first question' }).click();
    const question = await questionAfter(page, null);
    await answer(page, 'Only Ines may hear this. I kept the letters of the harbour master in the flour tin.');
    await questionAfter(page, question);
    await expect(
      page.getByText(/Only Ines Vale can read that\. It stays out of the book\./).first(),
    ).toBeVisible();
    for (const reader of [named, other]) {
      await reader.goto(`/dashboard/${subjectId}/call-log/`);
      await reader.locator('main').getByRole('link').first().click();
      await expect(reader.locator('article[id^="message-"]').first()).toBeVisible();
    }
    await expect(named.getByText('I kept the letters of the harbour master')).toBeVisible();
    await expect(other.getByText('harbour master')).toHaveCount(0);
    await other.goto(`/dashboard/${subjectId}/biography/`);
    await other.getByRole('button', { name: 'Ask or search' }).click();
    const sheet = other.getByRole('dialog', { name: 'Ask or search the book' });
    await sheet.getByLabel('Your question, or words to find').fill('harbour master');
    await sheet.getByRole('button', { name: 'Find' }).click();
    const found = sheet
      .getByText(/No answer was found|There’s no answer in/)
      .or(sheet.getByRole('list', { name: /^Answers to/ }));
    await expect(found.first()).toBeVisible();
    await expect(sheet.getByText(/flour tin|the letters/)).toHaveCount(0);
  });
});
