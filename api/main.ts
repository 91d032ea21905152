import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { root } from './platform/root.ts';

// What the engine made of the code is kept from start to start; where it can't be written, a start takes a little longer.
enableCompileCache(fileURLToPath(new URL('node_modules/.cache/compiled', root)));

await import('./serve.ts');
