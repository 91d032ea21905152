import { settled, violations } from '../support/browser/axe.ts';
import { expect, test } from '../support/browser/test.ts';
import { aTeller } from '../support/browser/told.ts';

for (const [how, viewport] of [
  ['on a desk', { width: 1440, height: 900 }],
  ['on a phone', { width: 390, height: 844 }],
] as const) {
  test(`A test call in the browser rings, is picked up, talked on and hung up, ${how}`, async ({
    people,
  }) => {
    const { teller, subjectId } = await aTeller(people, 'Rosa Quill');
    const page = await people.open(teller, { viewport, reducedMotion: 'reduce' });
    await page.goto(`/dashboard/${subjectId}/`);
    await expect(page.getByText('No phone service is set up here')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Call me now' })).toHaveCount(0);

    await page.getByRole('button', { name: 'Try a call' }).click();
    await page.getByRole('button', { name: 'Ring', exact: true }).click();
    await expect(page.getByText('Ringing…')).toBeVisible();
    await page.getByRole('button', { name: 'Pick up' }).click();

    const phone = page.getByRole('region', { name: 'Try a call' });
    const lines = phone.getByRole('listitem');
    await expect(lines.first()).toContainText('computer');
    await phone.getByLabel('What you say').fill('My mother kept bees behind the chapel.');
    await phone.getByRole('button', { name: 'Say it' }).click();
    await expect(lines).toHaveCount(3);
    await settled(page);
    expect(await violations(page, how)).toEqual([]);
    await page.screenshot({ path: `test-results/try-a-call-${viewport.width}.png`, fullPage: true });

    await phone.getByRole('button', { name: 'Hang up' }).click();
    await expect(phone.getByText('The call has ended.')).toBeVisible();
    await phone.getByRole('link', { name: 'Read the conversation' }).click();
    await expect(page.getByText('My mother kept bees behind the chapel.').first()).toBeVisible();
  });
}
