import { BufferSource, EncodedPacketSink, Input, WEBM } from 'mediabunny';
import OpusScript from 'opusscript';
import { speechIn } from '#api/recordings/calls/speech.ts';
import type { Span } from '#api/recordings/spans.ts';

const rate = 8_000;

type Side = readonly [fromSeconds: number, toSeconds: number][];

/** A WAV of a call as the phone service sends it: the person in the first channel, Evertold in the second. */
export function aCallSound(
  seconds: number,
  { person, evertold }: { person: Side; evertold: Side },
  { channels = 2, rate: said = rate }: { channels?: 1 | 2; rate?: number } = {},
): Buffer {
  const samples = Buffer.alloc(seconds * rate * channels * 2);
  const speak = (side: Side, channel: number, hertz: number) => {
    for (const [from, to] of side)
      for (let at = Math.round(from * rate); at < Math.round(to * rate); at += 1)
        samples.writeInt16LE(
          Math.round(9_000 * Math.sin((2 * Math.PI * hertz * at) / rate)),
          (at * channels + channel) * 2,
        );
  };
  speak(person, 0, 220);
  speak(evertold, channels - 1, 440);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(said, 24);
  header.writeUInt32LE(said * channels * 2, 28);
  header.writeUInt16LE(channels * 2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

/** The audible spans of a WebM, in seconds rounded to tenths. */
export async function audibleIn(content: Uint8Array): Promise<[number, number][]> {
  const track = await new Input({
    source: new BufferSource(content),
    formats: [WEBM],
  }).getPrimaryAudioTrack();
  if (!track) throw new Error('No sound');
  const decoder = new OpusScript(rate, 1);
  const levels: number[] = [];
  for await (const { data, timestamp } of new EncodedPacketSink(track).packets()) {
    const samples = decoder.decode(Buffer.from(data));
    let power = 0;
    for (let at = 0; at + 1 < samples.length; at += 2) power += samples.readInt16LE(at) ** 2;
    levels[Math.round(timestamp * 50)] = Math.sqrt(power / Math.max(1, samples.length / 2));
  }
  decoder.delete();
  const tenths = (ms: number) => Math.round(ms / 100) / 10;
  return speechIn(Array.from(levels, (level) => level ?? 0)).map(({ startMs, endMs }: Span) => [
    tenths(startMs),
    tenths(endMs),
  ]);
}
