import type { ConsentKind, ConsentVia } from '#web/app/generated/schema-types.ts';

/** The kinds of consent, in the order in which they are asked. */
export const consentKinds: readonly ConsentKind[] = ['CALLS', 'SMS', 'RECORDING', 'AI_WRITING', 'SHARING'];

export const consentTitles: Record<ConsentKind, string> = {
  CALLS: 'Calls',
  SMS: 'Text messages',
  RECORDING: 'Recording',
  AI_WRITING: 'Writing with the help of AI',
  SHARING: 'Sharing with family',
};

/** The consequence of withdrawing each consent, shown before it is withdrawn. */
export const withoutConsent: Record<ConsentKind, string> = {
  CALLS: 'We won’t call.',
  SMS: 'We won’t text any more, except for one text that confirms it.',
  RECORDING: 'No sound is kept, and what was kept is erased. The words stay.',
  AI_WRITING: 'No story is written any more, and no language model sees the words.',
  SHARING: 'Nobody else reads anything that was said.',
};

/** How the consent was given or withdrawn. */
export const consentWays: Record<ConsentVia, string> = {
  WEB: 'on a screen',
  SMS: 'by text',
  VOICE: 'on a call',
};

/** Formats a date as "15 September 2026". */
export function dayOfConsent(at: string): string {
  return new Date(at).toLocaleDateString('en-GB', { dateStyle: 'long' });
}

/** Formats a number as it is read aloud: (508) 555-0142 in North America, otherwise as it is dialled. */
export function phoneInWords(phone: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone) ?? [];
  return area ? `(${area}) ${exchange}-${line}` : phone;
}
