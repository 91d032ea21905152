import { messageOf } from './message.ts';
import { type MailPort, MailRefused } from './port.ts';

/** Sends letters through a mail server over a few open connections. */
export function smtpMail({ url, from }: { url: string; from: string }): MailPort {
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      ...connection(url),
      pool: true,
      maxConnections: 4,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
    });
  };
  let transport: ReturnType<typeof open> | null = null;
  return {
    async send(mail) {
      try {
        transport ??= open();
        await (await transport).sendMail(messageOf(mail, from));
      } catch (error) {
        throw isRefusal(error) ? new MailRefused(`The mail server refused it: ${error.responseCode}`) : error;
      }
    },
    async eraseBefore() {
      // Sent letters are not stored here.
    },
    async close() {
      (await transport)?.close();
    },
  };
}

function connection(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  return {
    host: hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  };
}

/** A 5xx for the recipient or the letter is final. One for the sender is a configuration error and can be fixed. */
function isRefusal(error: unknown): error is { responseCode: number } {
  const { command = '', responseCode = 0 } = error as { command?: string; responseCode?: number };
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
}
