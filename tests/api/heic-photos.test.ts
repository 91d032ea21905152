import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ports } from '#api/adapters/ports.ts';
import { db } from '#api/platform/database/database.ts';
import { heifCodec } from '#api/platform/pictures/heif-codec.ts';
import { type PictureRefused, redrawUpright } from '#api/platform/pictures/pictures.ts';
import { aHeic, encodedPhoto } from '#tests/support/heic.ts';
import { aKeepsake, change, sent } from '#tests/support/keepsakes.ts';
import { contentOf } from '#tests/support/made.ts';
import { until } from '#tests/support/told.ts';
import { aFamily, useServer } from '#tests/support/world.ts';

useServer();

const drawn = (picture: Buffer) => redrawUpright(picture, crypto.randomUUID());

const faultOf = (picture: Buffer) =>
  drawn(picture).then(
    () => null,
    (error: PictureRefused) => error.fault,
  );

/** The size of a picture, and its colors at the top, at the left and at the right below it. */
async function colorsOf(picture: Buffer) {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const at = (x: number, y: number) => {
    const start = channels * (Math.floor(y * height) * width + Math.floor(x * width));
    return [...data.subarray(start, start + 3)];
  };
  return { width, height, top: at(0.4, 0.1), left: at(0.2, 0.8), right: at(0.8, 0.8) };
}

const close = (...color: number[]) => color.map((value) => expect.closeTo(value, -1));
const [red, green, blue] = [close(200, 60, 40), close(40, 170, 80), close(30, 60, 190)];

/** A program that writes noise without chance. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
}

describe('A photo of an iPhone', () => {
  test('is recognized by its content, and told from AVIF, which has the same container', () => {
    expect(heifCodec(encodedPhoto)).toBe('HEVC');
    for (const [brands, codec] of [
      [['heix', 'mif1', 'heix'], 'HEVC'],
      [['hevc', 'msf1', 'hevc'], 'HEVC'],
      [['mif1', 'mif1', 'miaf', 'heic'], 'HEVC'],
      [['mif1', 'mif1', 'miaf', 'avif'], 'AV1'],
      [['avif', 'mif1'], 'AV1'],
      [['isom', 'mp42'], null],
      [['qt  ', 'heic'], null],
    ] as const) {
      expect(heifCodec(aHeic({ brands: [...brands] })), brands.join(' ')).toBe(codec);
    }
    expect(heifCodec(Buffer.from('\0\0\0\x18ftyphei'))).toBeNull();
    expect(heifCodec(Buffer.alloc(0))).toBeNull();
  });

  test('is turned by the rotation of its container once, and not by its EXIF', async () => {
    const { content, width, height } = await drawn(aHeic());
    expect([width, height]).toEqual([360, 480]);
    expect(await colorsOf(content)).toEqual({ width: 360, height: 480, top: green, left: red, right: blue });
    const opposite = await drawn(aHeic({ turns: 1 }));
    const { width: turned } = await colorsOf(await sharp(opposite.content).rotate(180).toBuffer());
    expect(turned).toBe(360);
    expect(await colorsOf(await sharp(opposite.content).rotate(180).toBuffer())).toMatchObject({
      ...{ top: green, left: red, right: blue },
    });
    // Its EXIF says that it lies on its side, its container doesn't: other programs show it lying, too.
    expect(await drawn(encodedPhoto)).toMatchObject({ width: 480, height: 360 });
  });

  test('in tiles is put together, cropped to its size, and has the colors of its profile', async () => {
    const { content } = await drawn(aHeic({ columns: 2, rows: 2, width: 901, height: 701 }));
    const { width, height, exif, icc } = await sharp(content).metadata();
    expect({ width, height, exif, icc }).toEqual({
      width: 701,
      height: 901,
      exif: undefined,
      icc: undefined,
    });
    const tile = await sharp(content).extract({ left: 341, top: 0, width: 360, height: 480 }).toBuffer();
    expect(await colorsOf(tile)).toMatchObject({ top: green, left: red, right: blue });
  });

  test('of a sequence or with the brand of the container alone is its primary picture', async () => {
    for (const brands of [
      ['msf1', 'hevc', 'mif1'],
      ['mif1', 'heic'],
    ])
      expect(await drawn(aHeic({ brands }))).toMatchObject({ width: 360, height: 480 });
  });

  test('that is broken or lies about its size is refused, and the next one is read', async () => {
    const whole = aHeic({ columns: 2, rows: 2 });
    const lies = [
      aHeic({ columns: 200, rows: 200, claimed: { width: 480, height: 360 } }),
      aHeic({ width: 60_000, height: 60_000, claimed: { width: 480, height: 360 } }),
      aHeic({ columns: 17, rows: 18, claimed: { width: 480, height: 360 } }),
    ];
    const cut = [16, 28, 200, 600, 1_000].map((length) => whole.subarray(0, length));
    for (const broken of [...lies, ...cut, Buffer.alloc(5_000).fill('\0\0\0\x18ftypheic', 0, 12, 'latin1')])
      expect(await faultOf(broken)).toBe('UNREADABLE');
    // Bytes written over at random: some are read all the same, none takes the process with it for the next.
    const random = noise(7);
    for (let round = 0; round < 20; round++) {
      const damaged = Buffer.from(whole);
      for (let at = 0; at < 12; at++)
        damaged[28 + Math.floor(random() * (damaged.length - 28))] = Math.floor(random() * 256);
      expect([null, 'UNREADABLE', 'TOO_MANY_PIXELS']).toContain(await faultOf(damaged));
    }
    expect(await faultOf(whole)).toBeNull();
  });

  test('becomes a keepsake like any other photo: upright, without its location, in every size', async () => {
    const { subject, editor, viewer, owner } = await aFamily();
    const photo = aHeic({ columns: 2, rows: 2 });
    expect(photo.toString('latin1')).toContain('New Bedford');

    const keepsake = await aKeepsake(editor, subject.id, { content: photo });

    expect(keepsake).toMatchObject({
      kind: 'PHOTO',
      media: { contentType: 'image/jpeg', width: 720, height: 960 },
    });
    const stored = `${subject.id}/${keepsake.id}`;
    for (const content of [
      await contentOf(viewer, keepsake.id),
      await contentOf(owner, `${keepsake.id}?width=480`),
      Buffer.concat(await (await ports.storage.open(stored)).toArray()),
    ]) {
      const { exif, orientation, width, height } = await sharp(content).metadata();
      expect([exif, orientation]).toEqual([undefined, undefined]);
      expect(height).toBeGreaterThan(width);
    }
    expect(await placeholderOf(keepsake.id)).toMatchObject({ format: 'webp', width: 16, height: 21 });
  });

  test('that is broken is refused as a broken JPEG is, and nothing of it is kept', async () => {
    const { subject, editor } = await aFamily();
    const uploadId = await sent(editor, subject.id, aHeic({ columns: 3, rows: 3 }).subarray(0, 1_500));
    expect(await change(editor, 'addKeepsake', { subjectId: subject.id, uploadId })).toMatchObject({
      code: 'UNPROCESSABLE_ENTITY',
      message: 'This photo can’t be read: it is broken, or not whole',
    });
  });
});

/** The few pixels that stand for a picture until it is loaded. */
async function placeholderOf(id: string) {
  let placeholder: string | null = null;
  await until(async () => {
    ({ placeholder } = await db.media.findUniqueOrThrow({ where: { id } }));
    return placeholder !== null;
  });
  return sharp(Buffer.from(placeholder ?? '', 'base64')).metadata();
}
