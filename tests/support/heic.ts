import { readFileSync } from 'node:fs';

/**
 * A photo as iPhones encode it: 480 by 360 pixels lying on their side, Display P3, with EXIF that says orientation 6, a
 * date and a place, and without a rotation of the container. Turned upright, its upper quarter is green, and below it is
 * red on the left and blue on the right. Made by `heif-enc -q 50` (libheif 1.15, x265) from a JPEG that sharp drew.
 */
export const encodedPhoto = readFileSync('tests/support/photo.heic');

const u8 = (...values: number[]) => Buffer.from(values);
const u16 = (...values: number[]) => Buffer.concat(values.map((value) => u8(value >> 8, value & 255)));
const u32 = (...values: number[]) =>
  Buffer.concat(values.map((value) => u16(Math.floor(value / 65_536), value % 65_536)));

function box(type: string, ...content: Buffer[]): Buffer {
  const inside = Buffer.concat(content);
  return Buffer.concat([u32(inside.length + 8), Buffer.from(type, 'latin1'), inside]);
}

/** A box of the photo, whole. */
function boxOf(type: string): Buffer {
  const start = encodedPhoto.indexOf(type, 0, 'latin1') - 4;
  return encodedPhoto.subarray(start, start + encodedPhoto.readUInt32BE(start));
}

/** Its encoded pixels and its EXIF, which lie behind one another. */
function dataOf(): { pixels: Buffer; exif: Buffer } {
  const inside = boxOf('mdat').subarray(8);
  const exifAt = inside.indexOf('\0\0\0\0II*\0', 0, 'latin1');
  return { pixels: inside.subarray(0, exifAt), exif: inside.subarray(exifAt) };
}

/**
 * A HEIC file as an iPhone puts it together: a grid of tiles, turned by the container (90 degrees counterclockwise for
 * each of `turns`), with EXIF. Every tile is the photo above, stored once.
 */
export function aHeic({
  columns = 1,
  rows = 1,
  turns = 3,
  width = columns * 480,
  height = rows * 360,
  claimed = { width, height },
  brands = ['heic', 'mif1', 'miaf', 'heic'],
}: {
  columns?: number;
  rows?: number;
  turns?: 0 | 1 | 2 | 3;
  width?: number;
  height?: number;
  /** The size that the file claims; the tiles decide the real one. */
  claimed?: { width: number; height: number };
  /** The main brand, then all. */
  brands?: string[];
} = {}): Buffer {
  const tiles = Array.from({ length: columns * rows }, (_, at) => at + 1);
  const [gridId, exifId] = [tiles.length + 1, tiles.length + 2];
  const { pixels, exif } = dataOf();
  const grid = Buffer.concat([u8(0, 1, rows - 1, columns - 1), u32(width, height)]);

  const [main = '', ...others] = brands.map((brand) => Buffer.from(brand, 'latin1'));
  const ftyp = box('ftyp', Buffer.from(main), u32(0), ...others);
  const item = (id: number, type: string, flags: number) =>
    box('infe', u8(2, 0, 0, flags), u16(id, 0), Buffer.from(`${type}\0`, 'latin1'));
  const items = [...tiles.map((id) => item(id, 'hvc1', 1)), item(gridId, 'grid', 0), item(exifId, 'Exif', 1)];
  const full = u32(0);
  const properties = box(
    'ipco',
    boxOf('hvcC'),
    box('ispe', full, u32(480, 360)),
    box('ispe', full, u32(claimed.width, claimed.height)),
    boxOf('colr'),
    box('irot', u8(turns)),
  );
  const holds = (id: number, ...indexes: number[]) =>
    Buffer.concat([u16(id), u8(indexes.length, ...indexes)]);
  const associations = box(
    'ipma',
    full,
    u32(tiles.length + 1),
    ...tiles.map((id) => holds(id, 0x81, 2)),
    holds(gridId, 3, 4, 0x85),
  );
  const references = box(
    'iref',
    full,
    box('dimg', u16(gridId, tiles.length, ...tiles)),
    box('cdsc', u16(exifId, 1, gridId)),
  );
  const meta = (start: number) => {
    const at = { pixels: start, grid: start + pixels.length, exif: start + pixels.length + grid.length };
    const place = (id: number, offset: number, length: number) =>
      Buffer.concat([u16(id, 0, 1), u32(offset, length)]);
    return box(
      'meta',
      full,
      box('hdlr', full, u32(0), Buffer.from('pict'), Buffer.alloc(13)),
      box('pitm', full, u16(gridId)),
      box(
        'iloc',
        full,
        u8(0x44, 0),
        u16(tiles.length + 2),
        ...tiles.map((id) => place(id, at.pixels, pixels.length)),
        place(gridId, at.grid, grid.length),
        place(exifId, at.exif, exif.length),
      ),
      box('iinf', full, u16(items.length), ...items),
      box('iprp', properties, associations),
      references,
    );
  };
  const start = ftyp.length + meta(0).length + 8;
  return Buffer.concat([ftyp, meta(start), box('mdat', pixels, grid, exif)]);
}
