import {
  ADTS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  MP3,
  MP4,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OGG,
  Output,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import { loudnessStepMs } from './loudness.ts';
import { holds, type Span } from './spans.ts';

/** Takes joined into one recording, with the start of each take and the loudness of each `loudnessStepMs`. */
export type Joined = { content: Buffer; durationMs: number; begins: readonly number[]; loudness: number[] };

/** Joins takes of Opus in WebM by copying their packets, without re-encoding. */
export async function joinTakes(takes: readonly Uint8Array[]): Promise<Joined> {
  const writing = await openWriter('opus', await decoderConfigOf(takes[0] ?? new Uint8Array()));
  const begins: number[] = [];
  const loudness: number[] = [];
  let endMs = 0;
  for (const take of takes) {
    const beginMs = endMs;
    begins.push(beginMs);
    for await (const packet of packetsOf(take)) {
      await writing.add(packet.data, beginMs + packet.startMs, packet.durationMs);
      // Packet size serves as loudness: the encoder uses more bytes for louder audio and few for silence.
      const step = Math.floor((beginMs + packet.startMs) / loudnessStepMs);
      while (loudness.length <= step) loudness.push(0);
      loudness[step] = (loudness[step] ?? 0) + packet.data.length;
      endMs = Math.max(endMs, beginMs + packet.startMs + packet.durationMs);
    }
  }
  return { content: await writing.finish(), durationMs: Math.round(endMs), begins, loudness };
}

/**
 * Copies the packets of a sound into a file that can be cut and silenced, without re-encoding: Opus as WebM, AAC as MP4,
 * MP3 as MP3. Throws `UnknownSound` for any other codec and for more than two channels.
 */
export async function copySound(
  content: Uint8Array,
): Promise<Omit<Joined, 'begins'> & { mediaType: string }> {
  const track = await readInput(content).getPrimaryAudioTrack();
  const codec = track?.codec;
  if (!track || !isCopyable(codec) || track.numberOfChannels > 2) throw new UnknownSound(codec ?? 'none');
  const writing = await openWriter(codec, await decoderConfigOf(content));
  const loudness: number[] = [];
  let endMs = 0;
  for await (const packet of packetsOf(content)) {
    await writing.add(packet.data, packet.startMs, packet.durationMs);
    const step = Math.floor(packet.startMs / loudnessStepMs);
    while (loudness.length <= step) loudness.push(0);
    loudness[step] = (loudness[step] ?? 0) + packet.data.length;
    endMs = Math.max(endMs, packet.startMs + packet.durationMs);
  }
  return {
    content: await writing.finish(),
    mediaType: mediaTypes[codec],
    durationMs: Math.round(endMs),
    loudness,
  };
}

/** A sound in a codec that can't be cut and silenced here. */
export class UnknownSound extends Error {
  override name = 'UnknownSound';

  constructor(codec: string) {
    super(`The codec is ${codec}`);
  }
}

/**
 * Returns a copy of the same duration in which the packets outside of the heard spans are overwritten with silence. A
 * WebM file keeps its length in bytes too.
 */
export async function silenceOutside(content: Uint8Array, heard: readonly Span[]): Promise<Buffer> {
  if (!isWebm(content)) return rewriteSound(content, { startMs: 0, endMs: Number.POSITIVE_INFINITY }, heard);
  const silenced = Buffer.from(content);
  for (const { offset, length, startMs } of blocksOf(silenced)) {
    const packet = silenced.subarray(offset, offset + length);
    if (!holds(heard, { startMs, endMs: startMs + opusDurationMs(packet) })) overwrite(packet);
  }
  return silenced;
}

/** Cuts a stretch into a recording of its own; outside of the heard spans it is silent, with the same duration. */
export function cutSound(
  content: Uint8Array,
  stretch: Span,
  heard: readonly Span[] | 'ALL',
): Promise<Buffer> {
  return rewriteSound(content, stretch, heard);
}

/** Joins audible stretches of sounds in the same format by copying their packets; null when nothing is audible. */
export async function joinCuts(
  cuts: AsyncIterable<{ content: Uint8Array; stretch: Span; heard: readonly Span[] }>,
): Promise<Buffer | null> {
  let writing: Awaited<ReturnType<typeof openWriter>> | null = null;
  let endMs = 0;
  for await (const { content, stretch, heard } of cuts) {
    const { codec } = await audioOf(readInput(content));
    writing ??= await openWriter(codec, await decoderConfigOf(content));
    for await (const packet of packetsOf(content, stretch.startMs)) {
      if (packet.startMs >= stretch.endMs) break;
      const span = { startMs: packet.startMs, endMs: packet.startMs + packet.durationMs };
      if (span.startMs < stretch.startMs || !holds(heard, span)) continue;
      await writing.add(packet.data, endMs, packet.durationMs);
      endMs += packet.durationMs;
    }
  }
  return writing && endMs > 0 ? writing.finish() : null;
}

async function rewriteSound(
  content: Uint8Array,
  { startMs, endMs }: Span,
  heard: readonly Span[] | 'ALL',
): Promise<Buffer> {
  const { codec } = await audioOf(readInput(content));
  const writing = await openWriter(codec, await decoderConfigOf(content));
  for await (const packet of packetsOf(content, startMs)) {
    const end = packet.startMs + packet.durationMs;
    if (packet.startMs >= endMs) break;
    if (end <= startMs) continue;
    const isHeard = heard === 'ALL' || holds(heard, { startMs: packet.startMs, endMs: end });
    if (isHeard) await writing.add(packet.data, Math.max(0, packet.startMs - startMs), packet.durationMs);
    else await writing.addSilence(packet, packet.startMs - startMs);
  }
  return writing.finish();
}

type Packet = { data: Uint8Array; startMs: number; durationMs: number };

/** The codecs whose packets can be copied, with the media type of the file that they are copied into. */
const mediaTypes = { opus: 'audio/webm', aac: 'audio/mp4', mp3: 'audio/mpeg' } as const;
type Codec = keyof typeof mediaTypes;

function isCopyable(codec: string | null | undefined): codec is Codec {
  return !!codec && Object.hasOwn(mediaTypes, codec);
}

const ebmlHead = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);

