/** The sound is not a supported WAV, or differs from its announced length. */
export class UnusableSound extends Error {
  override name = 'UnusableSound';
}

/** The layout of a WAV's samples, from its header. */
export type Layout = {
  /** Samples per second and channel. */
  rate: number;
  channels: 1 | 2;
  encoding: 'PCM' | 'MULAW';
};

export type Wav = {
  layout: Layout;
  /** The interleaved samples of all channels, in chunks as they arrive. */
  samples: AsyncGenerator<Int16Array>;
};

const rates = [8_000, 16_000, 24_000, 48_000];
/** The longest header that is read; those of phone services are much shorter. */
const mostHeader = 64 * 1024;
const [pcm, mulaw, extensible] = [1, 7, 0xfffe];

/**
 * Reads the header of a WAV, and its samples as they arrive, at most `mostBytes` of them. Throws `UnusableSound` for
 * anything but PCM of 16 bits or µ-law in one or two channels, and for sound that ends before its announced length.
 */
export async function readWav(content: AsyncIterable<Uint8Array>, mostBytes: number): Promise<Wav> {
  const chunks = content[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);
  for (;;) {
    const found = headerIn(held);
    if (found) {
      const { layout, begin, length } = found;
      return { layout, samples: samplesOf(chunks, held.subarray(begin), { layout, length, mostBytes }) };
    }
    if (held.length > mostHeader) throw new UnusableSound('No samples at the beginning of the sound');
    const { done, value } = await chunks.next();
    if (done) throw new UnusableSound('The sound ends within its header');
    held = Buffer.concat([held, value]);
  }
}

/** The layout, and where the samples begin; null while the header is incomplete. */
function headerIn(held: Buffer): { layout: Layout; begin: number; length: number | null } | null {
  if (held.length < 12) return null;
  if (held.toString('latin1', 0, 4) !== 'RIFF' || held.toString('latin1', 8, 12) !== 'WAVE')
    throw new UnusableSound('Not a WAV');
  let layout: Layout | null = null;
  for (let at = 12; at + 8 <= held.length; ) {
    const name = held.toString('latin1', at, at + 4);
    const length = held.readUInt32LE(at + 4);
    if (name === 'data') {
      if (!layout) throw new UnusableSound('The samples come before their layout');
      // The header of a WAV that was streamed while it was recorded has no length.
      return { layout, begin: at + 8, length: length === 0 || length >= 0x7fffffff ? null : length };
    }
    if (at + 8 + length > held.length) return null;
    if (name === 'fmt ') layout = layoutOf(held.subarray(at + 8, at + 8 + length));
    at += 8 + length + (length % 2);
  }
  return null;
}

function layoutOf(header: Buffer): Layout {
  if (header.length < 16) throw new UnusableSound('The layout of the samples is missing');
  const named = header.readUInt16LE(0);
  const format = named === extensible && header.length >= 26 ? header.readUInt16LE(24) : named;
  const [channels, rate, bits] = [header.readUInt16LE(2), header.readUInt32LE(4), header.readUInt16LE(14)];
  const encoding = format === pcm && bits === 16 ? 'PCM' : format === mulaw && bits === 8 ? 'MULAW' : null;
  if (!encoding || (channels !== 1 && channels !== 2) || !rates.includes(rate))
    throw new UnusableSound(`Samples of format ${format}, ${bits} bits, ${rate} Hz, ${channels} channels`);
  return { rate, channels, encoding };
}

async function* samplesOf(
  chunks: AsyncIterator<Uint8Array>,
  first: Buffer,
  { layout, length, mostBytes }: { layout: Layout; length: number | null; mostBytes: number },
): AsyncGenerator<Int16Array> {
  const bytesPer = (layout.encoding === 'PCM' ? 2 : 1) * layout.channels;
  let left: Buffer = first;
  let read = 0;
  for (;;) {
    const wanted = length === null ? left.length : Math.min(left.length, length - read);
    const whole = wanted - (wanted % bytesPer);
    read += whole;
    if (read > mostBytes) throw new UnusableSound('The sound is too long');
    if (whole) yield decoded(left.subarray(0, whole), layout.encoding);
    if (length !== null && length - read < bytesPer) return;
    left = left.subarray(whole);
    const { done, value } = await chunks.next();
    if (done && length !== null) throw new UnusableSound('The sound ends before its announced length');
    if (done) return;
    left = left.length ? Buffer.concat([left, value]) : Buffer.from(value);
  }
}

function decoded(bytes: Buffer, encoding: Layout['encoding']): Int16Array {
  if (encoding === 'MULAW') return Int16Array.from(bytes, (byte) => fromMulaw[byte] ?? 0);
  const samples = new Int16Array(bytes.length / 2);
  for (let at = 0; at < samples.length; at += 1) samples[at] = bytes.readInt16LE(at * 2);
  return samples;
}

/** The samples that µ-law bytes stand for (ITU-T G.711). */
const fromMulaw = Int16Array.from({ length: 256 }, (_, byte) => {
  const bits = ~byte & 0xff;
  const size = (((bits & 0x0f) << 3) + 0x84) << ((bits & 0x70) >> 4);
  return bits & 0x80 ? 0x84 - size : size - 0x84;
});
