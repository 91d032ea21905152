import { setImmediate as breathe } from 'node:timers/promises';
import { registerMp3Encoder } from '@mediabunny/mp3-encoder';
import { AudioSample, AudioSampleSource, BufferTarget, Mp3OutputFormat, Output } from 'mediabunny';
import type OpusScript from 'opusscript';
import { fromApart } from '#api/platform/apart.ts';
import { opusPacketsOf } from './sound.ts';
import { holds, type Span } from './spans.ts';

/** A stretch of a recording; what is not in the heard spans is left out. */
type Excerpt = { content: Uint8Array; stretch: Span; heard: readonly Span[] };

/** The rate at which Opus is decoded. */
const rate = 48_000;
/** Bits per second, enough for one voice on any player. */
const bitrate = 96_000;
/** The pause between two excerpts. */
const pauseMs = 500;
/** A decoder needs this much sound before a stretch to begin it cleanly. */
const leadMs = 80;
/** After this many packets other work of the event loop runs. */
const packetsAtOnce = 20;

registerMp3Encoder();

/**
 * Joins excerpts of Opus recordings into one MP3, with a pause between them. Null when nothing is audible in any of
 * them. Takes about 15 ms of CPU time for each second of sound, in small steps.
 */
export async function joinExcerpts(
  excerpts: AsyncIterable<Excerpt>,
  signal: AbortSignal,
): Promise<Buffer | null> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp3OutputFormat(), target });
  const source = new AudioSampleSource({ codec: 'mp3', bitrate });
  output.addAudioTrack(source);
  await output.start();
  let written = 0;
  async function write(data: Int16Array) {
    if (!data.length) return;
    const sample = new AudioSample({
      ...{ data, format: 's16' as const, numberOfChannels: 1, sampleRate: rate },
      timestamp: written / rate,
    });
    written += data.length;
    await source.add(sample);
    sample.close();
  }
  for await (const excerpt of excerpts) {
    let isFirst = true;
    for await (const samples of samplesOf(excerpt, signal)) {
      if (isFirst && written) await write(new Int16Array((rate * pauseMs) / 1000));
      isFirst = false;
      await write(samples);
    }
  }
  if (!written) {
    await output.cancel();
    return null;
  }
  await output.finalize();
  return Buffer.from(target.buffer as ArrayBuffer);
}

/** The audible samples of an excerpt. */
async function* samplesOf(
  { content, stretch: { startMs, endMs }, heard }: Excerpt,
  signal: AbortSignal,
): AsyncGenerator<Int16Array> {
  const Opus = fromApart('opusscript') as typeof OpusScript;
  const decoder = new Opus(rate, 1, Opus.Application.VOIP);
  try {
    let packets = 0;
    for await (const packet of opusPacketsOf(content, Math.max(0, startMs - leadMs))) {
      if (packet.startMs >= endMs) break;
      const span = { startMs: packet.startMs, endMs: packet.startMs + packet.durationMs };
      // Words that nobody else may hear don't enter the decoder either.
      if (!holds(heard, span)) continue;
      const decoded = decoder.decode(Buffer.from(packet.data));
      packets += 1;
      if (packets % packetsAtOnce === 0) {
        await breathe();
        signal.throwIfAborted();
      }
      if (span.startMs < startMs) continue;
      yield Int16Array.from({ length: decoded.length / 2 }, (_, at) => decoded.readInt16LE(at * 2));
    }
  } finally {
    decoder.delete();
  }
}
