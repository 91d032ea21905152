import { describe, expect, test } from 'vitest';
import { align, type TranscriptMessage } from '#api/recordings/calls/align.ts';
import { encodeCall } from '#api/recordings/calls/encode.ts';
import { speechIn } from '#api/recordings/calls/speech.ts';
import { readWav, UnusableSound } from '#api/recordings/calls/wav.ts';
import { cutSound } from '#api/recordings/sound.ts';
import { spanOfWords } from '#api/recordings/spans.ts';
import { alignWords, timesOfShownWords } from '#api/recordings/words/align-words.ts';
import { aCallSound, audibleIn } from '#tests/support/call-sound.ts';

const never = new AbortController().signal;

/** The bytes in pieces of this size, as a network brings them. */
async function* inPieces(content: Buffer, size: number) {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

describe('The sound of a call', () => {
  test('is mixed into one channel that can be cut, and the levels of each side are kept', async () => {
    const wav = aCallSound(8, { person: [[3, 5]], evertold: [[0.5, 2]] });
    const { content, durationMs, levels } = await encodeCall(
      await readWav(inPieces(wav, 1_001), wav.length),
      never,
    );

    expect(durationMs).toBe(8_000);
    expect(await audibleIn(content)).toEqual([
      [0.5, 2],
      [3, 5],
    ]);
    expect(levels.map(speechIn)).toEqual([
      [{ startMs: 3_000, endMs: 5_000 }],
      [{ startMs: 500, endMs: 2_000 }],
    ]);
    const cut = await cutSound(content, { startMs: 1_000, endMs: 4_000 }, [{ startMs: 2_500, endMs: 9_000 }]);
    expect(await audibleIn(cut)).toEqual([[2, 3]]);
  });

  test.each([
    ['text', Buffer.from('<Error/>'.repeat(100))],
    ['nothing', Buffer.alloc(0)],
    ['a WAV with a rate that no phone has', aCallSound(1, { person: [], evertold: [] }, { rate: 44_100 })],
    ['a WAV that breaks off', aCallSound(2, { person: [], evertold: [] }).subarray(0, 20_000)],
  ])('is refused when it is %s', async (_, content) => {
    const encoded = readWav(inPieces(content, 4_096), 1_000_000).then((wav) => encodeCall(wav, never));
    await expect(encoded).rejects.toThrow(UnusableSound);
  });

  test('is refused above the size limit', async () => {
    const wav = aCallSound(2, { person: [], evertold: [] });
    const encoded = readWav(inPieces(wav, 4_096), 32_000).then((read) => encodeCall(read, never));
    await expect(encoded).rejects.toThrow(UnusableSound);
  });
});

const said = (rows: [TranscriptMessage['role'], number, string?][]): TranscriptMessage[] =>
  rows.map(([role, atMs, text = 'Some words of it'], at) => ({ id: String(at), role, atMs, text }));

const seconds = (...spans: [number, number][]) =>
  spans.map(([from, to]) => ({ startMs: from * 1_000, endMs: to * 1_000 }));

describe('The messages of a call', () => {
  test('are placed where their side speaks, and not placed before the recording', () => {
    const messages = said([
      ['assistant', -9_000],
      ['user', -200],
      ['assistant', 100],
      ['user', 12_000],
      ['user', 22_000],
      ['assistant', 22_300],
    ]);
    const speech = {
      person: seconds([5, 8], [8.5, 10], [13, 20]),
      evertold: seconds([0.6, 3], [23, 25]),
    };

    expect(align(messages, { speech, durationMs: 30_000, unheard: [] })).toEqual({
      isMeasured: true,
      placed: [
        { id: '2', startMs: 600, endMs: 3_000 },
        { id: '3', startMs: 5_000, endMs: 10_000 },
        { id: '4', startMs: 13_000, endMs: 20_000 },
        { id: '5', startMs: 23_000, endMs: 25_000 },
      ],
    });
  });

  test('have estimated times where no speech is found, between their neighbours and within the sound', () => {
    const messages = said([
      ['assistant', 100, 'Four words of ours'],
      ['user', 12_000, 'word '.repeat(100)],
      ['assistant', 29_900, 'word '.repeat(100)],
    ]);
    for (const speech of [null, { person: [], evertold: [] }]) {
      const { placed, isMeasured } = align(messages, { speech, durationMs: 30_000, unheard: [] });
      expect(isMeasured).toBe(false);
      expect(placed).toEqual([
        { id: '0', startMs: 100, endMs: 1_780 },
        { id: '1', startMs: 100, endMs: 12_000 },
        { id: '2', startMs: 29_900, endMs: 30_000 },
      ]);
    }
  });

  test('never overlap speech that is not in the transcript, such as a story read aloud', () => {
    const messages = said([
      ['user', 5_000],
      ['assistant', 5_200],
      ['user', 29_000],
      ['assistant', 29_100],
    ]);
    const speech = {
      // In the middle of the reading the person says a word.
      person: seconds([2, 4], [12, 12.5], [26, 28]),
      evertold: seconds([6, 24], [29.2, 30]),
    };
    const unheard = ['1'];
    expect(align(messages, { speech, durationMs: 30_000, unheard }).placed).toEqual([
      { id: '0', startMs: 2_000, endMs: 4_000 },
      { id: '2', startMs: 24_500, endMs: 28_000 },
      { id: '3', startMs: 29_200, endMs: 30_000 },
    ]);
    // Without measured times nothing is heard until the next words are stored.
    expect(
      align(messages, { speech: null, durationMs: 30_000, unheard }).placed.filter(
        ({ startMs, endMs }) => startMs < 29_500 && endMs > 4_700,
      ),
    ).toEqual([]);
  });
});

/** What a service heard: each word with its start in seconds; it lasts 300 ms. */
const heardAt = (...words: [string, number][]) =>
  words.map(([text, at]) => ({ text, startMs: at * 1_000, endMs: at * 1_000 + 300 }));

describe('The words of a message', () => {
  const bread = { id: 'bread', text: 'We baked, at four.', startMs: 1_000, endMs: 9_000 };

  test('are found in what a service heard, whatever signs and capitals it writes', () => {
    const heard = heardAt(['we', 1], ['Baked', 2], ['AT', 5], ['four', 8]);
    expect(alignWords([bread], heard)).toEqual(new Map([['bread', [1_000, 2_000, 5_000, 8_000]]]));
    const told = { ...bread, text: '«Más pan», dijo mamá — siempre.' };
    const spanish = heardAt(['mas', 1], ['pan', 2], ['dijo', 3], ['mama', 4], ['siempre', 6]);
    const [found = []] = alignWords([told], spanish).values();
    expect(found.filter((_, at) => at !== 4)).toEqual([1_000, 2_000, 3_000, 4_000, 6_000]);
    expect(found[4]).toBeGreaterThan(4_000);
    expect(found[4]).toBeLessThan(6_000);
  });

  test('have times between their neighbours where the service missed, added or misheard one', () => {
    const missing = heardAt(['We', 1], ['at', 5], ['four', 8]);
    const [lost = []] = alignWords([bread], missing).values();
    expect([lost[0], lost[2], lost[3]]).toEqual([1_000, 5_000, 8_000]);
    expect(lost[1]).toBeGreaterThan(1_300);
    expect(lost[1]).toBeLessThan(5_000);
    const added = heardAt(
      ['Um', 1],
      ['we', 2],
      ['baked', 3],
      ['you', 4],
      ['know', 4.5],
      ['at', 5],
      ['four', 8],
    );
    expect([...alignWords([bread], added).values()]).toEqual([[2_000, 3_000, 5_000, 8_000]]);
    const misheard = heardAt(['We', 1], ['bait', 3], ['at', 5], ['four', 8]);
    expect([...alignWords([bread], misheard).values()]).toEqual([[1_000, 3_000, 5_000, 8_000]]);
  });

  test('belong to their own message, and have no times where too few of them were heard', () => {
    const yes = { id: 'yes', text: 'We did, at four.', startMs: 20_000, endMs: 24_000 };
    const heard = heardAt(['We', 1], ['baked', 2], ['at', 5], ['four', 8], ['we', 20], ['did', 21]);
    const found = alignWords([bread, yes], heard);
    expect(found.get('bread')).toEqual([1_000, 2_000, 5_000, 8_000]);
    expect(found.get('yes')?.slice(0, 2)).toEqual([20_000, 21_000]);
    expect(alignWords([bread], heardAt(['Thanks', 1], ['for', 2], ['watching', 3])).size).toBe(0);
    expect(alignWords([yes], heardAt(['We', 1], ['did', 2], ['at', 5], ['four', 8])).size).toBe(0);
    expect(alignWords([bread], []).size).toBe(0);
  });

  test('are not compared for long when the service heard something else entirely', () => {
    const words = (word: string) => Array.from({ length: 8_000 }, (_, at) => `${word}${at}`);
    const long = { id: 'long', text: words('said').join(' '), startMs: 0, endMs: 9_000 };
    const began = performance.now();
    expect(
      alignWords([long], heardAt(...words('heard').map((word): [string, number] => [word, 1]))).size,
    ).toBe(0);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  test('keep their times when the family corrects some of them', () => {
    const message = { text: bread.text, wordStartsMs: [1_000, 2_000, 5_000, 8_000], audioStartMs: 1_000 };
    const corrected = { ...message, audioEndMs: 9_000, correctedText: 'We always baked at five.' };
    const times = timesOfShownWords(corrected);
    expect(times).toHaveLength(5);
    expect([times[0], times[2], times[3], times[4]]).toEqual([1_000, 2_000, 5_000, 8_000]);
    expect(timesOfShownWords({ ...corrected, correctedText: null })).toEqual(message.wordStartsMs);
    expect(timesOfShownWords({ ...corrected, correctedText: 'Nothing of that is true.' })).toEqual([]);
  });

  test('are cut from the recording at their own times', () => {
    const { text } = bread;
    const timed = { text, wordStartsMs: [1_000, 2_000, 5_000, 8_000] };
    expect(spanOfWords(bread, { start: 3, end: 9 }, timed)).toEqual({ startMs: 1_900, endMs: 5_000 });
    expect(spanOfWords(bread, { start: 10, end: text.length }, timed)).toEqual({
      startMs: 4_900,
      endMs: 9_000,
    });
    expect(spanOfWords(bread, { start: 0, end: text.length }, { text, wordStartsMs: [] })).toEqual({
      startMs: 1_000,
      endMs: 9_000,
    });
  });
});
