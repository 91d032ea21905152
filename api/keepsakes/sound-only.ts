import { buffer } from 'node:stream/consumers';
import { CustomSource, Input, MP4 } from 'mediabunny';
import { ports } from '#api/adapters/ports.ts';

/** The most bytes that are read of a file to find its tracks. */
const mostBytes = 16 * 1024 * 1024;

/**
 * Whether a stored MP4 has sound and no picture. The recorders of many phones make such files, whose first bytes are
 * those of a film. False for a broken file.
 */
export async function isSoundOnly(key: string, size: number): Promise<boolean> {
  let left = mostBytes;
  const source = new CustomSource({
    getSize: () => size,
    async read(start, end) {
      left -= end - start;
      if (left < 0) throw new Error('The description of the tracks is too large');
      return buffer(await ports.storage.open(key, { first: start, last: end - 1 }));
    },
    handleUnhandledError: () => {},
  });
  const input = new Input({ source, formats: [MP4] });
  try {
    return !(await input.getPrimaryVideoTrack()) && !!(await input.getPrimaryAudioTrack());
  } catch {
    return false;
  } finally {
    input.dispose();
  }
}
