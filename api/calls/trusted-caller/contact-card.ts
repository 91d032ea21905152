import { ports } from '#api/adapters/ports.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';

export const contactCardPath = '/contact.vcf';

/** The number that places and takes calls, with its contact card; null when no phone service is set up. */
export function trustedCaller() {
  const { dials, number } = ports.telephony;
  if (!dials || !number) return null;
  return { number, contactCard: contactCard(number, null), contactCardPath };
}

/** A vCard that makes a phone show Evertold as the caller. */
export function contactCard(number: string, picture: Buffer | null): string {
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:Evertold;;;;',
    'FN:Evertold',
    `TEL;TYPE=VOICE:${number}`,
    `URL:${publicUrl()}`,
    ...(picture ? [`PHOTO;ENCODING=b;TYPE=PNG:${picture.toString('base64')}`] : []),
    'END:VCARD',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

/** Folds a vCard line at 75 characters; a continuation starts with a space. */
function folded(line: string): string {
  const [first = '', ...others] = line.match(/.{1,74}/g) ?? [];
  return [first, ...others.map((part) => ` ${part}`)].join('\r\n');
}
