import type { z } from 'zod';
import {
  AlreadyRegistered,
  alreadyRegistered,
  ChangeEmail,
  changeEmail,
  DeleteAccount,
  deleteAccount,
  ResetPassword,
  resetPassword,
  VerifyEmail,
  verifyEmail,
  verifyNewEmail,
} from './mails/accounts.ts';
import {
  ConsentChanged,
  consentChanged,
  Invitation,
  invitation,
  NewStory,
  newStory,
  Wellbeing,
  wellbeing,
} from './mails/family.ts';
import {
  AccountDeleted,
  accountDeleted,
  BookDeleted,
  BookHandedOver,
  bookDeleted,
  bookHandedOver,
  EmailChanged,
  EmailChangeUndone,
  emailChanged,
  emailChangeUndone,
} from './mails/leaving.ts';
import type { Letter } from './mails/letter.ts';

/** Every kind of notice: what it has to know, and the letter it becomes. */
export const kinds = {
  'verify-email': kind(VerifyEmail, verifyEmail),
  'verify-new-email': kind(VerifyEmail, verifyNewEmail),
  'change-email': kind(ChangeEmail, changeEmail),
  'delete-account': kind(DeleteAccount, deleteAccount),
  'email-changed': kind(EmailChanged, emailChanged),
  'email-change-undone': kind(EmailChangeUndone, emailChangeUndone),
  'account-deleted': kind(AccountDeleted, accountDeleted),
  'book-deleted': kind(BookDeleted, bookDeleted),
  'book-handed-over': kind(BookHandedOver, bookHandedOver),
  'reset-password': kind(ResetPassword, resetPassword),
  'already-registered': kind(AlreadyRegistered, alreadyRegistered),
  invitation: kind(Invitation, invitation),
  wellbeing: kind(Wellbeing, wellbeing),
  'new-story': kind(NewStory, newStory),
  'consent-changed': kind(ConsentChanged, consentChanged),
};

export type NoticeKind = keyof typeof kinds;
export type NoticeData<K extends NoticeKind> = z.input<(typeof kinds)[K]['data']>;

function kind<S extends z.ZodType>(data: S, write: (data: z.output<S>) => Letter) {
  return { data, letter: (given: unknown): Letter => write(data.parse(given)) };
}
