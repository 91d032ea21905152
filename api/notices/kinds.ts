import type { z } from 'zod';
import type { Language } from '#api/language/languages.ts';
import type { Hours } from '#api/platform/domain-values/time-zone.ts';
import { CallToAnnounce, callTomorrow, plannedCall } from './calls.ts';
import { GiftToTell, giftNow } from './gifts.ts';
import { outermostHours } from './hours.ts';
import {
  AccountChanged,
  AlreadyRegistered,
  accountChanged,
  alreadyRegistered,
  ChangeEmail,
  changeEmail,
  DeleteAccount,
  deleteAccount,
  PhoneChanged,
  phoneChanged,
  ResetPassword,
  resetPassword,
  VerifyEmail,
  verifyEmail,
  verifyNewEmail,
  WebhookOff,
  webhookOff,
} from './mails/accounts.ts';
import {
  BookClaimed,
  bookClaimed,
  CallerUnconfirmed,
  CallMissed,
  CallsStopped,
  CodeWordChanged,
  ConsentChanged,
  callerUnconfirmed,
  callMissed,
  callsStopped,
  codeWordChanged,
  consentChanged,
  EnterBook,
  enterAsUsual,
  enterBook,
  Invitation,
  invitation,
  newRemarks,
  newStory,
  StoryDeletedByPhone,
  storyDeletedByPhone,
  Wellbeing,
  wellbeing,
} from './mails/family.ts';
import { gift, giftReminder } from './mails/gifts.ts';
import {
  AccountDeleted,
  accountDeleted,
  BookBrought,
  BookDeleted,
  BookHandedOver,
  bookBrought,
  bookDeleted,
  bookHandedOver,
  EmailChanged,
  EmailChangeUndone,
  ExportReady,
  emailChanged,
  emailChangeUndone,
  exportReady,
  OwnerIsHere,
  OwnerSaidDead,
  ownerIsHere,
  ownerSaidDead,
  SuccessorEnded,
  SuccessorNamed,
  successorEnded,
  successorNamed,
} from './mails/leaving.ts';
import type { Letter } from './mails/letter.ts';
import * as spanishAccounts from './mails/spanish/accounts.ts';
import * as spanishFamily from './mails/spanish/family.ts';
import * as spanishGifts from './mails/spanish/gifts.ts';
import * as spanishLeaving from './mails/spanish/leaving.ts';
import { withPlainNames } from './plain-names.ts';
import { RemarksToTell, remarksNow } from './remarks.ts';
import { Said, saidNow, saidText } from './said.ts';
import { StoriesToTell, storiesNow } from './stories.ts';
import type { ReplyWords } from './text-words.ts';
import {
  AskForTexts,
  askForTexts,
  giftReminderText,
  giftText,
  LanguageAlone,
  LanguageOfReply,
  PhoneCode,
  phoneCode,
  replyWords,
  WhoseToAsk,
  whoseStory,
} from './texts.ts';
import { unsubscribeUrlFor, wantsNoLetters } from './unsubscribing.ts';

/** Priority of waiting notices: 'first' for those a user waits for, 'last' for those that are as good an hour later. */
const priorities = { first: 1, usual: 0, last: -1 };
type Priority = keyof typeof priorities;

/** The letters in Spanish. */
const es = { ...spanishAccounts, ...spanishFamily, ...spanishGifts, ...spanishLeaving };

