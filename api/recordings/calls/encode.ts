import { setImmediate as breathe } from 'node:timers/promises';
import type OpusScript from 'opusscript';
import { fromApart } from '#api/platform/apart.ts';
import { loudnessStepMs } from '../loudness.ts';
import { openWebmWriter } from '../sound.ts';
import { levelMs } from './speech.ts';
import type { Wav } from './wav.ts';

/** A call as one channel of Opus in WebM, with the levels of its original channels. */
export type EncodedCall = {
  content: Buffer;
  durationMs: number;
  loudness: number[];
  /** For each channel, the root mean square of each `levelMs`. */
  levels: number[][];
};

/** Bits per second, more than enough for telephone speech. */
const bitrate = 24_000;
/**
 * How thoroughly the encoder searches, from 0 to 10. At 9, its default, it takes twice the time, and the spectrum of
 * telephone speech is nearer to the original by a tenth of a decibel only.
 */
const complexity = 5;
/** The request of libopus that sets it, `OPUS_SET_COMPLEXITY`. */
const setComplexity = 4010;
/** The delay of the encoder in samples of 48 kHz, which players skip. */
const preSkip = 312;
/** After this many packets, about 8 ms of work, other work of the event loop runs. */
const packetsAtOnce = 20;

/**
 * Mixes the channels of a call into one and encodes it, so that it can be cut and silenced like any recording. Takes
 * about 15 ms of CPU time for each second of sound, in small steps.
 */
export async function encodeCall({ layout, samples }: Wav, signal: AbortSignal): Promise<EncodedCall> {
  const { rate, channels } = layout;
  const Opus = fromApart('opusscript') as typeof OpusScript;
  const encoder = new Opus(rate as ConstructorParameters<typeof OpusScript>[0], 1, Opus.Application.VOIP);
  try {
    encoder.setBitrate(bitrate);
    encoder.encoderCTL(setComplexity, complexity);
    const writing = await openWebmWriter(decoderConfig(rate));
    const frame = (rate * levelMs) / 1000;
    const levels: number[][] = Array.from({ length: channels }, () => []);
    const loudness: number[] = [];
    let packets = 0;
    for await (const part of inFrames(samples, frame * channels)) {
      const mixed = Buffer.alloc(frame * 2);
      for (let channel = 0; channel < channels; channel += 1) {
        let power = 0;
        for (let at = 0; at < frame; at += 1) {
          const sample = part[at * channels + channel] ?? 0;
          power += sample * sample;
          const sum = mixed.readInt16LE(at * 2) + sample;
          mixed.writeInt16LE(Math.max(-32_768, Math.min(32_767, sum)), at * 2);
        }
        levels[channel]?.push(Math.round(Math.sqrt(power / frame)));
      }
      const packet = encoder.encode(mixed, frame);
      const startMs = packets * levelMs;
      await writing.add(packet, startMs, levelMs);
      const step = Math.floor(startMs / loudnessStepMs);
      loudness[step] = (loudness[step] ?? 0) + packet.length;
      packets += 1;
      if (packets % packetsAtOnce) continue;
      await breathe();
      signal.throwIfAborted();
    }
    return { content: await writing.finish(), durationMs: packets * levelMs, loudness, levels };
  } finally {
    encoder.delete();
  }
}

/** The samples in equal frames; the last one is filled with silence. */
async function* inFrames(samples: AsyncIterable<Int16Array>, size: number): AsyncGenerator<Int16Array> {
  let frame = new Int16Array(size);
  let filled = 0;
  for await (const part of samples) {
    for (let at = 0; at < part.length; ) {
      const taken = part.subarray(at, at + size - filled);
      frame.set(taken, filled);
      filled += taken.length;
      at += taken.length;
      if (filled < size) continue;
      yield frame;
      frame = new Int16Array(size);
      filled = 0;
    }
  }
  if (filled) yield frame;
}

/** The head of a mono Opus stream (RFC 7845, section 5.1). */
function decoderConfig(rate: number): AudioDecoderConfig {
  const description = Buffer.alloc(19);
  description.write('OpusHead', 'latin1');
  description.writeUInt8(1, 8);
  description.writeUInt8(1, 9);
  description.writeUInt16LE(preSkip, 10);
  description.writeUInt32LE(rate, 12);
  return { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000, description };
}
