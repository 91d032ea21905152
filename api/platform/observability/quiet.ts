import { log } from '#api/platform/log.ts';
import { placesHere } from './failure.ts';

const methods = ['debug', 'dir', 'error', 'info', 'log', 'trace', 'warn'] as const;

/**
 * Replaces console output, Node's warnings and uncaught errors by log lines, because their texts may quote a person;
 * only their position is logged.
 */
export function keepQuiet() {
  for (const method of methods)
    console[method] = () => log.warn({ at: placesHere().slice(0, 5) }, 'a library wrote to the console');
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ error: warning }, 'a warning'));
  process.on('uncaughtException', (error) => {
    log.fatal({ error }, 'an uncaught error');
    process.exit(1);
  });
}