/** Every kind of letter: its data schema, and its template in every language. */
export const kinds = {
  'verify-email': kind(VerifyEmail, { en: verifyEmail, es: es.verifyEmail }, { turn: 'first' }),
  'verify-new-email': kind(VerifyEmail, { en: verifyNewEmail, es: es.verifyNewEmail }, { turn: 'first' }),
  'change-email': kind(ChangeEmail, { en: changeEmail, es: es.changeEmail }, { turn: 'first' }),
  'delete-account': kind(DeleteAccount, { en: deleteAccount, es: es.deleteAccount }, { turn: 'first' }),
  'email-changed': kind(EmailChanged, { en: emailChanged, es: es.emailChanged }),
  'email-change-undone': kind(EmailChangeUndone, { en: emailChangeUndone, es: es.emailChangeUndone }),
  'phone-changed': kind(PhoneChanged, { en: phoneChanged, es: es.phoneChanged }),
  'account-changed': kind(AccountChanged, { en: accountChanged, es: es.accountChanged }),
  'webhook-off': kind(WebhookOff, { en: webhookOff, es: es.webhookOff }),
  'account-deleted': kind(AccountDeleted, { en: accountDeleted, es: es.accountDeleted }),
  'book-deleted': kind(BookDeleted, { en: bookDeleted, es: es.bookDeleted }),
  'export-ready': kind(ExportReady, { en: exportReady, es: es.exportReady }),
  'book-brought': kind(BookBrought, { en: bookBrought, es: es.bookBrought }),
  'book-handed-over': kind(BookHandedOver, { en: bookHandedOver, es: es.bookHandedOver }),
  'successor-named': kind(SuccessorNamed, { en: successorNamed, es: es.successorNamed }),
  'successor-ended': kind(SuccessorEnded, { en: successorEnded, es: es.successorEnded }),
  'owner-said-dead': kind(OwnerSaidDead, { en: ownerSaidDead, es: es.ownerSaidDead }, { turn: 'first' }),
  'owner-is-here': kind(OwnerIsHere, { en: ownerIsHere, es: es.ownerIsHere }),
  'reset-password': kind(ResetPassword, { en: resetPassword, es: es.resetPassword }, { turn: 'first' }),
  'already-registered': kind(
    AlreadyRegistered,
    { en: alreadyRegistered, es: es.alreadyRegistered },
    { turn: 'first' },
  ),
  invitation: fromOthers(kind(Invitation, { en: invitation, es: es.invitation }, { turn: 'first' })),
  'enter-book': kind(EnterBook, { en: enterBook, es: es.enterBook }, { turn: 'first' }),
  'enter-as-usual': kind(EnterBook, { en: enterAsUsual, es: es.enterAsUsual }, { turn: 'first' }),
  wellbeing: kind(Wellbeing, { en: wellbeing, es: es.wellbeing }, { turn: 'first' }),
  'new-story': ofWords(StoriesToTell, storiesNow, { en: newStory, es: es.newStory }),
  'stories-of-a-week': ofWords(
    StoriesToTell,
    storiesNow,
    { en: newStory, es: es.newStory },
    { turn: 'last' },
  ),
  remark: ofWords(RemarksToTell, remarksNow, { en: newRemarks, es: es.newRemarks }, { turn: 'last' }),
  gift: fromOthers(ofWords(GiftToTell, giftNow, { en: gift, es: es.gift })),
  'gift-reminder': fromOthers(ofWords(GiftToTell, giftNow, { en: giftReminder, es: es.giftReminder })),
  'book-claimed': kind(BookClaimed, { en: bookClaimed, es: es.bookClaimed }),
  'call-missed': kind(CallMissed, { en: callMissed, es: es.callMissed }),
  'calls-stopped': kind(CallsStopped, { en: callsStopped, es: es.callsStopped }),
  'caller-unconfirmed': kind(CallerUnconfirmed, { en: callerUnconfirmed, es: es.callerUnconfirmed }),
  'story-deleted-by-phone': kind(StoryDeletedByPhone, {
    en: storyDeletedByPhone,
    es: es.storyDeletedByPhone,
  }),
  'code-word-changed': kind(CodeWordChanged, { en: codeWordChanged, es: es.codeWordChanged }),
  'consent-changed': kind(ConsentChanged, { en: consentChanged, es: es.consentChanged }),
};

/**
 * Every kind of text. Those without `anyHour` are sent by day only, and only to people who agreed, or to ask for
 * consent.
 */
export const textKinds = {
  'phone-code': text(PhoneCode, phoneCode, { anyHour: true }),
  'texts-agreed': reply('agreed'),
  'texts-stopped': reply('stopped'),
  'texts-taken-back': reply('takenBack'),
  'texts-help': reply('help'),
  'texts-not-asked': reply('notAsked'),
  'texts-what-we-are': reply('whatWeAre'),
  'texts-whose-story': text(WhoseToAsk, whoseStory, { anyHour: false, hours: outermostHours }),
  // The interviewer's words in a text conversation: a scheduled question, an answer, and an answer to words of crisis.
  'said-by-schedule': textOfWords(Said, saidNow, saidText),
  'said-in-answer': textOfWords(Said, saidNow, saidText, { hours: outermostHours }),
  'said-at-once': textOfWords(Said, saidNow, saidText, { anyHour: true }),
  'call-tomorrow': textOfWords(CallToAnnounce, plannedCall, callTomorrow),
  'ask-for-texts': text(AskForTexts, askForTexts, { anyHour: false }),
  gift: textOfWords(GiftToTell, giftNow, giftText),
  'gift-reminder': textOfWords(GiftToTell, giftNow, giftReminderText),
};

