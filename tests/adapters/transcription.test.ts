import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openAiTranscription } from '#api/adapters/transcription/openai-compatible.ts';
import { TranscriptionRefused } from '#api/adapters/transcription/port.ts';
import {
  transcriptionAnswers as answers,
  aTranscriptionServer,
} from '#tests/support/transcription-server.ts';

const server = await aTranscriptionServer();
afterAll(() => server.close());

const sound = { content: Buffer.from('OggS and so on'), mediaType: 'audio/webm', language: 'en' };
const open = (allowPrivateAddresses = true) =>
  openAiTranscription(
    { baseUrl: `${server.baseUrl}/`, model: 'whisper-1', apiKey: 'test-key' },
    { allowPrivateAddresses },
  );
const transcribe = (signal = AbortSignal.timeout(60_000)) => open().transcribe(sound, signal);
const failure = (signal?: AbortSignal) => transcribe(signal).catch((error: Error) => error);

beforeEach(() => server.answerWith(answers.text('We baked at three.')));

describe('A transcription service', () => {
  test('gets the sound, the model, the key and the language', async () => {
    await transcribe();
    const [request] = server.asked;
    expect(request).toMatchObject({
      path: '/v1/audio/transcriptions',
      authorization: 'Bearer test-key',
      fields: { model: 'whisper-1', language: 'en' },
      file: { name: 'recording.webm', type: 'audio/webm', content: sound.content },
    });
  });

  test('is not told a language that nobody knows', async () => {
    await open().transcribe({ ...sound, language: null }, AbortSignal.timeout(60_000));
    expect(server.asked[0]?.fields).not.toHaveProperty('language');
  });

  test('gives words with their times in milliseconds', async () => {
    server.answerWith(
      answers.verbose([
        { start: 0.5, end: 1.25, text: 'We baked' },
        { start: 1.25, end: 2, text: ' at three.' },
      ]),
    );
    expect(await transcribe()).toEqual({
      text: 'We baked at three.',
      segments: [
        { startMs: 500, endMs: 1250, text: 'We baked' },
        { startMs: 1250, endMs: 2000, text: ' at three.' },
      ],
      words: null,
    });
  });

  test('gives the times of single words when it is asked for them, in a list of their own or in the segments', async () => {
    const spoken = [
      { word: 'We', start: 0.5, end: 0.75 },
      { word: ' baked', start: 0.75, end: 1.25 },
    ];
    const segments = [{ start: 0.5, end: 1.25, text: 'We baked', words: spoken }];
    const words = [
      { startMs: 500, endMs: 750, text: 'We' },
      { startMs: 750, endMs: 1250, text: ' baked' },
    ];
    for (const answer of [answers.words(spoken), answers.verbose(segments)]) {
      server.answerWith(answer);
      const asking = open().transcribe({ ...sound, wordTimes: true }, AbortSignal.timeout(60_000));
      expect(await asking).toMatchObject({ words });
      expect(server.asked[0]?.fields).toMatchObject({ 'timestamp_granularities[]': 'segment,word' });
    }
  });

  test('that gives no times gives the words', async () => {
    expect(await transcribe()).toEqual({ text: 'We baked at three.', segments: null, words: null });
  });

  test('that refuses to give times is asked for the words alone', async () => {
    server.answerWith(answers.status(400), answers.text('We baked at three.'));
    expect(await transcribe()).toMatchObject({ text: 'We baked at three.', segments: null });
    expect(server.asked.map(({ fields }) => fields.response_format)).toEqual(['verbose_json', 'json']);
  });

  test('that refuses to give the times of words is asked for those of sentences', async () => {
    const sentence = { start: 0, end: 1, text: 'We baked at three.' };
    server.answerWith(answers.status(400), answers.verbose([sentence]));
    const asking = open().transcribe({ ...sound, wordTimes: true }, AbortSignal.timeout(60_000));
    expect(await asking).toMatchObject({ segments: [{ endMs: 1000 }], words: null });
    const granularities = server.asked.map(({ fields }) => fields['timestamp_granularities[]']);
    expect(granularities).toEqual(['segment,word', 'segment']);
  });

  test.each([
    ['does not know the key', true, answers.status(401)],
    ['finds the sound too large', true, answers.status(413)],
    ['redirects', true, answers.status(302)],
    ['is busy', false, answers.status(429)],
    ['is out of order', false, answers.status(503)],
    ['sends half of an answer', false, answers.malformed],
    ['sends something else', false, answers.text(undefined as unknown as string)],
  ])('that %s refuses for good: %s', async (_why, isForGood, answer) => {
    server.answerWith(answer);
    const error = await failure();
    expect(error).toBeInstanceOf(Error);
    expect(error instanceof TranscriptionRefused).toBe(isForGood);
    expect((error as Error).message).not.toContain('test-key');
  });

  test('is not waited for when the caller gives up', async () => {
    const giveUp = new AbortController();
    server.answerWith(() => giveUp.abort());
    expect(await failure(giveUp.signal)).toMatchObject({ name: 'AbortError' });
  });

  test('at a private address is asked only if the settings allow it', async () => {
    const refused = open(false).transcribe(sound, AbortSignal.timeout(60_000));
    await expect(refused).rejects.toBeInstanceOf(TranscriptionRefused);
    expect(server.asked).toEqual([]);
  });
});
