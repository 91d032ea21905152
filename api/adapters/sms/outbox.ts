import { log } from '#api/platform/log.ts';
import { eraseFrom, keepIn } from '../outbox.ts';
import { longestSms, type SmsPort, SmsRefused } from './port.ts';

/**
 * Keeps texts as files that only the server's user may read: the default where no carrier is set. The log names
 * the file, never a phone or a code.
 */
export function outboxSms(folder: string): SmsPort {
  return {
    isConnected: false,
    async send({ id, kind, at, to, text }) {
      if (text.length > longestSms) throw new SmsRefused('The text is too long');
      const content = `To: ${to}\nDate: ${at.toISOString()}\n\n${text}\n`;
      const file = await keepIn(folder, { id, kind, at, ending: '.sms', content });
      log.info({ file }, 'a text is in the outbox');
    },
    // There is no carrier that could ask anything.
    isCarriers: () => false,
    async fetchMedia() {
      throw new SmsRefused('No carrier is set up');
    },
    eraseBefore: (time) => eraseFrom(folder, time),
  };
}
