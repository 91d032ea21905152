import { log } from '#api/platform/log.ts';
import { eraseFrom, keepIn } from '../outbox.ts';
import { longestSms, type SmsPort, SmsRefused } from './port.ts';

/**
 * Stores texts as files that only the server's user can read: the default without a carrier. The log names the file,
 * never a phone or a code.
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
    // Without a carrier, no request is genuine.
    isCarriers: () => false,
    async fetchMedia() {
      throw new SmsRefused('No carrier is set up');
    },
    eraseBefore: (time) => eraseFrom(folder, time),
  };
}
