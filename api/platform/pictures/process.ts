import { setPriority } from 'node:os';
import { type Drawn, draw, type Fault, type Wanted } from './draw.ts';

export type Assigned = { content: Uint8Array; wanted: Wanted };
export type Said = { drawn: Drawn } | { fault: Fault };

/** Draws pictures in this process, one after another, as they are assigned; ends with whoever started it. */
export function servePictures() {
  // Whoever signs in or reads meanwhile comes first.
  setPriority(10);
  process.on('disconnect', () => process.exit());
  process.on('message', async ({ content, wanted }: Assigned) => {
    const drawn = await draw(content, wanted);
    process.send?.((typeof drawn === 'string' ? { fault: drawn } : { drawn }) satisfies Said);
  });
}
