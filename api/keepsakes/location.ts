import { Transform } from 'node:stream';

/** A location as phones store it in videos and recordings, in ISO 6709: +41.6362-070.9342+012.000/ */
const place =
  /[+-]\d{2,6}(?:\.\d{1,10})?[+-]\d{3,7}(?:\.\d{1,10})?(?:[+-]\d{1,6}(?:\.\d{1,6})?)?(?:CRS[A-Z0-9_]{1,16})?\//g;
/** The type of the box in which 3GP and MP4 files have a location as numbers, with its name and notes (3GPP TS 26.244). */
const box = /loci/g;
/** The sizes of such a box: with empty names, and the longest that is looked for. */
const boxBytes = { least: 30, most: 8_192 };
/** The bytes that are held back until the next ones are known: a whole box, and more than a written location has. */
const heldBack = boxBytes.most;

/** Erases every location in a stream and keeps its length, so that the offsets in the file stay valid. */
export function eraseLocations(): Transform {
  let rest = '';
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const text = withoutLocations(rest + chunk.toString('latin1'));
      const end = Math.max(0, text.length - heldBack);
      rest = text.slice(end);
      done(null, Buffer.from(text.slice(0, end), 'latin1'));
    },
    flush(done) {
      done(null, Buffer.from(rest, 'latin1'));
    },
  });
}

/** Written locations get zeros for digits; a box of one becomes empty free space, which every player skips. */
function withoutLocations(bytes: string): string {
  const written = bytes.replace(place, (found) => found.replace(/\d/g, '0'));
  let erased = '';
  for (const { index } of written.matchAll(box)) {
    const start = index - 4;
    if (start < erased.length) continue;
    const size = Buffer.from(written.slice(start, index), 'latin1').readUInt32BE();
    const isBox = size >= boxBytes.least && size <= boxBytes.most && start + size <= written.length;
    if (isBox) {
      erased += `${written.slice(erased.length, index)}free${'\0'.repeat(size - 8)}`;
    }
  }
  return erased + written.slice(erased.length);
}
