import { readFileSync } from 'node:fs';
import { root } from '#api/platform/root.ts';

/** Which Evertold this is. */
export const { version }: { version: string } = JSON.parse(
  readFileSync(new URL('package.json', root), 'utf8'),
);
