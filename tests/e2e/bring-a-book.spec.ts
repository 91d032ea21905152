import { beside, settled, violations } from '../support/browser/axe.ts';
import { hands, reach } from '../support/browser/hands.ts';
import { expect, test } from '../support/browser/test.ts';
import { outbox } from '../support/browser/visitor.ts';
import { letterIn } from '../support/letters.ts';
import { aSmallBook, exportWith } from '../support/small-export.ts';

for (const { how, keyboard, viewport, press, tick } of hands) {
  test(`A book of another Evertold is brought here and opened, ${how}`, async ({ people }) => {
    const alma = await people.join('Alma Rourke');
    const page = await people.open(alma, { viewport });
    await page.goto('/onboarding/');
    await settled(page);
    await press(page.getByRole('link', { name: 'Bring a book from another Evertold' }));
    await expect(
      page.getByRole('heading', { level: 1, name: 'Bring a book from another Evertold' }),
    ).toBeVisible();
    const fits = async (what: string) => {
      expect(await violations(page, `${what}, ${how}`)).toEqual([]);
      expect(await beside(page), what).toBe(0);
    };
    await fits('the page');
    const bring = page.getByRole('button', { name: 'Bring this book' });
    const field = page.getByLabel('The file with everything of the book');

    await test.step('without a file, and with a file that is no export', async () => {
      await press(bring);
      await expect(page.getByText('Choose the file first.')).toBeVisible();
      await fits('an error');
      if (keyboard) await reach(field, 'Shift+Tab');
      await field.setInputFiles({
        ...{ name: 'letter.zip', mimeType: 'application/zip' },
        buffer: Buffer.from('Dear Alma, '.repeat(800)),
      });
      await expect(page.getByText('Choose the file first.')).toHaveCount(0);
      await press(bring);
      await expect(page.getByText('This is not a ZIP file')).toBeVisible();
    });

    await test.step('with a file that is broken inside', async () => {
      const buffer = await exportWith({ ...aSmallBook(), version: 9 });
      await field.setInputFiles({ name: 'old.zip', mimeType: 'application/zip', buffer });
      await press(bring);
      await expect(page.getByRole('alert')).toContainText('evertold.json, version: is not 1');
      await fits('an import that failed');
    });

    await test.step('with an export', async () => {
      const buffer = await exportWith(aSmallBook());
      await field.setInputFiles({ name: 'Everything.zip', mimeType: 'application/zip', buffer });
      await tick(page.getByRole('checkbox', { name: 'This book is about me' }));
      await press(bring);
      await expect(page.getByText('Alma’s book is here')).toBeVisible({ timeout: 30_000 });
      await fits('the result');
      const letter = await letterIn(outbox(), alma.email, { leadingTo: '/dashboard/' });
      expect(letter.links.join()).toContain('/dashboard/');
    });

    await test.step('read a story of it', async () => {
      await press(page.getByRole('link', { name: 'Open Alma’s book' }));
      await expect(page).toHaveURL(/\/dashboard\/[0-9a-f-]{36}\/$/);
      await page.goto(`${page.url()}biography/`);
      await settled(page);
      await expect(page.getByText('We had a bakery').first()).toBeVisible();
    });
  });
}
