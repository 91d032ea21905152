import type { StateTone } from '#web/ui/Notice.tsx';
import type { GivenGiftFragment } from './gift.graphql.ts';

/** For example "25 December 2026". */
export function dateInWords(day: string | null, locale = 'en-GB'): string {
  if (!day) return '';
  // A date without a time must not shift with the time zone.
  const timeZone = day.length === 10 ? { timeZone: 'UTC' } : {};
  return new Date(day).toLocaleDateString(locale, { dateStyle: 'long', ...timeZone });
}

/** The state of a gift in words, with the tone of its mark. */
export function stateInWords(gift: GivenGiftFragment): { tone: StateTone; open?: boolean; words: string } {
  const day = dateInWords(gift.deliverOn);
  switch (gift.status) {
    case 'DRAFT':
      return { tone: 'off', open: true, words: 'Draft, not given yet' };
    case 'SCHEDULED':
      return { tone: 'pencil', open: true, words: `${arrives[gift.way]} on ${day}` };
    case 'DELIVERED':
      if (gift.undelivered) return { tone: 'error', words: failed[gift.way] };
      return {
        tone: 'pencil',
        words: `${arrived[gift.way]} on ${day}${gift.remindedAt ? `, reminded on ${dateInWords(gift.remindedAt)}` : ''}, not opened yet`,
      };
    case 'REDEEMED':
      return { tone: 'ok', words: `Opened on ${dateInWords(gift.redeemedAt)}` };
    case 'CANCELLED':
      return { tone: 'off', words: 'Cancelled' };
    default:
      return { tone: 'off', words: 'Not opened within a year' };
  }
}

const arrives = { LETTER: 'Will be emailed', TEXT: 'Will be texted', CARD: 'Card for you to hand over' };
const arrived = { LETTER: 'Emailed', TEXT: 'Texted', CARD: 'Card for you to hand over' };
const failed = {
  LETTER:
    'The email couldn’t be delivered, or the person doesn’t want invitations and gifts by email. Print the card instead.',
  TEXT: 'The text couldn’t be delivered. Print the card instead.',
  CARD: '',
};

const kinshipOrTitle =
  /^(?:(?:great|grand|step)-?)*(?:aunt(?:ie|y)?|uncle|cousin|sister|brother|mother|father|mom|mum|mama|dad|papa|ma|pa|gran|granny|grammy|nana?|nanna|grandma|grandpa|granddad|grandad|oma|opa|tante|onkel|t[ií][ao]|abuel[ao]|nonn[ao]|av[óô]|mr|mrs|ms|miss|mx|dr|prof|professor|rev|reverend|sir|lady|the)\.?$/i;

/** The first name, for button labels; the whole name of “Aunt Lourdes” or “Dr. Pires”. */
export function firstName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/);
  return kinshipOrTitle.test(first) ? [first, ...others].join(' ') : first;
}

/** The path of the gift page for a pasted link or typed code, or null when it is neither. */
export function giftPathIn(typed: string): string | null {
  const inLink = /\/gift\/([A-Za-z0-9-]{16,30})/.exec(typed)?.[1];
  const code = (inLink ?? typed).replace(/[\s-]/g, '').toUpperCase();
  return /^[0-9A-Z]{16}$/.test(code) ? `/gift/${(code.match(/.{4}/g) ?? []).join('-')}/` : null;
}
