import { log } from '#api/platform/log.ts';
import { placesHere } from './failure.ts';

const voices = ['debug', 'dir', 'error', 'info', 'log', 'trace', 'warn'] as const;

/**
 * Has this process write nothing but our own log: a library's word to the console, a warning of Node's and the
 * error that ends the process may all quote somebody, and are told by where they come from alone.
 */
export function keepQuiet() {
  for (const voice of voices)
    console[voice] = () => log.warn({ at: placesHere().slice(0, 5) }, 'a library spoke');
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ error: warning }, 'a warning'));
  process.on('uncaughtException', (error) => {
    log.fatal({ error }, 'nobody caught this');
    process.exit(1);
  });
}
