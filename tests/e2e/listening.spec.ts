import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { beside, settled, violations } from '../support/browser/axe.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { exportedBook } from '../support/browser/exported.ts';
import { reach } from '../support/browser/hands.ts';
import { recordedBook, recordingUrl } from '../support/browser/recorded.ts';
import { expect, test } from '../support/browser/test.ts';
import { answer, letIn, questionAfter, tellings } from '../support/browser/told.ts';
import { done } from '../support/browser/visitor.ts';

// It runs beside the other journeys, and makes a piece of the voice and an export in a process of low priority.
test.describe.configure({ timeout: 300_000 });

// Uses a fake microphone that beeps and needs no permission.
const executablePath = chromiumPath();
test.use({
  launchOptions: {
    ...(executablePath ? { executablePath } : { channel: 'chrome' }),
    args: ['--no-sandbox', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  },
});

test('A conversation is recorded in the browser, and can be heard in its transcript and per sentence in the book', async ({
  people,
}) => {
  const [hana, ines] = await Promise.all([people.join('Hana Okell'), people.join('Ines Okell')]);
  const subjectId = await recordedBook(hana);
  await letIn(hana, subjectId, ines, 'VIEWER');
  const page = await people.open(hana, { reducedMotion: 'reduce' });
  await page.goto('/dashboard/tell-my-own-story/');
  await page.getByRole('button', { name: 'Ask me the first question' }).click();
  const question = await questionAfter(page, null);
  await expect(page.getByText('Nothing is recorded now.')).toBeVisible();
  const firstPiece = page.waitForResponse((response) => response.url().includes('/media/recording/'));
  await page.getByRole('button', { name: 'Record this talk' }).click();
  await expect(page.getByText('Recording', { exact: true })).toBeVisible();
  await settled(page);
  expect(await violations(page, 'while it is recorded')).toEqual([]);
  await page.screenshot({ path: 'test-results/recording.png' });
  expect((await firstPiece).status()).toBe(200);
  await answer(page, tellings[0] ?? '');
  await questionAfter(page, question);
  await page.getByRole('button', { name: 'Stop for today' }).click();
  await expect(page.getByRole('button', { name: 'Stop recording' })).toHaveCount(0);

  let conversationId = '';
  await expect(async () => {
    const query = `query ($id: ID!) { subject(id: $id) { conversations(first: 1) { edges { node {
      id writing recording { url } } } } } }`;
    const { subject } = await hana.gql(query, { id: subjectId });
    const { node } = subject.conversations.edges[0];
    expect(node).toMatchObject({ writing: 'WRITTEN', recording: { url: expect.any(String) } });
    conversationId = node.id;
  }).toPass({ timeout: 30_000 });

  for (const [how, viewport] of [
    ['desk', { width: 1440, height: 900 }],
    ['phone', { width: 390, height: 844 }],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.goto(`/dashboard/${subjectId}/call-log/${conversationId}/`);
    const player = page.getByRole('region', { name: 'Recording' });
    await expect(player).toContainText('at about the time they are spoken');
    await settled(page);
    expect(await violations(page, `the transcript with its sound, ${how}`)).toEqual([]);
    await page.screenshot({ path: `test-results/listening-${how}.png` });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  const slider = page.getByRole('slider', { name: 'Place in the recording' });
  await page
    .getByRole('button', { name: /^Play from/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(page.locator('.word-on')).toHaveCount(1);
  await slider.focus();
  await page.keyboard.press(' ');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await page.keyboard.press('Home');
  await expect(slider).toHaveAttribute('aria-valuenow', '0');
  await page.getByRole('button', { name: 'Speed 1' }).click();
  expect(await page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.playbackRate)).toBe(1.25);

  for (const { id } of (await hana.gql('Biography', { subjectId })).subject.chapters.flatMap(
    ({ cards }: { cards: { id: string }[] }) => cards,
  )) {
    done(await hana.gql('SetCardStatus', { id, status: 'PUBLISHED' }));
  }
  // A viewer without access to the transcript can hear the sentence.
  const book = await people.open(ines, { reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } });
  await book.goto(`/dashboard/${subjectId}/biography/`);
  await book.locator('[data-sentence]').first().click();
  const sound = book.waitForResponse((response) => /\/media\/[0-9a-f-]+$/.test(response.url()));
  await book.getByRole('button', { name: 'Hear it' }).click();
  expect([200, 206]).toContain((await sound).status());
  const clip = book.locator('audio');
  await expect
    .poll(() => clip.evaluate((audio: HTMLAudioElement) => [audio.error === null, audio.currentTime > 0]))
    .toEqual([true, true]);
  await settled(book);
  expect(await violations(book, 'the book with its sound')).toEqual([]);
  await book.screenshot({ path: 'test-results/hearing-a-sentence.png' });

  await test.step('an answer of the book is heard where it is found', async () => {
    const margin = book.getByRole('complementary', { name: 'Where this comes from' });
    await margin.press('Escape');
    await expect(margin).toHaveCount(0);
    await book.getByRole('button', { name: 'Ask or search' }).click();
    const sheet = book.getByRole('dialog', { name: 'Ask or search the book' });
    await sheet.getByLabel('Your question, or words to find').fill('What did my father make?');
    const heard = sheet.getByRole('button', { name: 'Hear it' });
    await expect(async () => {
      await sheet.getByRole('button', { name: 'Find' }).click();
      await expect(
        sheet.locator('blockquote').filter({ hasText: 'My father made barrels' }).first(),
      ).toBeVisible();
      await expect(heard.first()).toBeVisible();
    }).toPass({ timeout: 30_000 });
    const answered = book.waitForResponse((response) => /\/media\/[0-9a-f-]+/.test(response.url()));
    await heard.first().press('Enter');
    expect([200, 206]).toContain((await answered).status());
    const playing = sheet.locator('audio').first();
    await expect
      .poll(() =>
        playing.evaluate((audio: HTMLAudioElement) => audio.error === null && audio.currentTime > 0),
      )
      .toBe(true);
    expect(await violations(book, 'an answer with its sound')).toEqual([]);
  });

  // The version for others, with silenced parts, must be decodable too.
  const decoded = await page.evaluate(
    async (url) => {
      const bytes = await (await fetch(url)).arrayBuffer();
      return (await new AudioContext().decodeAudioData(bytes)).duration;
    },
    await recordingUrl(hana, conversationId),
  );
  expect(decoded).toBeGreaterThan(1);

  await test.step('a piece of the voice is made by keyboard on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/dashboard/${subjectId}/biography/make/`);
    await page.getByRole('radio', { name: /^A voice highlight/ }).check();
    await (await reach(page.getByRole('button', { name: 'Make the recording' }))).press('Enter');
    await expect(page.getByText('Choose at least one sentence')).toBeVisible();
    const sentences = page.getByRole('group', { name: 'Sentences' }).getByRole('checkbox');
    for (const at of [1, 0]) await (await reach(sentences.nth(at), 'Shift+Tab')).press(' ');
    const order = page.getByRole('region', { name: 'In this order' }).getByRole('listitem');
    await expect(order).toHaveCount(2);
    const first = await sentences.nth(0).evaluate((box) => box.closest('label')?.textContent ?? '');
    await expect(order.nth(1)).toContainText(first.trim());
    await (await reach(order.nth(0).getByRole('button', { name: /^Leave out/ }))).press('Enter');
    await expect(order).toHaveCount(1);
    await expect(sentences.nth(1)).not.toBeChecked();
    await (await reach(page.getByLabel('Title'), 'Shift+Tab')).type('Harrow Lane');
    await settled(page);
    expect(await violations(page, 'the choice of sentences')).toEqual([]);
    expect(await beside(page)).toBe(0);
    await page.screenshot({ path: 'test-results/highlight-choice.png', fullPage: true });
    await (await reach(page.getByRole('button', { name: 'Make the recording' }))).press('Enter');
    const made = page.getByRole('listitem').filter({ hasText: 'Harrow Lane' }).last();
    await expect(made).toContainText('Voice highlight');
    const voice = made.getByLabel('Harrow Lane', { exact: true });
    await expect(voice).toBeVisible({ timeout: 60_000 });
    const heard = await voice.evaluate(async (audio: HTMLAudioElement) => {
      audio.muted = true;
      await audio.play();
      return [audio.duration > 0.5, audio.error === null];
    });
    expect(heard).toEqual([true, true]);
    const link = made.getByRole('link', { name: 'Download' });
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(file.suggestedFilename()).toBe('Harrow Lane.mp3');
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
    expect(await violations(page, 'the made highlight')).toEqual([]);
    expect(await beside(page)).toBe(0);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.screenshot({ path: 'test-results/highlight-phone.png', fullPage: true });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.screenshot({ path: 'test-results/highlight-desk.png', fullPage: true });
  });

  const listenUrl = await test.step('a book with codes is made', async () => {
    await page.goto(`/dashboard/${subjectId}/biography/make/`);
    await page.getByRole('radio', { name: /^An e-book/ }).check();
    await page.getByRole('radio', { name: 'Plum' }).check({ force: true });
    await page.getByRole('checkbox', { name: /^Codes to hear the voice/ }).check();
    await settled(page);
    expect(await violations(page, 'the choices for a book')).toEqual([]);
    await page.screenshot({ path: 'test-results/book-choices.png', fullPage: true });
    await page.getByRole('button', { name: 'Make the e-book' }).click();
    const download = page.waitForEvent('download');
    const book = page.getByRole('listitem').filter({ hasText: 'E-book' });
    await book.getByRole('link', { name: 'Download' }).click({ timeout: 60_000 });
    const folder = mkdtempSync('/tmp/evertold-book-');
    execFileSync('python3', ['-m', 'zipfile', '-e', await (await download).path(), folder]);
    const [, url = ''] =
      /href="([^"]*\/listen\/[^"]+)"/.exec(readFileSync(`${folder}/EPUB/chapter-1.xhtml`, 'utf8')) ?? [];
    return url;
  });

  await test.step('its code plays the story without an account, until the owner switches it off', async () => {
    const phone = await people.open(null, { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
    await phone.goto(listenUrl);
    await expect(phone.getByText('Told by Hana')).toBeVisible();
    await settled(phone);
    expect(await violations(phone, 'the page of a code')).toEqual([]);
    expect(await beside(phone)).toBe(0);
    await phone.getByRole('button', { name: 'Play' }).click();
    await expect
      .poll(() => phone.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime > 0))
      .toBe(true);
    await phone.getByText('Read the words').click();
    await expect(phone.getByText(/cooperage in Harrow Lane/)).toBeVisible();
    await phone.screenshot({ path: 'test-results/code-phone.png', fullPage: true });
    await phone.setViewportSize({ width: 1440, height: 900 });
    await phone.screenshot({ path: 'test-results/code-desk.png' });

    // Around a story of a Spanish book, its page speaks Spanish.
    done(await hana.gql('UpdateSubject', { input: { id: subjectId, language: 'es' } }));
    await phone.setViewportSize({ width: 390, height: 844 });
    await phone.reload();
    await expect(phone.getByText('Contada por Hana')).toBeVisible();
    await expect(phone.getByRole('main')).toHaveAttribute('lang', 'es');
    await expect(phone.getByRole('button', { name: 'Reproducir' })).toBeVisible();
    await phone.getByText('Leer las palabras').click();
    await settled(phone);
    expect(await violations(phone, 'the page of a code in Spanish')).toEqual([]);
    await phone.emulateMedia({ colorScheme: 'dark' });
    await phone.screenshot({ path: 'test-results/code-spanish.png', fullPage: true });
    done(await hana.gql('UpdateSubject', { input: { id: subjectId, language: 'en' } }));

    await page.goto(`/dashboard/${subjectId}/settings/`);
    const changed = page.waitForResponse(
      (response) => response.request().postData()?.includes('UpdateSubject') ?? false,
    );
    await page.getByRole('checkbox', { name: 'Codes in printed books play the voice' }).uncheck();
    await changed;
    await phone.reload();
    await expect(phone.getByRole('heading', { name: 'This can’t be heard now' })).toBeVisible();
    expect(await violations(phone, 'the page of a silent code')).toEqual([]);
    await phone.close();
  });

  await test.step('the exported file plays a sentence without a server', async () => {
    const { folder } = await exportedBook(page, subjectId);
    await page.goto(`file://${folder}/index.html`);
    const [played] = await page.getByRole('link', { name: /^Hear “/ }).all();
    if (!played) throw new Error('No sentence has sound');
    const range = /#t=([\d.]+),([\d.]+)$/.exec((await played.getAttribute('href')) ?? '');
    expect(Number(range?.[2])).toBeGreaterThan(Number(range?.[1]));
    await played.click();
    await expect(played).toHaveAttribute('data-playing', '');
    // It stops by itself at the end of its seconds.
    await expect(played).not.toHaveAttribute('data-playing', '', { timeout: 30_000 });
    expect(await violations(page, 'the exported book with its sound')).toEqual([]);
  });
});
