import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { eraseLocations } from '#api/keepsakes/location.ts';
import { aLocationBox } from '#tests/support/keepsake-files.ts';

/** Erases the locations in a file that arrives in pieces of this many bytes. */
function eraseInPieces(file: Buffer, piece: number): Promise<Buffer> {
  const stream = eraseLocations();
  for (let at = 0; at < file.length; at += piece) stream.write(file.subarray(at, at + piece));
  stream.end();
  return buffer(stream);
}

const film = Buffer.concat([
  Buffer.alloc(20_000, 7),
  aLocationBox('New Bedford'),
  Buffer.alloc(300, 8),
  aLocationBox('Häuser am Kai'),
  Buffer.from('\xa9xyz+41.6362-070.9342+012.000/', 'latin1'),
  Buffer.alloc(9_000, 9),
]);

describe('The locations in a film', () => {
  test.each([1, 7, 4_096, 20_030, 1_000_000])(
    'are erased when the film arrives in pieces of %i bytes',
    async (piece) => {
      const left = await eraseInPieces(film, piece);
      expect(left.length).toBe(film.length);
      const text = left.toString('latin1');
      expect(text).not.toMatch(/loci|Bedford|user am Kai|earth|harbor|41\.6362/);
      // The longitude as the box stores it.
      const longitude = Buffer.alloc(4);
      longitude.writeInt32BE(-70.9342 * 65_536);
      expect(film.includes(longitude)).toBe(true);
      expect(left.includes(longitude)).toBe(false);
      const at = film.indexOf('loci') - 4;
      expect(left.subarray(at, at + 8)).toEqual(
        Buffer.concat([film.subarray(at, at + 4), Buffer.from('free')]),
      );
      for (const [from, to] of [
        [0, at],
        [film.length - 9_000, film.length],
      ]) {
        expect(left.subarray(from, to).equals(film.subarray(from, to))).toBe(true);
      }
    },
  );

  test('are erased only in boxes: the word “loci” in a text stays', async () => {
    const words = Buffer.from('genius loci, the loci of a curve: loci\0\0\0\0loci');
    expect((await eraseInPieces(words, 5)).equals(words)).toBe(true);
    expect((await eraseInPieces(Buffer.from('loci'), 4)).toString()).toBe('loci');
  });
});
