import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { PictureRefused, PicturesBusy, redraw } from '#api/platform/pictures/pictures.ts';
import { aPerson, type Person, signIn } from '#tests/support/person.ts';
import { pictureProcesses } from '#tests/support/picture-process.ts';
import { server, useServer } from '#tests/support/world.ts';

useServer();

const small = { shape: 'SQUARE', side: 32, quality: 80 } as const;
const aPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#633' }, limitInputPixels: false });
/** A small file that unpacks to so many pixels, in grey because looking for a palette takes seconds. */
const interlaced = (side: number) =>
  aPicture(side, side).toColourspace('b-w').png({ progressive: true }).toBuffer();

/** A JPEG whose header says that it has another size. */
function claiming(jpeg: Buffer, width: number, height: number): Buffer {
  const frame = Math.max(jpeg.indexOf('ffc0', 0, 'hex'), jpeg.indexOf('ffc2', 0, 'hex'));
  const changed = Buffer.from(jpeg);
  changed.writeUInt16BE(height, frame + 5);
  changed.writeUInt16BE(width, frame + 7);
  return changed;
}

const send = (picture: Buffer, { cookie }: Person) =>
  fetch(`${server().url}/media/photo`, {
    method: 'PUT',
    headers: { origin: server().config.publicUrl, ...(cookie && { cookie }) },
    body: new Uint8Array(picture),
  });

describe('A picture', () => {
  test('is refused by its header where its pixels would take too much memory, however small its file', async () => {
    const faultOf = (picture: Buffer) =>
      redraw(picture, small, crypto.randomUUID()).then(
        () => null,
        (error: PictureRefused) => error.fault,
      );
    const bomb = await interlaced(7_200);
    expect(bomb.length).toBeLessThan(500_000);
    expect(await faultOf(bomb)).toBe('TOO_MANY_PIXELS');
    const claims: [object, number, number][] = [
      [{ progressive: false }, 11_000, 10_001],
      [{ progressive: true }, 8_000, 8_000],
    ];
    for (const [options, width, height] of claims) {
      const jpeg = await aPicture(64, 64).jpeg(options).toBuffer();
      expect(await faultOf(claiming(jpeg, width, height))).toBe('TOO_MANY_PIXELS');
    }
    expect(await faultOf(await aPicture(5_100, 5_000).webp({ effort: 0 }).toBuffer())).toBe(
      'TOO_MANY_PIXELS',
    );
    expect(await faultOf(Buffer.from('no picture'))).toBe('UNREADABLE');
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
      const own = pictureProcesses();
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
