import { expect, test } from 'vitest';
import { encodeSentences, SENTENCE_DIMENSIONS, sentenceSimilarity } from '#api/language/sentence-encoder.ts';

test('Sentences of like meaning are nearer than sentences that share a word', async () => {
  const [asked, told, other, blank] = await encodeSentences([
    'Where did you grow up?',
    'I was raised in a small village near Brno.',
    'My dog grew old.',
    ' ',
  ]);

  expect(asked).toHaveLength(SENTENCE_DIMENSIONS);
  expect(sentenceSimilarity(asked ?? [], asked ?? [])).toBeCloseTo(1, 5);
  expect(sentenceSimilarity(asked ?? [], told ?? [])).toBeGreaterThan(
    sentenceSimilarity(asked ?? [], other ?? []) + 0.05,
  );
  expect(blank).toEqual(new Float32Array(SENTENCE_DIMENSIONS));
});

test('A sentence has the same vector alone and among 100 others', async () => {
  const sentence = 'We had rolls with butter every morning.';
  const [alone] = await encodeSentences([sentence]);
  const among = await encodeSentences([
    ...Array.from(
      { length: 100 },
      (_, at) => `Number ${at} is a longer sentence, so that this one is padded.`,
    ),
    sentence,
  ]);

  expect(among).toHaveLength(101);
  expect(sentenceSimilarity(alone ?? [], among.at(-1) ?? [])).toBeGreaterThan(0.999);
});
