import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Input,
  Output,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import type { Person } from './person.ts';
import { server } from './server.ts';

const packetMs = 20;
/** The first byte of a mono Opus packet of 20 ms. */
const toc = 0xf8;
/** The same of 60 ms, as some browsers record. */
const tocOf60Ms = 0x18;

/**
 * Opus sound in WebM of this many seconds, as a browser sends it while recording: without a duration. Each packet
 * contains the take's number and its own index, so that tests can tell which packets are heard.
 */
export async function aTake(seconds: number, name = 1, packetMs: 20 | 60 = 20): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat({ appendOnly: true }), target });
  const source = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(source);
  await output.start();
  const description = Uint8Array.from([...Buffer.from('OpusHead'), 1, 1, 0x38, 1, 0x80, 0xbb, 0, 0, 0, 0, 0]);
  const decoderConfig = { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000, description };
  for (let at = 0; at < (seconds * 1000) / packetMs; at += 1) {
    const data = Uint8Array.of(
      packetMs === 20 ? toc : tocOf60Ms,
      name,
      at >> 8,
      at & 255,
      7,
      7,
      7,
      7,
      7,
      7,
      7,
      7,
    );
    await source.add(new EncodedPacket(data, 'key', (at * packetMs) / 1000, packetMs / 1000), {
      decoderConfig,
    });
  }
  await output.finalize();
  return Buffer.from(target.buffer as ArrayBuffer);
}

export type Heard = {
  /** The takes whose packets are heard. */
  takes: number[];
  /** The first and the last moment of its take that is heard, in seconds; null for silence. */
  from: number | null;
  to: number | null;
  /** The duration including silence. */
  seconds: number;
};

/** Which parts of the takes are heard in a sound. */
export async function heardIn(content: Uint8Array): Promise<Heard> {
  const input = new Input({ source: new BufferSource(content), formats: [WEBM] });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error('No sound');
  const takes = new Set<number>();
  const moments: number[] = [];
  let end = 0;
  for await (const { data, timestamp } of new EncodedPacketSink(track).packets()) {
    end = timestamp + packetMs / 1000;
    const [first = 0, name = 0, high = 0, low = 0, mark = 0] = data;
    if (first !== toc || mark !== 7) continue;
    takes.add(name);
    moments.push(((high * 256 + low) * packetMs) / 1000);
  }
  return {
    takes: [...takes],
    from: moments[0] ?? null,
    to: moments.length ? (moments.at(-1) ?? 0) + packetMs / 1000 : null,
    seconds: Math.round(end * 100) / 100,
  };
}

/** Sends a chunk of a browser's recording. */
export async function sendSound(
  person: Person,
  conversationId: string,
  { take, piece, content }: { take: string; piece: number; content: Buffer },
): Promise<{ status: number; next?: number }> {
  const response = await fetch(
    `${server().url}/media/recording/${conversationId}?take=${take}&piece=${piece}`,
    {
      method: 'PUT',
      headers: { ...(person.cookie && { cookie: person.cookie }), 'content-type': 'audio/webm' },
      body: new Uint8Array(content),
    },
  );
  const { next } = (await response.json()) as { next?: number };
  return { status: response.status, ...(next !== undefined && { next }) };
}

/** Sends a whole take in this many chunks. */
export async function sendTake(
  person: Person,
  conversationId: string,
  { take, content, pieces = 3 }: { take: string; content: Buffer; pieces?: number },
): Promise<void> {
  const size = Math.ceil(content.length / pieces);
  for (let piece = 0; piece < pieces; piece += 1) {
    const part = content.subarray(piece * size, (piece + 1) * size);
    const { status } = await sendSound(person, conversationId, { take, piece, content: part });
    if (status !== 200) throw new Error(`Piece ${piece} was refused: ${status}`);
  }
}

/** Requests a sound as a person. */
export function listen(person: Person, url: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(new URL(url, server().url), {
    headers: { ...(person.cookie && { cookie: person.cookie }), ...headers },
  });
}
