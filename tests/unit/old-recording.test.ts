import { describe, expect, test } from 'vitest';
import { alignSegments, completeLineTimes, groupSegments } from '#api/recordings/old/lines.ts';
import { copySound, cutSound, silenceOutside, UnknownSound } from '#api/recordings/sound.ts';
import { nextStretch } from '#api/recordings/stretches.ts';
import { anAac, anMp3, framesIn } from '#tests/support/compressed-sound.ts';
import { aTake } from '#tests/support/sound.ts';

describe('The sound of a keepsake', () => {
  test.each([
    ['MP3', anMp3, 'audio/mpeg', 1152 / 44_100],
    ['AAC', anAac, 'audio/mp4', 1024 / 44_100],
  ])(
    'in %s is copied, cut and silenced without being encoded again',
    async (_name, make, mediaType, frame) => {
      const copied = await copySound(make(20));
      expect(copied.mediaType).toBe(mediaType);
      expect(copied.durationMs).toBeGreaterThan(19_900);
      expect(copied.loudness).toHaveLength(40);
      const whole = await framesIn(copied.content);
      expect(whole.first).toBe(0);
      const at = (second: number) => second / frame;
      const cut = await framesIn(await cutSound(copied.content, { startMs: 5_000, endMs: 9_000 }, 'ALL'));
      expect(cut.seconds).toBeCloseTo(4, 0);
      expect(Math.abs((cut.first ?? 0) - at(5))).toBeLessThan(2);
      expect(Math.abs((cut.last ?? 0) - at(9))).toBeLessThan(2);
      const silenced = await framesIn(
        await silenceOutside(copied.content, [{ startMs: 12_000, endMs: 15_000 }]),
      );
      expect(silenced.seconds).toBeCloseTo(whole.seconds, 1);
      expect(silenced.first).toBeGreaterThanOrEqual(Math.floor(at(12)));
      expect(silenced.last).toBeLessThanOrEqual(Math.ceil(at(15)));
      const none = await framesIn(await cutSound(copied.content, { startMs: 5_000, endMs: 9_000 }, []));
      expect(none).toMatchObject({ heard: 0 });
      expect(none.seconds).toBeCloseTo(4, 0);
    },
  );

  test('in an unknown format is refused', async () => {
    await expect(copySound(Buffer.alloc(9_000, 1))).rejects.toThrow();
    expect(new UnknownSound('vorbis').message).toContain('vorbis');
    expect((await copySound(await aTake(3))).mediaType).toBe('audio/webm');
  });
});

describe('A stretch to transcribe', () => {
  const loudness = Array.from({ length: 2_800 }, (_, at) => (at === 1_170 ? 1 : 9));
  const sound = { durationMs: 1_400_000, loudness, bytes: 20_000_000 };

  test('lasts ten minutes at most and ends where it is quiet', () => {
    expect(nextStretch(sound, 0, 24_000_000)).toEqual({ startMs: 0, endMs: 585_250 });
    expect(nextStretch(sound, 585_250, 24_000_000).endMs).toBeLessThanOrEqual(1_185_250);
    expect(nextStretch(sound, 900_000, 24_000_000)).toEqual({ startMs: 900_000, endMs: 1_400_000 });
  });

  test('has at most the bytes that the service accepts, and the last stretch reaches the end', () => {
    let [from, count] = [0, 0];
    while (from < sound.durationMs) {
      const { startMs, endMs } = nextStretch(sound, from, 1_000_000);
      expect(startMs).toBe(from);
      expect(((endMs - startMs) / sound.durationMs) * sound.bytes).toBeLessThanOrEqual(1_000_000);
      expect(endMs).toBeGreaterThan(from);
      from = endMs;
      count += 1;
    }
    expect(count).toBeGreaterThan(20);
  });
});

describe('Transcribed words', () => {
  const segment = (startMs: number, endMs: number, text: string) => ({ startMs, endMs, text });

  test('begin a new line after a pause, and after a sentence if the line is long', () => {
    const lines = groupSegments([
      segment(0, 30_000, ' We had a bakery '),
      segment(30_000, 50_000, 'on Mill Street.'),
      segment(50_000, 55_000, ' It was small.'),
      segment(58_000, 60_000, ' My father'),
      segment(60_000, 61_000, '  '),
    ]);
    expect(lines.map(({ startMs, endMs, text }) => [startMs, endMs, text])).toEqual([
      [0, 50_000, 'We had a bakery on Mill Street.'],
      [50_000, 55_000, 'It was small.'],
      [58_000, 60_000, 'My father'],
    ]);
  });

  test('without times are spread evenly over their stretch, and with times stay within it', () => {
    const stretch = { startMs: 10_000, endMs: 20_000 };
    const spread = alignSegments({ text: 'One two. Six ten.', segments: null, words: null }, stretch);
    expect(spread.map(({ text }) => text)).toEqual(['One two.', 'Six ten.']);
    expect(spread[0]?.startMs).toBe(10_000);
    expect(spread[1]?.endMs).toBe(20_000);
    const timed = alignSegments(
      { text: 'So', segments: [segment(1_000, 99_000, 'So')], words: null },
      stretch,
    );
    expect(timed).toEqual([segment(11_000, 20_000, 'So')]);
  });

  test('last until the next line or the end of the sound, without empty lines', () => {
    const line = (startMs: number, text: string, endMs: number | null = null) => ({
      ...{ startMs, endMs, text },
      someoneElse: false,
    });
    expect(
      completeLineTimes(
        [line(0, ' One '), line(3_000, ''), line(5_000, 'Two'), line(9_999, 'Three')],
        10_000,
      ),
    ).toMatchObject([
      { startMs: 0, endMs: 5_000, text: 'One' },
      { startMs: 5_000, endMs: 9_999 },
      { startMs: 9_999, endMs: 10_000 },
    ]);
    expect(completeLineTimes([line(12_000, 'Late', 11_000)], 10_000)).toMatchObject([
      { startMs: 9_999, endMs: 10_000 },
    ]);
  });
});
