import { setPriority } from 'node:os';
import { type Drawn, draw, type Fault, type PictureSize } from './draw.ts';

export type Assigned = { content: Uint8Array; wanted: PictureSize };
export type PictureAnswer = { drawn: Drawn } | { fault: Fault };

/** Redraws the pictures assigned to this process, one after another; ends with its parent. */
export function servePictures() {
  // Lower priority than the server's requests.
  setPriority(10);
  process.on('disconnect', () => process.exit());
  process.on('message', async ({ content, wanted }: Assigned) => {
    const drawn = await draw(content, wanted);
    process.send?.((typeof drawn === 'string' ? { fault: drawn } : { drawn }) satisfies PictureAnswer);
  });
}
