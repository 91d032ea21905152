import { voiceRate } from '../voices.ts';

/** Something that was spoken on a call: when, in ms from the epoch, by whom, and its sound. */
export type Heard = { at: number; by: 'PERSON' | 'EVERTOLD'; samples: Int16Array };

const headerBytes = 44;
/** The bytes of one moment: two channels of 16 bits. */
const frameBytes = 4;

/** The sound of a call between two moments, the person on the first channel and Evertold on the second. */
export function wavOf(heard: readonly Heard[], { from, until }: { from: number; until: number }): Buffer {
  const moments = Math.max(0, Math.floor(((until - from) / 1_000) * voiceRate));
  const samples = new Int16Array(moments * 2);
  for (const { at, by, samples: spoken } of heard) {
    const begin = Math.round(((at - from) / 1_000) * voiceRate);
    const channel = by === 'PERSON' ? 0 : 1;
    for (let n = Math.max(0, -begin); n < spoken.length && begin + n < moments; n += 1)
      samples[(begin + n) * 2 + channel] = spoken[n] ?? 0;
  }
  return wavWith([samples]);
}

/** A WAV of two channels with these interleaved samples. */
export function wavWith(parts: readonly Int16Array[]): Buffer {
  const bytes = parts.reduce((sum, part) => sum + part.byteLength, 0);
  const header = Buffer.alloc(headerBytes);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(headerBytes - 8 + bytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(voiceRate, 24);
  header.writeUInt32LE(voiceRate * frameBytes, 28);
  header.writeUInt16LE(frameBytes, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(bytes, 40);
  return Buffer.concat([
    header,
    ...parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength)),
  ]);
}

/** The length of such a WAV in whole seconds. */
export function secondsOf(wav: Buffer): number {
  return Math.round((wav.length - headerBytes) / (voiceRate * frameBytes));
}
