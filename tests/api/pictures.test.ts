import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { widths } from '#api/keepsakes/renditions.ts';
import { PictureRefused, PicturesBusy, redraw, redrawUpright } from '#api/platform/pictures/pictures.ts';
import { aPerson, type Person, signIn } from '#tests/support/person.ts';
import { server, useServer } from '#tests/support/world.ts';

useServer();

const small = { shape: 'SQUARE', side: 32, quality: 80 } as const;
const aPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#633' }, limitInputPixels: false });
/** A small file that unpacks to so many pixels, in grey because looking for a palette takes seconds. */
const interlaced = (side: number) =>
  aPicture(side, side).toColourspace('b-w').png({ progressive: true }).toBuffer();

const send = (picture: Buffer, { cookie }: Person) =>
  fetch(`${server().url}/media/photo`, {
    method: 'PUT',
    headers: { origin: server().config.publicUrl, ...(cookie && { cookie }) },
    body: new Uint8Array(picture),
  });

describe('A picture', () => {
  test('is refused by its header where its pixels would take too much memory, however small its file', {
    timeout: 300_000,
  }, async () => {
    const faultOf = (picture: Buffer) =>
      redraw(picture, small, crypto.randomUUID()).then(
        () => null,
        (error: PictureRefused) => error.fault,
      );
    const bomb = await interlaced(7_200);
    expect(bomb.length).toBeLessThan(500_000);
    expect(await faultOf(bomb)).toBe('TOO_MANY_PIXELS');
    for (const huge of [
      aPicture(7_200, 7_200).png(),
      aPicture(7_200, 7_200).jpeg({ progressive: true }),
      aPicture(5_100, 5_000).webp({ effort: 0 }),
      aPicture(11_000, 10_001).jpeg(),
      aPicture(6_000, 6_000).toColourspace('rgb16').png(),
    ])
      expect(await faultOf(await huge.toBuffer())).toBe('TOO_MANY_PIXELS');
    expect(await faultOf(await interlaced(7_000))).toBeNull();
    expect(await faultOf(Buffer.from('no picture'))).toBe('UNREADABLE');
  });

  test.each([
    ['baseline', { progressive: false }, [8_064, 6_048]],
    ['progressive', { progressive: true }, [8_064, 6_048]],
    [
      'progressive, without subsampled colors,',
      { progressive: true, chromaSubsampling: '4:4:4' },
      [8_064, 6_048],
    ],
    ['baseline', { progressive: false }, [12_000, 9_000]],
  ] as const)(
    'in a %s JPEG %j of %j pixels is drawn upright, with bounded memory',
    { timeout: 240_000 },
    async (_, options, [width, height]) => {
      const top = { create: { width, height: height / 2, channels: 3 as const, background: '#c31' } };
      const photo = await aPicture(width, height)
        .composite([{ input: top, gravity: 'north' }])
        .withMetadata({ orientation: 6 })
        .jpeg(options)
        .toBuffer();
      const large = await redrawUpright(photo, 'large');
      const half = width > 10_000 ? 2 : 1;
      expect(large).toMatchObject({ width: height / half, height: width / half });
      for (const picture of [large.content, await redraw(photo, small, 'small')]) {
        const { data, info } = await sharp(picture).resize(4, 4).raw().toBuffer({ resolveWithObject: true });
        // Lying on its side, its top is at the right.
        const redOf = (x: number) => data[(4 + x) * info.channels] ?? 0;
        expect(redOf(3) - redOf(0)).toBeGreaterThan(20);
      }
      for (const wanted of widths)
        expect(
          await sharp(
            await redraw(large.content, { shape: 'WIDTH', width: wanted, quality: 66 }, 'w'),
          ).metadata(),
        ).toMatchObject({ width: wanted });
      const peaks = readdirSync('/proc')
        .filter((pid) => /^\d+$/.test(pid) && isOurs(pid))
        .map((pid) => /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
      for (const peak of peaks) expect(Number(peak) / 1024).toBeLessThan(700);
    },
  );

  test('of much detail is stored so that an export of it can be brought elsewhere', {
    timeout: 240_000,
  }, async () => {
    const most = 25 * 1024 * 1024;
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 45 };
    const photo = await sharp({
      create: { width: 7_000, height: 7_000, channels: 3, background: '#000', noise },
    })
      .jpeg({ quality: 60 })
      .toBuffer();
    expect((await sharp(photo).jpeg({ quality: 92 }).toBuffer()).length).toBeGreaterThan(most);
    const { content, width } = await redrawUpright(photo, 'detailed');
    expect([width, content.length < most]).toEqual([7_000, true]);
  });

  test('takes none of the server’s memory, and nobody who signs in waits for it', async () => {
    const [anna, other] = [await aPerson(), await aPerson()];
    await redraw(await interlaced(100), small, 'warm');
    const huge = await interlaced(7_200);
    const large = await aPicture(5_000, 5_000).png().toBuffer();
    const before = process.memoryUsage().rss;
    const sent = [huge, huge, large, large].map((picture) => send(picture, anna));
    const begun = performance.now();
    await signIn(other.email);
    expect(performance.now() - begun).toBeLessThan(3_000);
    const answers = await Promise.all(sent);
    const statuses = answers.map(({ status }) => status);
    for (const status of statuses) expect([200, 415, 429]).toContain(status);
    expect(statuses.filter((status) => status === 415).length).toBeGreaterThan(0);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });

  test('waits for its turn: one at a time, one of each person beside the one at work, and eight in all', async () => {
    const picture = await aPicture(4_000, 4_000).png().toBuffer();
    const drawing = (whose: string) =>
      redraw(picture, small, whose).then(
        () => 'drawn',
        (error) => (error instanceof PicturesBusy ? 'busy' : 'failed'),
      );
    const all = [...['a', 'a', 'a'], ...Array.from({ length: 9 }, (_, at) => `other ${at}`)];
    const outcomes = await Promise.all(all.map(drawing));
    expect(outcomes.slice(0, 3)).toEqual(['drawn', 'drawn', 'busy']);
    expect(outcomes.slice(3).filter((outcome) => outcome === 'drawn')).toHaveLength(7);
  });

  test.runIf(process.platform === 'linux')(
    'is read with bounded memory, and by a process that knows nothing of ours',
    async () => {
      await redraw(await interlaced(100), small, 'warm');
      const own = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && isOurs(pid));
      expect(own).toHaveLength(1);
      expect(readFileSync(`/proc/${own[0]}/limits`, 'utf8')).toMatch(
        /Max data size\s+1228800000\s+1228800000/,
      );
      const names = readFileSync(`/proc/${own[0]}/environ`, 'utf8').split('\0');
      const known =
        /^(VIPS_CONCURRENCY|UV_THREADPOOL_SIZE|MALLOC_ARENA_MAX|NODE_CHANNEL_\w+|PWD|_|OLDPWD|SHLVL)=|^$/;
      expect(names.filter((name) => !known.test(name))).toEqual([]);

      // One that dies of what it reads takes nothing with it: the next is read by another.
      const dying = redraw(await aPicture(5_000, 5_000).png().toBuffer(), small, 'a').catch((error) => error);
      process.kill(Number(own[0]), 'SIGKILL');
      expect(await dying).toBeInstanceOf(PictureRefused);
      expect(await redraw(await interlaced(100), small, 'b')).toBeInstanceOf(Buffer);
    },
  );
});

function isOurs(pid: string): boolean {
  try {
    const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return (
      Number(parent) === process.pid &&
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('picture-process')
    );
  } catch {
    return false;
  }
}
