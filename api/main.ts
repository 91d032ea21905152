import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { root } from './platform/root.ts';

// Compiled code is cached from start to start; where the folder can't be written, a start takes a little longer.
enableCompileCache(fileURLToPath(new URL('node_modules/.cache/compiled', root)));

// Imported only now, because the cache holds only what is loaded after it was enabled.
const { runApplication } = await import('./application.ts');
await runApplication();
