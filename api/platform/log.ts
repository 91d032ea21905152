import { type Logger, pino } from 'pino';

/**
 * Structured log lines. They carry ids, counts and codes, never what somebody said, a name, an address,
 * a phone number or a token.
 */
export let log: Logger = pino({ level: 'silent' });

/** Sets the level once the configuration is read. */
export function openLog(level: string): Logger {
  log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  return log;
}
