import { Transform } from 'node:stream';

/** A location as phones store it in videos and recordings, in ISO 6709: +41.6362-070.9342+012.000/ */
const place =
  /[+-]\d{2,6}(?:\.\d{1,10})?[+-]\d{3,7}(?:\.\d{1,10})?(?:[+-]\d{1,6}(?:\.\d{1,6})?)?(?:CRS[A-Z0-9_]{1,16})?\//g;
/** The longest written location. */
const longest = 80;

/** Replaces every location in a stream with zeros of the same length, so that the offsets in the file stay valid. */
export function eraseLocations(): Transform {
  let rest = '';
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const text = (rest + chunk.toString('latin1')).replace(place, (found) => found.replace(/\d/g, '0'));
      const end = Math.max(0, text.length - longest);
      rest = text.slice(end);
      done(null, Buffer.from(text.slice(0, end), 'latin1'));
    },
    flush(done) {
      done(null, Buffer.from(rest, 'latin1'));
    },
  });
}
