import { readFileSync } from 'node:fs';
import { root } from '#api/platform/root.ts';

/** The version of this Evertold. */
export const { version }: { version: string } = JSON.parse(
  readFileSync(new URL('package.json', root), 'utf8'),
);
