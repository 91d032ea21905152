import { describe, expect, test } from 'vitest';
import { align, type TranscriptMessage } from '#api/recordings/calls/align.ts';
import { encodeCall } from '#api/recordings/calls/encode.ts';
import { speechIn } from '#api/recordings/calls/speech.ts';
import { readWav, UnusableSound } from '#api/recordings/calls/wav.ts';
import { cutSound } from '#api/recordings/sound.ts';
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
