import { z } from 'zod';
import { digitsOf } from '#api/platform/domain-values/one-time-code.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import type { GiftGiven } from './mails/gifts.ts';
import { isPlainName } from './plain-names.ts';

export const PhoneCode = z.object({
  codeId: z.uuid(),
  purpose: z.enum(['SIGN_IN', 'CHANGE', 'OPT_IN', 'SUBJECT', 'CONSENT', 'CALL']),
  /** For SUBJECT: the subject's name. */
  subjectName: z.string().optional(),
});

const purposes = {
  SIGN_IN: 'to sign in',
  CHANGE: 'to confirm your phone',
  OPT_IN: 'to agree to text messages',
  SUBJECT: 'to have the book about you as your own',
  CONSENT: 'to agree to what you were shown about your life stories',
  CALL: 'to say on the phone that it is you who calls',
};

/** The six digits without anything that helps a stranger. The last line lets phones fill in the code. */
export function phoneCode({ codeId, purpose, subjectName }: z.output<typeof PhoneCode>): string {
  const digits = digitsOf(codeId);
  const purposeInWords =
    purpose === 'SUBJECT' && subjectName && isPlainName(subjectName)
      ? `to have ${subjectName}’s book as your own. It is for ${subjectName} alone`
      : purposes[purpose];
  const caution = purpose === 'CALL' ? 'Say it only if you called us yourself.' : 'We never ask you for it.';
  return [
    `${digits} is your Evertold code ${purposeInWords}. It works for 5 minutes. ${caution} Not you? Do nothing.`,
    '',
    `@${new URL(publicUrl()).hostname} #${digits}`,
  ].join('\n');
}

export const Nothing = z.object({});

/** To a person who agreed to texts; always sent, at once. */
export function textsAgreed(): string {
  return 'Evertold: you agreed to text messages about your life stories, usually 2 to 10 a week. Msg & data rates may apply. Reply HELP for help, STOP to stop.';
}

/** The last text, to a person who replied STOP. */
export function textsStopped(): string {
  return 'Evertold: you are stopped, and no more texts will come. Reply START to begin again. Your stories stay where they are.';
}

/** To a person who withdrew a consent other than texts. */
export function textsTakenBack(): string {
  return 'Evertold: it is taken back as you said, from now on. Reply STOP to end texts too, HELP for help.';
}

/** To a person who asked for help. */
export function textsHelp(): string {
  return `Evertold keeps a family’s stories: a computer that asks, listens and writes. Help: ${publicUrl()}/about. Msg & data rates may apply. Reply STOP to stop.`;
}

/** To a person who replied yes without a question. */
export function textsNotAsked(): string {
  return `Evertold: we have not asked you anything, so nothing was changed. To agree to texts, go to ${publicUrl()}/sms-opt-in/. Reply HELP for help.`;
}

/** To an unknown phone. */
export function whatWeAre(): string {
  return 'This is Evertold, a computer that keeps a family’s stories. We only text people who agreed to it, so nothing was done with your message. Reply HELP for help.';
}

/** The subjects that a text may be for, in the order in which they are offered. */
export const WhoseToAsk = z.object({
  subjects: z.array(z.object({ id: z.uuid(), subjectName: z.string() })).min(2),
});

/** To a phone that several subjects share, before its message is added to one of them. */
export function whoseStory({ subjects }: z.output<typeof WhoseToAsk>): string {
  const choices = subjects.map(({ subjectName }, at) => {
    const name = isPlainName(subjectName) ? subjectName : `book ${at + 1}`;
    return `${at + 1} for ${name}`;
  });
  return `Evertold: thank you. Whose story is this? Reply ${choices.join(', ')}. Until then it is kept here and added to nobody’s.`;
}

export const AskForTexts = z.object({
  subjectName: z.string(),
  askedBy: z.string(),
  wording: z.string(),
});

/** The only text that asks for consent: who asks for what, in the exact wording that a yes agrees to. */
export function askForTexts({ subjectName, askedBy, wording }: z.output<typeof AskForTexts>): string {
  const whose = isPlainName(askedBy) ? askedBy : 'Somebody of your family';
  return [
    `Hello${isPlainName(subjectName) ? ` ${subjectName}` : ''}, this is Evertold, a computer that keeps a family’s stories. ${whose} gave us this number. May we text you? You agree to this by replying YES:`,
    wording,
    `Terms: ${publicUrl()}/tos Privacy: ${publicUrl()}/privacy`,
    'Without an answer nothing more comes.',
  ].join('\n\n');
}

/** To the recipient of a gift, on its day. */
export function giftText({ recipientName, giverName, message, url }: z.output<typeof GiftGiven>): string {
  return [
    `Hello ${recipientName}, this is Evertold, a computer that keeps a family’s stories. ${giverName} is giving you Evertold, a book of your own stories. Open your gift: ${url}`,
    ...(message ? [message] : []),
    'This is the only text about it. Msg & data rates may apply. Reply STOP to get no texts, HELP for help.',
  ].join('\n\n');
}
