import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { widths } from '#api/keepsakes/renditions.ts';
import type { Drawn } from '#api/platform/pictures/draw.ts';
import { type PictureRefused, redraw, redrawUpright } from '#api/platform/pictures/pictures.ts';
import { aHeic } from '#tests/support/heic.ts';
import { peakMbOf } from '#tests/support/picture-process.ts';

const small = { shape: 'SQUARE', side: 32, quality: 80 } as const;
const aPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#633' }, limitInputPixels: false });

const faultOf = (picture: Buffer) =>
  redraw(picture, small, crypto.randomUUID()).then(
    () => null,
    (error: PictureRefused) => error.fault,
  );

describe.runIf(process.platform === 'linux')('A large photo', () => {
  test.each([
    ['PNG', () => aPicture(7_200, 7_200).png()],
    ['progressive JPEG', () => aPicture(7_200, 7_200).jpeg({ progressive: true })],
    ['WebP', () => aPicture(5_100, 5_000).webp({ effort: 0 })],
    ['JPEG', () => aPicture(11_000, 10_001).jpeg()],
    ['PNG of 16 bits', () => aPicture(6_000, 6_000).toColourspace('rgb16').png()],
  ] as const)('that would take too much memory as a %s is refused by its header', async (_, huge) => {
    expect(await faultOf(await huge().toBuffer())).toBe('TOO_MANY_PIXELS');
  });

  test('is read up to the limit, also interlaced', async () => {
    const photo = aPicture(7_000, 7_000).toColourspace('b-w').png({ progressive: true });
    expect(await faultOf(await photo.toBuffer())).toBeNull();
  });

  test.each([
    ['baseline', { progressive: false }, [8_064, 6_048]],
    ['progressive', { progressive: true }, [8_064, 6_048]],
    ['full-color progressive', { progressive: true, chromaSubsampling: '4:4:4' }, [8_064, 6_048]],
    ['baseline', { progressive: false }, [12_000, 9_000]],
  ] as const)(
    'in a %s JPEG %j of %j pixels is drawn upright, with bounded memory',
    async (_, options, [width, height]) => {
      const top = { create: { width, height: height / 2, channels: 3 as const, background: '#c31' } };
      const photo = await aPicture(width, height)
        .composite([{ input: top, gravity: 'north' }])
        .withMetadata({ orientation: 6 })
        .jpeg(options)
        .toBuffer();
      let large: Drawn | undefined;
      const peak = await peakMbOf(async () => {
        large = await redrawUpright(photo, 'large');
      });
      expect(peak).toBeGreaterThan(50);
      expect(peak).toBeLessThan(700);
      if (!large) throw new Error('It was not drawn');
      const half = width > 10_000 ? 2 : 1;
      expect(large).toMatchObject({ width: height / half, height: width / half });
      for (const picture of [large.content, await redraw(photo, small, 'small')]) {
        const { data, info } = await sharp(picture).resize(4, 4).raw().toBuffer({ resolveWithObject: true });
        // Lying on its side, its top is at the right.
        const redOf = (x: number) => data[(4 + x) * info.channels] ?? 0;
        expect(redOf(3) - redOf(0)).toBeGreaterThan(20);
      }
      for (const wanted of widths) {
        const rendition = await redraw(large.content, { shape: 'WIDTH', width: wanted, quality: 66 }, 'w');
        expect(await sharp(rendition).metadata()).toMatchObject({ width: wanted });
      }
    },
  );

  test('of much detail is stored so that an export of it can be brought elsewhere', async () => {
    const most = 25 * 1024 * 1024;
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
    const photo = await sharp({
      create: { width: 7_100, height: 7_100, channels: 3, background: '#000', noise },
    })
      .jpeg({ quality: 70 })
      .toBuffer();
    expect((await sharp(photo).jpeg({ quality: 92 }).toBuffer()).length).toBeGreaterThan(most);
    const { content, width } = await redrawUpright(photo, 'detailed');
    expect([width, content.length < most]).toEqual([7_100, true]);
  });

  test('of an iPhone is read up to 51 megapixels, and refused by its header above', async () => {
    expect(await faultOf(aHeic({ columns: 17, rows: 18 }))).toBe('TOO_MANY_PIXELS');
    const peak = await peakMbOf(async () => {
      for (let round = 0; round < 2; round++) {
        const { content } = await redrawUpright(aHeic({ columns: 17, rows: 17 }), 'phone');
        expect((await sharp(content).metadata()).format).toBe('jpeg');
      }
    });
    expect(peak).toBeGreaterThan(50);
    expect(peak).toBeLessThan(900);
  });
});
