import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { settled, violations } from '../support/browser/axe.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { aServerBeside } from '../support/browser/server-beside.ts';
import { expect, test } from '../support/browser/test.ts';
import { anOwnBook, questionAfter } from '../support/browser/told.ts';
import { aCallSound } from '../support/call-sound.ts';
import { aTranscriptionServer, transcriptionAnswers } from '../support/transcription-server.ts';

// The microphone hears a voice for a second, and then silence for two, again and again.
const microphone = path.join(mkdtempSync(path.join(tmpdir(), 'microphone-')), 'voice.wav');
writeFileSync(microphone, aCallSound(3, { person: [[0.5, 1.5]], evertold: [] }));
const executablePath = chromiumPath();
test.use({
  launchOptions: {
    ...(executablePath ? { executablePath } : { channel: 'chrome' }),
    args: [
      '--no-sandbox',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-audio-capture=${microphone}`,
    ],
  },
});

test('In a browser without dictation, spoken words are written down by the server at each pause, and sent as an answer', {
  tag: '@rare',
}, async ({ people }) => {
  const peer = await aTranscriptionServer();
  const server = await aServerBeside({
    ALLOW_PRIVATE_ADDRESSES: 'yes',
    TRANSCRIBE_BASE_URL: peer.baseUrl,
    TRANSCRIBE_MODEL: 'whisper-1',
  });
  try {
    peer.answerWith(
      transcriptionAnswers.text('We had a bakery on Mill Street.'),
      transcriptionAnswers.text('My father lit the oven at three.'),
    );
    const rosa = await people.join('Rosa Lind');
    await anOwnBook(rosa);
    const page = await people.open(rosa, { baseURL: server.url, viewport: { width: 390, height: 844 } });
    await page.addInitScript(() => {
      Reflect.deleteProperty(window, 'webkitSpeechRecognition');
      Reflect.deleteProperty(window, 'SpeechRecognition');
    });
    await page.goto('/dashboard/tell-my-own-story/');
    await page.getByRole('button', { name: 'Ask me the first question' }).click();
    const question = await questionAfter(page, null);
    await page.getByRole('button', { name: 'Start listening' }).click();
    await expect(page.getByText('Listening', { exact: true })).toBeVisible();
    await settled(page);
    expect(await violations(page, 'while the server takes dictation')).toEqual([]);
    const answer = page.getByRole('region', { name: 'Your answer' });
    await expect(answer).toContainText('We had a bakery on Mill Street.');
    expect(peer.asked[0]?.file).toMatchObject({ type: expect.stringContaining('audio/webm') });
    await expect(answer).toContainText('My father lit the oven at three.');
    await page.screenshot({ path: 'test-results/dictation.png' });
    await page.getByRole('button', { name: 'Send answer' }).click();
    await questionAfter(page, question);
    await expect(
      page.getByText(/We had a bakery on Mill Street\. My father lit the oven at three\./),
    ).toBeVisible();

    // A failing service loses no typed word, and says what to do.
    peer.answerWith(transcriptionAnswers.status(401));
    await page.getByRole('button', { name: 'Start listening' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'Your words can’t be written down here now. You can type instead.',
    );
    await page.getByRole('button', { name: 'Type instead' }).click();
    await expect(page.getByRole('textbox', { name: 'Your answer' })).toBeFocused();
  } finally {
    await server.stop();
    peer.close();
  }
});
