import type { z } from 'zod';
import type { Hours } from '#api/platform/domain-values/time-zone.ts';
import { CallToAnnounce, callTomorrow, plannedCall } from './calls.ts';
import { GiftToTell, giftNow } from './gifts.ts';
import { outermostHours, textingHours } from './hours.ts';
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
  ConsentChanged,
  callerUnconfirmed,
  callMissed,
  consentChanged,
  Invitation,
  invitation,
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
  BookDeleted,
  BookHandedOver,
  bookDeleted,
  bookHandedOver,
  EmailChanged,
  EmailChangeUndone,
  ExportReady,
  emailChanged,
  emailChangeUndone,
  exportReady,
} from './mails/leaving.ts';
import type { Letter } from './mails/letter.ts';
import { withPlainNames } from './plain-names.ts';
import { Said, saidNow, saidText } from './said.ts';
import { StoriesToTell, storiesNow } from './stories.ts';
import {
  AskForTexts,
  askForTexts,
  giftText,
  Nothing,
  PhoneCode,
  phoneCode,
  textsAgreed,
  textsHelp,
  textsNotAsked,
  textsStopped,
  textsTakenBack,
  WhoseToAsk,
  whatWeAre,
  whoseStory,
} from './texts.ts';

/** Whose turn it is where many wait: first what somebody waits for, last what is as good an hour later. */
const turns = { first: 1, usual: 0, last: -1 };
type Turn = keyof typeof turns;

/** Every kind of letter: what it has to know, and what it becomes. */
export const kinds = {
  'verify-email': kind(VerifyEmail, verifyEmail, { turn: 'first' }),
  'verify-new-email': kind(VerifyEmail, verifyNewEmail, { turn: 'first' }),
  'change-email': kind(ChangeEmail, changeEmail, { turn: 'first' }),
  'delete-account': kind(DeleteAccount, deleteAccount, { turn: 'first' }),
  'email-changed': kind(EmailChanged, emailChanged),
  'email-change-undone': kind(EmailChangeUndone, emailChangeUndone),
  'phone-changed': kind(PhoneChanged, phoneChanged),
  'account-changed': kind(AccountChanged, accountChanged),
  'webhook-off': kind(WebhookOff, webhookOff),
  'account-deleted': kind(AccountDeleted, accountDeleted),
  'book-deleted': kind(BookDeleted, bookDeleted),
  'export-ready': kind(ExportReady, exportReady),
  'book-handed-over': kind(BookHandedOver, bookHandedOver),
  'reset-password': kind(ResetPassword, resetPassword, { turn: 'first' }),
  'already-registered': kind(AlreadyRegistered, alreadyRegistered, { turn: 'first' }),
  invitation: kind(Invitation, invitation, { turn: 'first' }),
  wellbeing: kind(Wellbeing, wellbeing, { turn: 'first' }),
  'new-story': ofWords(StoriesToTell, storiesNow, newStory),
  'stories-of-a-week': ofWords(StoriesToTell, storiesNow, newStory, { turn: 'last' }),
  gift: ofWords(GiftToTell, giftNow, gift),
  'gift-reminder': ofWords(GiftToTell, giftNow, giftReminder),
  'book-claimed': kind(BookClaimed, bookClaimed),
  'call-missed': kind(CallMissed, callMissed),
  'caller-unconfirmed': kind(CallerUnconfirmed, callerUnconfirmed),
  'story-deleted-by-phone': kind(StoryDeletedByPhone, storyDeletedByPhone),
  'consent-changed': kind(ConsentChanged, consentChanged),
};

/** Every kind of text. Those not of `anyHour` go by day only, and only to who agreed to them, or to ask. */
export const textKinds = {
  'phone-code': text(PhoneCode, phoneCode, { anyHour: true }),
  'texts-agreed': text(Nothing, textsAgreed, { anyHour: true }),
  'texts-stopped': text(Nothing, textsStopped, { anyHour: true }),
  'texts-taken-back': text(Nothing, textsTakenBack, { anyHour: true }),
  'texts-help': text(Nothing, textsHelp, { anyHour: true }),
  'texts-not-asked': text(Nothing, textsNotAsked, { anyHour: true }),
  'texts-what-we-are': text(Nothing, whatWeAre, { anyHour: true }),
  'texts-whose-story': text(WhoseToAsk, whoseStory, { anyHour: false, hours: outermostHours }),
  // What the interviewer says in a conversation by text: a question at its time, an answer to whoever has just written,
  // and one to words of crisis.
  'said-by-schedule': textOfWords(Said, saidNow, saidText),
  'said-in-answer': textOfWords(Said, saidNow, saidText, { hours: outermostHours }),
  'said-at-once': textOfWords(Said, saidNow, saidText, { anyHour: true }),
  'call-tomorrow': textOfWords(CallToAnnounce, plannedCall, callTomorrow),
  'ask-for-texts': text(AskForTexts, askForTexts, { anyHour: false }),
  gift: textOfWords(GiftToTell, giftNow, giftText),
};

export type TextKind = keyof typeof textKinds;
export type TextData<K extends TextKind> = z.input<(typeof textKinds)[K]['data']>;

export type NoticeKind = keyof typeof kinds;
export type NoticeData<K extends NoticeKind> = z.input<(typeof kinds)[K]['data']>;

/** How early one of a kind is sent where many wait; 0 for a kind that only another version knows. */
export function priorityOf(kind: string): number {
  const all: Record<string, { turn: Turn }> = { ...kinds, ...textKinds };
  return turns[all[kind]?.turn ?? 'usual'];
}

function kind<S extends z.ZodType>(
  data: S,
  write: (data: z.output<S>) => Letter,
  { turn = 'usual' }: { turn?: Turn } = {},
) {
  return {
    data,
    turn,
    letter: async (given: unknown): Promise<Letter | null> => write(withPlainNames(data.parse(given))),
  };
}

/**
 * A letter with words that somebody told: while it waits it holds references alone, and what it says is read, and judged
 * by whether its reader may read it, as it is sent. Null where nothing is left to say.
 */
function ofWords<S extends z.ZodType, W>(
  data: S,
  read: (waiting: unknown) => Promise<W | null>,
  write: (words: W) => Letter,
  { turn = 'usual' }: { turn?: Turn } = {},
) {
  async function letter(given: unknown): Promise<Letter | null> {
    const words = await read(given);
    return words && write(withPlainNames(words));
  }
  return { data, turn, letter };
}

/** When a text may go, by the clock on its reader's wall; those of `anyHour` always may. */
type When = { anyHour?: boolean; hours?: Hours };

function text<S extends z.ZodType>(
  data: S,
  write: (data: z.output<S>) => string,
  { anyHour = false, hours = textingHours }: When,
) {
  const turn: Turn = anyHour ? 'first' : 'usual';
  return {
    data,
    anyHour,
    hours,
    turn,
    text: async (given: unknown): Promise<string | null> => write(data.parse(given)),
  };
}

/** A text that is read as it is sent, as a letter `ofWords` is. */
function textOfWords<S extends z.ZodType, W>(
  data: S,
  read: (waiting: unknown) => Promise<W | null>,
  write: (words: W) => string,
  { anyHour = false, hours = textingHours }: When = {},
) {
  const turn: Turn = anyHour ? 'first' : 'usual';
  async function text(given: unknown): Promise<string | null> {
    const words = await read(given);
    return words && write(withPlainNames(words));
  }
  return { data, anyHour, hours, turn, text };
}