function isWebm(content: Uint8Array): boolean {
  return ebmlHead.equals(content.subarray(0, 4));
}

function readInput(content: Uint8Array): Input {
  return new Input({ source: new BufferSource(content), formats: [WEBM, MP4, MP3, OGG, ADTS] });
}

async function audioOf(input: Input): Promise<{ track: InputAudioTrack; codec: Codec }> {
  const track = await input.getPrimaryAudioTrack();
  const codec = track?.codec;
  if (!track || !isCopyable(codec)) throw new Error('Not a sound that can be cut');
  return { track, codec };
}

/** The packets of a recording, starting with the one at `fromMs`. */
async function* packetsOf(content: Uint8Array, fromMs = 0): AsyncGenerator<Packet> {
  const { track, codec } = await audioOf(readInput(content));
  const sink = new EncodedPacketSink(track);
  const first = (fromMs > 0 && (await sink.getPacket(fromMs / 1000))) || undefined;
  for await (const { data, timestamp, duration } of sink.packets(first)) {
    const durationMs = codec === 'opus' ? opusDurationMs(data) : duration * 1000;
    yield { data, startMs: Math.max(0, timestamp * 1000), durationMs };
  }
}

/** The Opus packets of a recording, starting with the one at `fromMs`. Throws `UnknownSound` for another codec. */
export async function* opusPacketsOf(content: Uint8Array, fromMs: number): AsyncGenerator<Packet> {
  const { codec } = await audioOf(readInput(content));
  if (codec !== 'opus') throw new UnknownSound(codec);
  yield* packetsOf(content, fromMs);
}

async function decoderConfigOf(content: Uint8Array): Promise<AudioDecoderConfig> {
  const { track } = await audioOf(readInput(content));
  const decoderConfig = await track.getDecoderConfig();
  if (!decoderConfig) throw new Error('The sound does not say how it is decoded');
  return decoderConfig;
}

/** Opens a WebM into which Opus packets are written. */
export function openWebmWriter(decoderConfig: AudioDecoderConfig) {
  return openWriter('opus', decoderConfig);
}

const formats: Record<Codec, () => WebMOutputFormat | Mp4OutputFormat | Mp3OutputFormat> = {
  opus: () => new WebMOutputFormat(),
  aac: () => new Mp4OutputFormat({ fastStart: 'in-memory' }),
  mp3: () => new Mp3OutputFormat(),
};

async function openWriter(codec: Codec, decoderConfig: AudioDecoderConfig) {
  const target = new BufferTarget();
  const output = new Output({ format: formats[codec](), target });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  const add = (data: Uint8Array, startMs: number, durationMs: number) =>
    source.add(new EncodedPacket(data, 'key', startMs / 1000, durationMs / 1000), { decoderConfig });
  return {
    add,
    /** Adds silence as long as a packet, which may begin before the sound does: what lies before it is left out. */
    async addSilence({ data, durationMs }: Packet, startMs: number) {
      if (codec !== 'opus') {
        const silent = codec === 'mp3' ? silentMp3(data) : silentAac(decoderConfig.numberOfChannels);
        return add(silent, Math.max(0, startMs), durationMs);
      }
      const isStereo = ((data[0] ?? 0) & 4) !== 0;
      const frameMs = durationMs >= 20 ? 20 : durationMs;
      for (let at = startMs; at < startMs + durationMs; at += frameMs)
        if (at + frameMs > 0) await add(silence(frameMs, isStereo), Math.max(0, at), frameMs);
    },
    async finish() {
      await output.finalize();
      return Buffer.from(target.buffer as ArrayBuffer);
    },
  };
}

