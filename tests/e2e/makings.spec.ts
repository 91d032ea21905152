import type { Page } from '@playwright/test';
import pg from 'pg';
import { beside, settled, violations } from '../support/browser/axe.ts';
import { exportedBook } from '../support/browser/exported.ts';
import { byKeyboard, hands, reach } from '../support/browser/hands.ts';
import { expect, test } from '../support/browser/test.ts';
import { anOwnBook, begun, letIn, say, tellings, written } from '../support/browser/told.ts';
import { done, outbox, type Visitor } from '../support/browser/visitor.ts';
import { lettersIn } from '../support/letters.ts';

// Books are typeset by a low-priority process.
test.describe.configure({ timeout: 300_000 });

/** A book with published stories. */
async function aPublishedBook(teller: Visitor): Promise<string> {
  const subjectId = await anOwnBook(teller, { preferredName: 'Silas' });
  const conversationId = await begun(teller, subjectId);
  for (const telling of tellings) await say(teller, conversationId, telling);
  for (const { id } of await written(teller, conversationId))
    done(await teller.gql('SetCardStatus', { id, status: 'PUBLISHED' }));
  return subjectId;
}

async function fits(page: Page, how: string) {
  // A fading notice has too little contrast.
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
  expect(await violations(page, how)).toEqual([]);
  expect(await beside(page), how).toBe(0);
}

/** Runs statements in the database of the tests' server. */
async function inDatabase(...statements: [string, ...string[]][]) {
  const database = new pg.Client({ connectionString: process.env.EVERTOLD_DATABASE });
  await database.connect();
  for (const [statement, ...values] of statements) await database.query(statement, values);
  await database.end();
}

/** Another job of the same book: what is made of its stories waits until this one has ended. */
const otherJob = {
  begins: (subjectId: string): [string, ...string[]] => [
    `insert into jobs.job (name, data, group_id, state, started_on)
     values ('makings.make', '{}', $1, 'active', now())`,
    subjectId,
  ],
  ends: (subjectId: string): [string, ...string[]] => [
    "delete from jobs.job where name = 'makings.make' and data = '{}' and group_id = $1",
    subjectId,
  ],
};

