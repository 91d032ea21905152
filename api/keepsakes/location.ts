import { Transform } from 'node:stream';

/** A location as phones store it in videos and recordings, in ISO 6709: +41.6362-070.9342+012.000/ */
const place =
  /[+-]\d{2,6}(?:\.\d{1,10})?[+-]\d{3,7}(?:\.\d{1,10})?(?:[+-]\d{1,6}(?:\.\d{1,6})?)?(?:CRS[A-Z0-9_]{1,16})?\//g;
/** The type of the box in which 3GP and MP4 files store a location as numbers, with its name and notes (3GPP TS 26.244). */
const boxType = /loci/g;
/** The sizes in bytes of the boxes that are erased; the smallest is a box with empty names. */
const boxBytes = { least: 30, most: 8_192 };
/** The number of last bytes that wait for the next chunk, because a box or a written location may be split. */
const heldBackBytes = boxBytes.most;

/** Erases every location in a stream and keeps its length, so that the offsets in the file stay valid. */
export function eraseLocations(): Transform {
  let rest = '';
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const text = blankLocations(rest + chunk.toString('latin1'));
      const end = Math.max(0, text.length - heldBackBytes);
      rest = text.slice(end);
      done(null, Buffer.from(text.slice(0, end), 'latin1'));
    },
    flush(done) {
      done(null, Buffer.from(rest, 'latin1'));
    },
  });
}

/** Replaces the digits of written locations with zeros, and location boxes with empty `free` boxes, which players skip. */
function blankLocations(bytes: string): string {
  const written = bytes.replace(place, (found) => found.replace(/\d/g, '0'));
  let erased = '';
  for (const { index } of written.matchAll(boxType)) {
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
