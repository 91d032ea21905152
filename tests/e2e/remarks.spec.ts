import type { Page } from '@playwright/test';
import { beside, settled, violations } from '../support/browser/axe.ts';
import { hands } from '../support/browser/hands.ts';
import { expect, test } from '../support/browser/test.ts';
import { anOwnBook, letIn } from '../support/browser/told.ts';
import { done } from '../support/browser/visitor.ts';

async function fits(page: Page, how: string) {
  // A fading notice has too little contrast.
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0, { timeout: 15_000 });
  expect(await violations(page, how)).toEqual([]);
  expect(await beside(page), how).toBe(0);
}

for (const { how, viewport, press, type } of hands) {
  test(`Two members remark on a story and give it hearts, and each sees the other’s at once, ${how}`, {
    tag: '@rare',
  }, async ({ people }) => {
    const [alma, lourdes] = [await people.join('Alma Roe'), await people.join('Lourdes Roe')];
    const subjectId = await anOwnBook(alma, { preferredName: 'Alma' });
    await letIn(alma, subjectId, lourdes, 'VIEWER');
    const input = { subjectId, chapterKey: 'love', title: 'The good shoes', body: 'We danced until dark.' };
    const { id } = done(await alma.gql('SaveCard', { input }));
    done(await alma.gql('SetCardStatus', { id, status: 'PUBLISHED' }));
    const address = `/dashboard/${subjectId}/biography/?cardId=${id}`;
    const [owner, reader] = [await people.open(alma, { viewport }), await people.open(lourdes, { viewport })];
    for (const page of [owner, reader]) {
      await page.goto(address);
      await settled(page);
      await expect(page.getByText('Nobody has written about this story yet.')).toBeVisible();
    }
    await fits(reader, how);
    const said = (page: Page) => page.getByRole('region', { name: 'What the family says' });
    const remark = (page: Page) => said(page).getByLabel('Your remark');
    const send = (page: Page) => said(page).getByRole('button', { name: 'Send remark' });

    await test.step('an empty remark is not sent', async () => {
      await press(send(reader));
      await expect(said(reader).getByText('Write something first')).toBeVisible();
      await expect(remark(reader)).toBeFocused();
      await fits(reader, `${how}, an empty remark`);
    });

    await test.step('a remark appears in the other browser', async () => {
      await type(remark(reader), 'They were my good shoes.');
      await press(send(reader));
      await expect(said(reader).getByRole('listitem')).toContainText('They were my good shoes.');
      await expect(remark(reader)).toHaveValue('');
      await expect(said(owner).getByRole('listitem')).toContainText('Lourdes Roe');
      await expect(said(owner).getByRole('listitem')).toContainText('They were my good shoes.');
    });

    await test.step('what is being written stays when another remark arrives', async () => {
      await type(remark(reader), 'And I have');
      await type(remark(owner), 'I am sorry.');
      await press(send(owner));
      await expect(said(reader).getByRole('listitem')).toHaveCount(2);
      await expect(remark(reader)).toHaveValue('And I have');
      await fits(reader, `${how}, two remarks`);
    });

    await test.step('hearts are counted in both browsers', async () => {
      await press(reader.getByRole('button', { name: 'Heart', exact: true }));
      await expect(reader.getByRole('button', { name: '1 heart' })).toHaveAttribute('aria-pressed', 'true');
      await expect(owner.getByRole('button', { name: '1 heart' })).toHaveAttribute('aria-pressed', 'false');
      await press(owner.getByRole('button', { name: '1 heart' }));
      await expect(reader.getByRole('button', { name: '2 hearts' })).toBeVisible();
      await expect(reader.getByText('From Lourdes Roe and Alma Roe')).toBeVisible();
      await fits(reader, `${how}, hearts`);
      await press(reader.getByRole('button', { name: '2 hearts' }));
      await expect(owner.getByRole('button', { name: '1 heart' })).toHaveAttribute('aria-pressed', 'true');
      await expect(owner.getByText('From Alma Roe')).toBeVisible();
    });

    await test.step('a remark is removed in both browsers, and only by those who may', async () => {
      const removeOf = (page: Page, name: string) =>
        said(page).getByRole('button', { name: `Remove the remark by ${name}` });
      await expect(removeOf(reader, 'Alma Roe')).toHaveCount(0);
      await press(removeOf(owner, 'Lourdes Roe'));
      const dialog = owner.getByRole('alertdialog', { name: 'Remove this remark?' });
      await fits(owner, `${how}, before removing`);
      await press(dialog.getByRole('button', { name: 'Cancel' }));
      await expect(removeOf(owner, 'Lourdes Roe')).toBeFocused();
      await press(removeOf(owner, 'Lourdes Roe'));
      await press(dialog.getByRole('button', { name: 'Remove remark' }));
      await expect(said(owner).getByRole('listitem')).toHaveCount(1);
      await expect(owner.getByRole('heading', { name: 'What the family says' })).toBeFocused();
      await expect(said(reader).getByRole('listitem')).toHaveCount(1);
      await expect(said(reader).getByText('I am sorry.')).toBeVisible();
    });
  });
}
