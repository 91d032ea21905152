import { log } from '#api/platform/log.ts';
import { eraseFrom, keepIn } from '../outbox.ts';
import { messageOf } from './message.ts';
import type { MailPort } from './port.ts';

const from = 'Evertold <evertold@localhost>';

/**
 * Stores letters as files that only the server's user can read: the default without a mail server. The log names the
 * file, never an address or a link.
 */
export function outboxMail(folder: string): MailPort {
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  };
  let composer: ReturnType<typeof open> | null = null;
  return {
    async send(mail) {
      composer ??= open();
      const { message } = await (await composer).sendMail(messageOf(mail, from));
      const { id, kind, at } = mail;
      const file = await keepIn(folder, { id, kind, at, ending: '.eml', content: message as Buffer });
      log.info({ file }, 'mail is in the outbox');
    },
    eraseBefore: (time) => eraseFrom(folder, time),
    async close() {
      (await composer)?.close();
    },
  };
}