/** A silent MP3 frame of the same length: all of its side information and data is zero. */
function silentMp3(frame: Uint8Array): Uint8Array {
  const silent = new Uint8Array(frame.length);
  silent.set(frame.subarray(0, 4));
  // This bit says that the frame has no checksum; the old one would be wrong.
  silent[1] = (frame[1] ?? 0) | 1;
  return silent;
}

/** A silent frame of AAC with one or two channels (ISO 14496-3). */
function silentAac(channels: number): Uint8Array {
  return channels === 1
    ? Uint8Array.of(0x00, 0xc8, 0x00, 0x80, 0x23, 0x80)
    : Uint8Array.of(0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80);
}

const celtFramesMs = [2.5, 5, 10, 20];

/** The duration of an Opus packet from its first bytes (RFC 6716, section 3.1). */
function opusDurationMs(data: Uint8Array): number {
  const first = data[0] ?? 0;
  const config = first >> 3;
  const [silk, hybrid] = [
    [10, 20, 40, 60],
    [10, 20],
  ];
  const frameMs =
    config < 12 ? silk[config & 3] : config < 16 ? hybrid[config & 1] : celtFramesMs[config & 3];
  const count = (first & 3) === 0 ? 1 : (first & 3) === 3 ? (data[1] ?? 1) & 63 : 2;
  return (frameMs ?? 20) * count;
}

/** Overwrites a packet with silent frames of the same duration, and padding (RFC 6716, section 3.2.5). */
function overwrite(packet: Buffer): void {
  const durationMs = opusDurationMs(packet);
  const frameMs = durationMs >= 20 ? 20 : durationMs;
  const count = Math.ceil(durationMs / frameMs);
  const [toc = 0, ...frame] = silence(frameMs, ((packet[0] ?? 0) & 4) !== 0);
  // One of each 255 padding bytes is a continuation byte.
  const room = packet.length - 2 - count * frame.length;
  // A packet this short contains no audio: it signals a transmission pause.
  if (room < 1) return void (packet.length > 3 && packet.fill(0, 1));
  packet.fill(0);
  packet[0] = toc | 3;
  packet[1] = 0x40 | count;
  let [at, left] = [2, room];
  while (left > 255) {
    packet[at] = 255;
    at += 1;
    left -= 255;
  }
  packet[at] = left - 1;
  at += 1;
  for (let each = 0; each < count; each += 1) packet.set(frame, at + each * frame.length);
}

type Block = { offset: number; length: number; startMs: number };

const ids = {
  segment: 0x18538067,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  group: 0xa0,
  block: 0xa1,
};

/** The byte positions of the packets in a WebM written by `openWebmWriter`. */
function* blocksOf(content: Buffer, from = 0, to = content.length, clusterMs = { at: 0 }): Generator<Block> {
  for (let at = from; at < to; ) {
    const id = numberAt(content, at, true);
    const size = numberAt(content, id.end, false);
    const end = size.end + size.value;
    if (end > to) throw new Error('Not a joined sound');
    if (id.value === ids.segment || id.value === ids.cluster || id.value === ids.group) {
      yield* blocksOf(content, size.end, end, clusterMs);
    } else if (id.value === ids.timestamp) {
      clusterMs.at = content.readUIntBE(size.end, size.value);
    } else if (id.value === ids.simpleBlock || id.value === ids.block) {
      const { end: afterTrack } = numberAt(content, size.end, false);
      const offset = afterTrack + 3;
      yield { offset, length: end - offset, startMs: clusterMs.at + content.readInt16BE(afterTrack) };
    }
    at = end;
  }
}

/** A variable-length number (RFC 8794, section 4); an id keeps its length marker bit. */
function numberAt(content: Buffer, at: number, isId: boolean): { value: number; end: number } {
  const first = content[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > 8) throw new Error('Not a joined sound');
  let value = isId ? first : first & (0xff >> length);
  for (let each = 1; each < length; each += 1) value = value * 256 + (content[at + each] ?? 0);
  return { value, end: at + length };
}

/** A silent Opus packet. */
function silence(frameMs: number, isStereo: boolean): Uint8Array {
  const config = 28 + Math.max(0, celtFramesMs.indexOf(frameMs));
  return Uint8Array.of((config << 3) | (isStereo ? 4 : 0), 0xff, 0xfe);
}