export type TextKind = keyof typeof textKinds;
export type TextData<K extends TextKind> = z.input<(typeof textKinds)[K]['data']>;

export type NoticeKind = keyof typeof kinds;
export type NoticeData<K extends NoticeKind> = z.input<(typeof kinds)[K]['data']>;

/** The queue priority of a kind; 0 for a kind of another version. */
export function priorityOf(kind: string): number {
  const all: Record<string, { turn: Priority }> = { ...kinds, ...textKinds };
  return priorities[all[kind]?.turn ?? 'usual'];
}

type Templates<W> = Record<Language, (words: W) => Letter>;

/** Writes a letter in the language that is stored with its data. */
function written<W>(templates: Templates<W>, words: W, language: Language): Letter {
  return { language, ...templates[language](withPlainNames(words, language)) };
}

const languageIn = (given: unknown) => LanguageAlone.parse(given).language;

function kind<S extends z.ZodType>(
  data: S,
  templates: Templates<z.output<S>>,
  { turn = 'usual' }: { turn?: Priority } = {},
) {
  return {
    data,
    turn,
    letter: async (given: unknown): Promise<Letter | null> =>
      written(templates, data.parse(given), languageIn(given)),
  };
}

/**
 * A letter with a person's words: while it waits, it stores only references; the words are read, and the reader's
 * rights checked, when it is sent. Null when nothing is left to say.
 */
function ofWords<S extends z.ZodType, W>(
  data: S,
  read: (waiting: unknown, recipient: string) => Promise<W | null>,
  templates: Templates<W>,
  { turn = 'usual' }: { turn?: Priority } = {},
) {
  async function letter(given: unknown, recipient: string): Promise<Letter | null> {
    const words = await read(given, recipient);
    return words && written(templates, words, languageIn(given));
  }
  return { data, turn, letter };
}

const lettersFromOthers: Record<Language, string> = {
  en: 'invitations and gifts by email',
  es: 'invitaciones ni regalos por correo electrónico',
};

/** A letter that its reader didn't ask for: it says how to get no more of them, and then none is sent. */
function fromOthers<K extends { letter(given: unknown, recipient: string): Promise<Letter | null> }>(
  kind: K,
): Omit<K, 'letter'> & { letter(given: unknown, recipient: string): Promise<Letter | null> } {
  async function letter(given: unknown, recipient: string): Promise<Letter | null> {
    if (await wantsNoLetters(recipient)) return null;
    const written = await kind.letter(given, recipient);
    const letters = lettersFromOthers[written?.language ?? 'en'];
    return written && { ...written, unsubscribe: { letters, url: unsubscribeUrlFor(recipient) } };
  }
  return { ...kind, letter };
}

/** When a text may be sent, in the recipient's local time; `anyHour` always. Without hours, in those of its subject. */
type When = { anyHour?: boolean; hours?: Hours | null };

function text<S extends z.ZodType>(
  data: S,
  write: (data: z.output<S>) => string,
  { anyHour = false, hours = null }: When,
) {
  const turn: Priority = anyHour ? 'first' : 'usual';
  return {
    data,
    anyHour,
    hours,
    turn,
    text: async (given: unknown): Promise<string | null> => write(data.parse(given)),
  };
}

/** An answer to STOP, START or HELP, sent at any hour, because somebody has just written. */
function reply(words: Exclude<keyof ReplyWords, 'contactCard'>) {
  return text(LanguageOfReply, (data) => replyWords(data)[words](), { anyHour: true });
}

/** A text whose words are read when it is sent, like `ofWords`. */
function textOfWords<S extends z.ZodType, W>(
  data: S,
  read: (waiting: unknown) => Promise<W | null>,
  write: (words: W) => string,
  { anyHour = false, hours = null }: When = {},
) {
  const turn: Priority = anyHour ? 'first' : 'usual';
  async function text(given: unknown): Promise<string | null> {
    const words = await read(given);
    return words && write(withPlainNames(words));
  }
  return { data, anyHour, hours, turn, text };
}
