import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './port.ts';

/** A letter for the mail library. Its Message-ID is derived from the notice, so that repeats are recognised. */
export function messageOf(mail: Mail, from: string): SendMailOptions {
  const host = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    // An object, because a string would be parsed as a list of addresses.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    date: mail.at,
    messageId: `<${mail.id}@${host}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      // RFC 2369 and RFC 8058: mail programs show a button of their own.
      ...(mail.unsubscribeUrl && {
        'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}
