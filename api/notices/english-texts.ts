import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import { isPlainName } from './plain-names.ts';
import type { TextWords } from './text-words.ts';

const purposes = {
  SIGN_IN: 'to sign in',
  CHANGE: 'to confirm your phone',
  OPT_IN: 'to agree to text messages',
  SUBJECT: 'to have the book about you as your own',
  CONSENT: 'to agree to what you were shown about your life stories',
  CALL: 'to say on the phone that it is you who calls',
};

/** The texts in English. */
export const englishTexts: TextWords = {
  code({ digits, purpose, subjectName }) {
    const purposeInWords =
      purpose === 'SUBJECT' && subjectName && isPlainName(subjectName)
        ? `to have ${subjectName}’s book as your own. It is for ${subjectName} alone`
        : purposes[purpose];
    const caution =
      purpose === 'CALL' ? 'Say it only if you called us yourself.' : 'We never ask you for it.';
    return `${digits} is your Evertold code ${purposeInWords}. It works for 5 minutes. ${caution} Not you? Do nothing.`;
  },
  agreed: () =>
    'Evertold: you agreed to text messages about your life stories, usually 2 to 10 a week. Msg & data rates may apply. Reply HELP for help, STOP to stop.',
  contactCard: (url) =>
    url
      ? `Our contact card: ${url} Save it, and your phone shows that Evertold calls.`
      : 'Our contact card is attached: save it, and your phone shows that Evertold calls.',
  stopped: () =>
    'Evertold: you are stopped, and no more texts will come. Reply START to begin again. Your stories stay where they are.',
  takenBack: () =>
    'Evertold: it is taken back as you said, from now on. Reply STOP to end texts too, HELP for help.',
  help: () =>
    `Evertold keeps a family's stories: a computer that asks, listens and writes. Help: ${publicUrl()}/about. Msg & data rates may apply. Reply STOP to stop.`,
  notAsked: () =>
    `Evertold: we have not asked you anything, so nothing was changed. To agree to texts, go to ${publicUrl()}/sms-opt-in/. Reply HELP for help.`,
  whatWeAre: () =>
    "This is Evertold, a computer that keeps a family's stories. We only text people who agreed to it, so nothing was done with your message. Reply HELP for help.",
  whoseStory(choices) {
    const replies = choices.map(({ number, name }) => `${number} for ${name ?? `book ${number}`}`);
    return `Evertold: thank you. Whose story is this? Reply ${replies.join(', ')}. Until then it is kept here and added to nobody’s.`;
  },
  ask: ({ subjectName, askedBy, wording }) => [
    `Hello${subjectName ? ` ${subjectName}` : ''}, this is Evertold, a computer that keeps a family’s stories. ${askedBy ?? 'Somebody of your family'} gave us this number. May we text you? You agree to this by replying YES:`,
    wording,
    `Terms: ${publicUrl()}/tos Privacy: ${publicUrl()}/privacy`,
    'Without an answer nothing more comes.',
  ],
  gift: ({ recipientName, giverName, message, url }) => [
    `Hello ${recipientName}, this is Evertold, a computer that keeps a family’s stories. ${giverName} is giving you Evertold, a book of your own stories. Open your gift: ${url}`,
    ...(message ? [message] : []),
    'Only one reminder follows, two weeks later. Msg & data rates may apply. Reply STOP to get no texts, HELP for help.',
  ],
  giftReminder: ({ recipientName, giverName, url }) => [
    `Hello ${recipientName}, this is Evertold, a computer that keeps a family’s stories. Two weeks ago ${giverName} gave you Evertold, a book of your own stories. It’s still here for you. Open your gift: ${url}`,
    'This is our only reminder. Reply STOP to get no texts, HELP for help.',
  ],
  callTomorrow({ subjectName, callerName, number, time }) {
    const forWhom = callerName ? ` for ${callerName}` : '';
    return `Hello ${subjectName}, this is Evertold, a computer. I’ll call you tomorrow at ${time}${forWhom}, from ${number}. Reply STOP to get no texts, HELP for help.`;
  },
};
