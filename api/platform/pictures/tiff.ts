/** Decoded pixels, row by row, with three samples for each pixel, or four with opacity. */
export type Pixels = {
  width: number;
  height: number;
  samples: 3 | 4;
  /** The colour profile (ICC); without one, the colours are sRGB. */
  profile: Uint8Array | null;
};

const rowsPerStrip = 16;
/** The types of a TIFF field, with their sizes in bytes. */
const SHORT = 3;
const LONG = 4;
const UNDEFINED = 7;
const bytesOf = { [SHORT]: 2, [LONG]: 4, [UNDEFINED]: 1 };

type Field = [tag: number, type: keyof typeof bytesOf, values: readonly number[] | Uint8Array];

/**
 * An uncompressed TIFF file around decoded pixels: the only way to tell sharp their colour profile. `writeRow` fills the
 * bytes of one row.
 */
export function toTiff(
  { width, height, samples, profile }: Pixels,
  writeRow: (row: Uint8Array, y: number) => void,
): Buffer {
  const rowBytes = width * samples;
  const strips = Array.from({ length: Math.ceil(height / rowsPerStrip) }, (_, at) => at * rowsPerStrip);
  const fields = (start: number): Field[] => [
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, Array.from({ length: samples }, () => 8)],
    // Not compressed, and RGB.
    [259, SHORT, [1]],
    [262, SHORT, [2]],
    [273, LONG, strips.map((row) => start + row * rowBytes)],
    [277, SHORT, [samples]],
    [278, LONG, [rowsPerStrip]],
    [279, LONG, strips.map((row) => Math.min(rowsPerStrip, height - row) * rowBytes)],
    ...(samples === 4 ? [[338, SHORT, [2]] satisfies Field] : []),
    ...(profile ? [[34_675, UNDEFINED, profile] satisfies Field] : []),
  ];
  const headBytes = writeHead(fields(0)).length;
  const head = writeHead(fields(headBytes));
  const file = Buffer.allocUnsafe(headBytes + height * rowBytes);
  file.set(head);
  for (let y = 0; y < height; y++) {
    const at = headBytes + y * rowBytes;
    writeRow(file.subarray(at, at + rowBytes), y);
  }
  return file;
}

/** The header, the fields, and behind them the values that are longer than four bytes. */
function writeHead(fields: readonly Field[]): Buffer {
  const directoryBytes = 8 + 2 + fields.length * 12 + 4;
  const directory = Buffer.alloc(directoryBytes);
  directory.write('II*\0', 'latin1');
  directory.writeUInt32LE(8, 4);
  directory.writeUInt16LE(fields.length, 8);
  const longValues: Buffer[] = [];
  let end = directoryBytes;
  for (const [at, [tag, type, values]] of fields.entries()) {
    const field = 10 + at * 12;
    directory.writeUInt16LE(tag, field);
    directory.writeUInt16LE(type, field + 2);
    directory.writeUInt32LE(values.length, field + 4);
    const written = writeValues(type, values);
    if (written.length <= 4) directory.set(written, field + 8);
    else {
      directory.writeUInt32LE(end, field + 8);
      longValues.push(written);
      end += written.length;
    }
  }
  return Buffer.concat([directory, ...longValues]);
}

function writeValues(type: keyof typeof bytesOf, values: readonly number[] | Uint8Array): Buffer {
  const size = bytesOf[type];
  // Offsets in a TIFF are even.
  const written = Buffer.alloc(values.length * size + ((values.length * size) % 2));
  for (const [at, value] of values.entries()) written.writeUIntLE(value, at * size, size);
  return written;
}
