import sharp from 'sharp';

/** A photo like a phone's: rotated, with GPS coordinates. */
export function aPhoto({ width = 640, height = 480, noise = false } = {}): Promise<Buffer> {
  const grain = noise ? { noise: { type: 'gaussian' as const, mean: 128, sigma: 60 } } : {};
  return sharp({ create: { width, height, channels: 3, background: '#7a8', ...grain } })
    .jpeg({ quality: 90 })
    .withExif({
      IFD0: { Make: 'A camera of New Bedford', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '41/1 38/1 0/1', GPSLongitudeRef: 'W' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

/** The beginning of a film like a phone's, with GPS coordinates. */
export function aFilm(): Buffer {
  const head = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1');
  return Buffer.concat([
    head,
    Buffer.alloc(70_000, 7),
    Buffer.from('\xa9xyz+41.6362-070.9342+012.000/', 'latin1'),
    aLocationBox('New Bedford'),
    Buffer.alloc(500, 9),
  ]);
}

/** A location as 3GP and MP4 files store it: 41.6362 north, 70.9342 west, 12 meters up. */
export function aLocationBox(name: string): Buffer {
  const numbers = Buffer.alloc(12);
  for (const [at, value] of [-70.9342, 41.6362, 12].entries()) numbers.writeInt32BE(value * 65_536, at * 4);
  const content = Buffer.concat([
    // The version, the flags and the language.
    Buffer.from('\0\0\0\0\x15\xc7', 'latin1'),
    Buffer.from(`${name}\0\0`),
    numbers,
    Buffer.from('earth\0by the harbor\0'),
  ]);
  const head = Buffer.alloc(8, 'loci', 'latin1');
  head.writeUInt32BE(content.length + 8);
  head.write('loci', 4);
  return Buffer.concat([head, content]);
}

/** A few seconds of sound. */
export function aRecording(bytes = 60_000): Buffer {
  return Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'), Buffer.alloc(bytes, 5)]);
}

/** So many seconds of a low tone, as a WAV file. */
export function aTone(seconds: number): Buffer {
  const rate = 8_000;
  const samples = Buffer.from(
    Array.from({ length: seconds * rate }, (_, at) => 128 + Math.round(60 * Math.sin(at / 6))),
  );
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  // Uncompressed, one channel, a byte for each sample.
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
