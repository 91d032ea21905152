import {
  ADTS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  MP3,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';

/** Each frame contains this mark and then its index, so that tests can tell which frames are heard. */
const mark = [0x5a, 0xa5, 0x5a, 0xa5];

const markFor = (at: number) => [...mark, at >> 8, at & 255];

/** MP3 of this many seconds: frames of 417 bytes at 44.1 kHz and 128 kbit/s, with a checksum, one channel. */
export function anMp3(seconds: number): Buffer {
  const count = Math.floor((seconds * 44_100) / 1152);
  return Buffer.concat(
    Array.from({ length: count }, (_, at) => {
      const frame = Buffer.alloc(417, 0x11);
      frame.set([0xff, 0xfa, 0x90, 0xc4]);
      frame.set(markFor(at), 60);
      return frame;
    }),
  );
}

/** AAC of this many seconds as ADTS: frames of 1,024 samples at 44.1 kHz, one channel. */
export function anAac(seconds: number): Buffer {
  const count = Math.floor((seconds * 44_100) / 1024);
  return Buffer.concat(
    Array.from({ length: count }, (_, at) => {
      const length = 7 + 100;
      const frame = Buffer.alloc(length, 0x11);
      // The header of ISO 14496-3: no checksum, low complexity, 44.1 kHz, one channel, then the length.
      frame.set([
        0xff,
        0xf1,
        0x50,
        0x40 | (length >> 11),
        (length >> 3) & 0xff,
        ((length & 7) << 5) | 0x1f,
        0xfc,
      ]);
      frame.set(markFor(at), 40);
      return frame;
    }),
  );
}

/** AAC of this many seconds in an MP4 that begins as a film's does, as many phones record it. */
export async function aPhonesRecording(seconds: number): Promise<Buffer> {
  const track = await new Input({
    source: new BufferSource(anAac(seconds)),
    formats: [ADTS],
  }).getPrimaryAudioTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !decoderConfig) throw new Error('No sound');
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target });
  const source = new EncodedAudioPacketSource('aac');
  output.addAudioTrack(source);
  await output.start();
  for await (const packet of new EncodedPacketSink(track).packets())
    await source.add(packet, { decoderConfig });
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}

/** The indexes of the first and the last frame that are heard, and the duration including silence. */
export async function framesIn(
  content: Uint8Array,
): Promise<{ first: number | null; last: number | null; heard: number; seconds: number }> {
  const input = new Input({ source: new BufferSource(content), formats: [MP3, MP4, ADTS] });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error('No sound');
  const heard: number[] = [];
  let seconds = 0;
  for await (const { data, timestamp, duration } of new EncodedPacketSink(track).packets()) {
    seconds = timestamp + duration;
    const at = Buffer.from(data).indexOf(Buffer.from(mark));
    if (at >= 0) heard.push((data[at + 4] ?? 0) * 256 + (data[at + 5] ?? 0));
  }
  return { first: heard[0] ?? null, last: heard.at(-1) ?? null, heard: heard.length, seconds };
}
