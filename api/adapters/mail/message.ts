import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './port.ts';

/** A letter as the mail library takes it. Its Message-ID follows from the notice, so that a repeat is known. */
export function messageOf(mail: Mail, from: string): SendMailOptions {
  const host = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    // As an object: a string would be read as a list of addresses.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    date: mail.at,
    messageId: `<${mail.id}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  };
}
