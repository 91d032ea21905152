import { setPriority } from 'node:os';
import { type Drawn, draw, type Fault, type PictureSize } from './draw.ts';

export type Assigned = { content: Uint8Array; wanted: PictureSize };
/** A process that is full still has the memory of its picture, and would lack it for the next large one. */
export type PictureAnswer = ({ drawn: Drawn } | { fault: Fault }) & { isFull: boolean };

const fullBytes = 300 * 1024 * 1024;

/** Redraws the pictures assigned to this process, one after another; ends with its parent. */
export function servePictures() {
  // Lower priority than the server's requests.
  setPriority(10);
  process.on('disconnect', () => process.exit());
  process.on('message', async ({ content, wanted }: Assigned) => {
    const drawn = await draw(content, wanted);
    const isFull = process.memoryUsage.rss() > fullBytes;
    const answer = typeof drawn === 'string' ? { fault: drawn } : { drawn };
    process.send?.({ ...answer, isFull } satisfies PictureAnswer);
  });
}
