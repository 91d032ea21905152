import { beside, settled, violations } from '../support/browser/axe.ts';
import { recordedBook } from '../support/browser/recorded.ts';
import { expect, type People, test } from '../support/browser/test.ts';
import { aCallSound } from '../support/call-sound.ts';
import { transcribed } from '../support/web-server.ts';

const story =
  'We had a bakery on Mill Street when I was small. My father Tomas got up at three every morning and lit the big oven with birch wood.';

/** A recording among the keepsakes of somebody's own book, and the form that puts it into the book, on a phone. */
async function anAddedRecording(people: People, name: string, buffer: Buffer) {
  const rosa = await people.join('Rosa Lind');
  const subjectId = await recordedBook(rosa);
  const page = await people.open(rosa, { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  await page.goto(`/dashboard/${subjectId}/keepsakes/`);
  await page.locator('input[type=file][multiple]').setInputFiles([{ name, mimeType: 'audio/wav', buffer }]);
  await page.getByRole('button', { name: /^This is my voice: put it into the book/ }).click();
  const form = page.getByRole('dialog', { name: 'A recording of your voice' });
  return { subjectId, page, form };
}

test('An old recording is typed along by keyboard on a phone, and becomes a conversation with its sound', {
  tag: '@rare',
}, async ({ people }) => {
  const sound = aCallSound(20, { person: [[1, 19]], evertold: [] });
  const { subjectId, page, form } = await anAddedRecording(people, 'cassette.wav', sound);
  await form.getByLabel('When is it from?').fill('summer of 1987');
  await form.getByRole('radio', { name: 'I’ll type it while I listen' }).check();
  expect(await violations(page, 'a recording is begun')).toEqual([]);
  await form.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Write down your words' })).toBeVisible();

  const first = page.getByRole('textbox', { name: 'Line 1, at 0:00' });
  await first.focus();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.keyboard.type(story);
  await expect(page.getByRole('button', { name: /^Add a line at 0:0[3-9]/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  const second = page.getByRole('textbox', { name: /^Line 2, at 0:0[3-9]/ });
  await expect(second).toBeFocused();
  await page.keyboard.type('And what did he bake?');
  const before = await page.getByRole('button', { name: /^Add a line at/ }).textContent();
  await page.keyboard.press('F2');
  await expect(page.getByRole('button', { name: /^Add a line at/ })).not.toHaveText(before ?? '');
  await expect(second).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await settled(page);
  expect(await violations(page, 'a recording is written down')).toEqual([]);
  expect(await beside(page)).toBeLessThanOrEqual(0);
  await page.screenshot({ path: 'test-results/type-along-phone.png', fullPage: true });

  // The server has stored what was typed.
  await page.reload();
  await expect(page.getByRole('textbox', { name: /^Line 1/ })).toHaveValue(story);
  await expect(page.getByRole('checkbox').nth(1)).toBeChecked();
  await page.setViewportSize({ width: 1440, height: 900 });
  await settled(page);
  expect(await violations(page, 'a recording is written down at a desk')).toEqual([]);
  await page.screenshot({ path: 'test-results/type-along-desk.png', fullPage: true });
  await page.getByRole('button', { name: 'Put it into the book' }).click();

  await page.waitForURL(/\/call-log\//);
  // Until its stories are written, its title says so too.
  await expect(page.getByText(/added .+, an old recording/)).toBeVisible();
  await expect(page.getByText('Somebody else', { exact: false }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recording' })).toBeVisible();
  await page.goto(`/dashboard/${subjectId}/keepsakes/`);
  await expect(page.getByRole('link', { name: /^Read the conversation/ })).toBeVisible();
  await page.screenshot({ path: 'test-results/old-recording-keepsakes.png', fullPage: true });
});

test('An old recording is written down by the transcription service, checked, and put into the book', async ({
  people,
}) => {
  const sound = aCallSound(18, { person: [[1, 9.5]], evertold: [[12, 15]] });
  const { page, form } = await anAddedRecording(people, 'voice-mail.wav', sound);
  await expect(form.getByText('the sound is sent to the transcription service of this server')).toBeVisible();
  expect(await violations(page, 'who writes a recording down')).toEqual([]);
  await form.getByRole('button', { name: 'Continue' }).click();

  await page.getByRole('link', { name: /^Check the words/ }).click();
  const first = page.getByRole('textbox', { name: 'Line 1, at 0:01' });
  await expect(first).toHaveValue(transcribed[0]?.text.trim() ?? '');
  await first.fill('We kept geese on the common, and my sister Wilma drove them home at dusk.');
  await page.getByRole('checkbox').nth(1).check();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Put it into the book' }).click();

  await page.waitForURL(/\/call-log\//);
  await expect(page.getByText('drove them home at dusk.').first()).toBeVisible();
  await expect(page.getByText('Somebody else', { exact: false }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recording' })).toBeVisible();
});
