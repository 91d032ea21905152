import { readFileSync } from 'node:fs';

/** Which Evertold this is. */
export const { version }: { version: string } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
);
