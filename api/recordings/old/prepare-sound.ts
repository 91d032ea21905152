import { createHash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import { AudioSampleSink, BufferSource, Input, WAVE } from 'mediabunny';
import { encodeCall } from '../calls/encode.ts';
import { copySound, UnknownSound } from '../sound.ts';
import { longestMs } from './lines.ts';
import { UnreadableSound } from './unreadable-sound.ts';

/** A sound in a form that can be cut and silenced, and the SHA-256 of its file. */
export type PreparedSound = {
  content: Buffer;
  mediaType: string;
  durationMs: number;
  loudness: number[];
  contentHash: string;
};

const unreadable = 'The sound in this file can’t be read here: save it as MP3, M4A or WAV';

/**
 * Reads a keepsake's file. Opus, AAC and MP3 are copied without re-encoding; a WAV is encoded. Throws
 * `UnreadableSound` for a broken file, another codec, an empty sound, and one that is too long.
 */
export async function prepareSound(
  file: Buffer,
  contentType: string,
  signal: AbortSignal,
): Promise<PreparedSound> {
  const contentHash = createHash('sha256').update(file).digest('hex');
  const sound = await (contentType === 'audio/wav' ? encodeWav(file, signal) : copySound(file)).catch(
    (error: unknown) => {
      if (signal.aborted) throw error;
      throw new UnreadableSound(unreadable, { cause: error });
    },
  );
  if (sound.durationMs === 0) throw new UnreadableSound('There is no sound in this file');
  if (sound.durationMs > longestMs)
    throw new UnreadableSound('A recording may last four hours at most: save it in several parts');
  return { ...sound, contentHash };
}

/** The rate to which samples are converted; the encoder takes only some rates. */
const rate = 48_000;

async function encodeWav(file: Buffer, signal: AbortSignal) {
  const input = new Input({ source: new BufferSource(file), formats: [WAVE] });
  const track = await input.getPrimaryAudioTrack();
  if (!track || track.numberOfChannels > 2) throw new UnknownSound(track?.codec ?? 'none');
  const layout = { rate, channels: 1, encoding: 'PCM' } as const;
  const { levels: _, ...encoded } = await encodeCall({ layout, samples: samplesOf(track) }, signal);
  return { ...encoded, mediaType: 'audio/webm' };
}

/** The samples of all channels mixed into one and converted to `rate` by linear interpolation. */
async function* samplesOf(
  track: NonNullable<Awaited<ReturnType<Input['getPrimaryAudioTrack']>>>,
): AsyncGenerator<Int16Array> {
  const step = track.sampleRate / rate;
  let remainder: Float32Array = new Float32Array(0);
  /** The position of the next sample in `remainder`. */
  let position = 0;
  for await (const sample of new AudioSampleSink(track).samples()) {
    const { numberOfFrames, numberOfChannels } = sample;
    const interleaved = new Float32Array(numberOfFrames * numberOfChannels);
    sample.copyTo(interleaved, { planeIndex: 0, format: 'f32' });
    sample.close();
    const buffered = new Float32Array(remainder.length + numberOfFrames);
    buffered.set(remainder);
    for (let at = 0; at < numberOfFrames; at += 1) {
      let sum = 0;
      for (let channel = 0; channel < numberOfChannels; channel += 1)
        sum += interleaved[at * numberOfChannels + channel] ?? 0;
      buffered[remainder.length + at] = sum / numberOfChannels;
    }
    const count = Math.max(0, Math.floor((buffered.length - 1 - position) / step));
    const converted = new Int16Array(count);
    for (let at = 0; at < count; at += 1) {
      const from = Math.floor(position);
      const part = position - from;
      const value = (buffered[from] ?? 0) * (1 - part) + (buffered[from + 1] ?? 0) * part;
      converted[at] = Math.max(-32_768, Math.min(32_767, Math.round(value * 32_767)));
      position += step;
    }
    const used = Math.floor(position);
    remainder = buffered.subarray(used);
    position -= used;
    yield converted;
    await breathe();
  }
}