for (const { how, keyboard, viewport, press, tick, type } of hands) {
  test(`A book and a quote card are made, viewed and downloaded, ${how}`, async ({ people }) => {
    const silas = await people.join('Silas Moor');
    const subjectId = await aPublishedBook(silas);
    const page = await people.open(silas, { viewport });
    await page.goto(`/dashboard/${subjectId}/biography/`);
    await settled(page);
    await press(page.getByRole('link', { name: 'Make a book' }));
    await expect(page.getByRole('heading', { level: 1, name: 'Make a book' })).toBeVisible();
    await fits(page, how);

    await test.step('an error without a chapter', async () => {
      const chapters = page.getByRole('group', { name: 'Chapters' }).getByRole('checkbox');
      for (const box of await chapters.all()) await tick(box);
      await press(page.getByRole('button', { name: 'Make the book' }));
      await expect(page.getByText('Choose at least one chapter')).toBeVisible();
      for (const box of await chapters.all()) await tick(box);
    });

    await test.step('cancel a book that waits', async () => {
      await inDatabase(otherJob.begins(subjectId));
      await type(page.getByLabel('Title'), 'Too soon');
      await press(page.getByRole('button', { name: 'Make the book' }));
      const waiting = page.getByRole('listitem').filter({ hasText: 'Too soon' });
      await expect(waiting.getByText('Waiting for its turn')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Making one now' })).toBeDisabled();
      await fits(page, how);
      await press(waiting.getByRole('button', { name: 'Cancel' }));
      await expect(waiting.getByText('You cancelled it.')).toBeVisible();
      await expect(waiting.getByRole('button')).toHaveCount(0);
      await inDatabase(otherJob.ends(subjectId));
    });

    await test.step('make a printed book', async () => {
      await type(page.getByLabel('Title'), 'Barrels & boats');
      await type(page.getByLabel('Dedication'), 'For the miller');
      await press(page.getByRole('button', { name: 'Make the book' }));
      const made = page.getByRole('listitem').filter({ hasText: 'Barrels & boats' });
      await expect(made.getByRole('link', { name: 'Download' })).toBeVisible({ timeout: 90_000 });
      await expect(made.getByText(/\d+ pages/)).toBeVisible();
      await press(made.getByRole('button', { name: 'Look through it' }));
      const pages = page.getByRole('region', { name: 'Pages of “Barrels & boats”' });
      await expect(pages.getByText(/^Page 1 of \d+$/)).toBeVisible();
      await expect(pages.getByRole('img', { name: 'Barrels & boats' })).toBeVisible();
      await press(pages.getByRole('button', { name: 'Next page' }));
      await expect(pages.getByText(/^Page 2 of \d+$/)).toBeVisible();
      await page.keyboard.press('ArrowRight');
      await expect(pages.getByText(/^Page 3 of \d+$/)).toBeVisible();
      await page.keyboard.press('ArrowLeft');
      await expect(pages.getByText(/^Page 2 of \d+$/)).toBeVisible();
      // The cover is drawn in green and is not an empty sheet.
      await press(pages.getByRole('button', { name: 'Previous page' }));
      await expect
        .poll(
          () =>
            pages.locator('canvas').evaluate((canvas) => {
              const context = (canvas as HTMLCanvasElement).getContext('2d');
              return [...(context?.getImageData(20, 20, 1, 1).data ?? [])].slice(0, 3).join();
            }),
          { timeout: 60_000 },
        )
        .toBe('18,63,55');
      await fits(page, how);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        press(made.getByRole('link', { name: 'Download' })),
      ]);
      expect(file.suggestedFilename()).toBe('Barrels boats.pdf');
    });

    await test.step('make an e-book', async () => {
      // Tab reaches the selected radio button of a group, and arrow keys reach the others.
      if (keyboard) {
        const keys = await reach(page.getByRole('radio', { name: /^A printed book/ }), 'Shift+Tab');
        await keys.press('ArrowDown');
      } else await tick(page.getByRole('radio', { name: /^An e-book/ }));
      await type(page.getByLabel('Title'), 'Boats to read');
      await press(page.getByRole('button', { name: 'Make the e-book' }));
      const made = page.getByRole('listitem').filter({ hasText: 'Boats to read' });
      await expect(made.getByRole('link', { name: 'Download' })).toBeVisible({ timeout: 60_000 });
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        press(made.getByRole('link', { name: 'Download' })),
      ]);
      expect(file.suggestedFilename()).toBe('Boats to read.epub');
    });

    await test.step('make a quote card', async () => {
      if (keyboard) {
        const keys = await reach(page.getByRole('radio', { name: /^An e-book/ }), 'Shift+Tab');
        await keys.press('ArrowDown');
      } else await tick(page.getByRole('radio', { name: /^A quote card/ }));
      await expect(page.getByRole('radio', { name: /barrels|cooperage|accounts/ }).first()).toBeChecked();
      await press(page.getByRole('button', { name: 'Make the card' }));
      const card = page.getByRole('img', { name: /^Quote card of/ });
      await expect(card).toBeVisible({ timeout: 60_000 });
      // 0 until the picture is loaded.
      await expect.poll(() => card.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1080);
      await fits(page, how);
    });

    await test.step('the history lists what was made, and whether it is still kept', async () => {
      await inDatabase(
        ["update making set expires_at = now() where subject_id = $1::uuid and kind = 'BOOK_PDF'", subjectId],
        ["insert into jobs.job (name, data) values ('makings.expire', '{}')"],
      );
      const things = page.getByRole('region', { name: 'What you made' }).getByRole('listitem');
      await expect(async () => {
        await page.reload();
        await expect(things.nth(2)).toContainText('It’s no longer kept.', { timeout: 1_000 });
      }).toPass({ timeout: 45_000 });
      await expect(things.getByRole('heading')).toHaveText([
        /./,
        'Boats to read',
        'Barrels & boats',
        'Too soon',
      ]);
      await expect(things.nth(2).getByRole('link', { name: 'Download' })).toHaveCount(0);
      await expect(things.nth(0).getByRole('link', { name: 'Download' })).toBeVisible();
      await expect(things.nth(3)).toContainText('You cancelled it.');
      await settled(page);
      await fits(page, how);
    });
  });
}

test('A book is exported to a file by keyboard on a phone, and a mail says so', { tag: '@rare' }, async ({
  people,
}) => {
  const silas = await people.join('Silas Marsh');
  const subjectId = await aPublishedBook(silas);
  const page = await people.open(silas, { viewport: byKeyboard.viewport });
  const { name, folder } = await exportedBook(page, subjectId);
  expect(name).toBe('Everything of Silas’s book.zip');
  await fits(page, 'on a phone');
  await expect
    .poll(async () => (await lettersIn(outbox(), silas.email)).map(({ subject }) => subject))
    .toContain('Everything of Silas’s book is ready');

  await test.step('its pages open without a server and can be searched', async () => {
    await page.goto(`file://${folder}/index.html`);
    await expect(page.getByText(/cooperage in Harrow Lane/).first()).toBeVisible();
    await (await reach(page.getByLabel('Search in the stories and conversations'))).type('green ink');
    await expect(page.getByRole('status')).toHaveText(/places?$/);
    await (await reach(page.getByRole('list').first().getByRole('link').first())).press('Enter');
    await expect(page.getByText(/green ink/).first()).toBeVisible();
    expect(await violations(page, 'without a server')).toEqual([]);
    expect(await beside(page)).toBe(0);
  });
});

test('A viewer has no link to make a book', { tag: '@rare' }, async ({ people }) => {
  const [silas, vi] = [await people.join('Silas Brook'), await people.join('Vi Brook')];
  const subjectId = await aPublishedBook(silas);
  await letIn(silas, subjectId, vi, 'VIEWER');
  const page = await people.open(vi);
  await page.goto(`/dashboard/${subjectId}/biography/`);
  await settled(page);
  await expect(page.getByRole('link', { name: 'Make a book' })).toHaveCount(0);
  await page.goto(`/dashboard/${subjectId}/biography/make/`);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Make a book');
});
