import { createHash, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { type Language, languageOf } from '#api/language/languages.ts';
import type { NoticeData } from '#api/notices/kinds.ts';
import { notify } from '#api/notices/service.ts';
import { invitationForLetter } from '#api/people/service/entry-letter.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { languageOfAccount } from '../language.ts';
import { mailedToken } from '../library/mailed-token.ts';
import { takeOver, wayInAt } from '../profile/service/sign-up.ts';
import { type Asked, type Entry, entryKey, entryMinutes, Kept } from './asked.ts';

const hourMs = 3_600_000;

type AskedFor<W extends Asked['what']> = Extract<Asked, { what: W }>;
/** The letter to write: the id of its request, and the origin of its links. */
type Task = { id: string; home: string };
type Holder = { id: string; name: string; email: string; confirmedEmail?: string | null };

/**
 * Processes a request and writes its letter, if there is one. It happens once, however often this runs, because the
 * request is deleted in the same transaction.
 */
export async function writeWhatWasAsked(id: string) {
  await transaction(async (tx) => {
    const [row] = await tx.$queryRaw<{ value: string }[]>`
      delete from verification where id = ${id}::uuid returning value`;
    if (!row) return;
    const { asked, home } = Kept.parse(JSON.parse(row.value));
    const task = { id, home };
    if (asked.what === 'SIGN_UP') await afterSignUp(tx, task, asked);
    else if (asked.what === 'PASSWORD') await passwordLetter(tx, task, asked);
    else if (asked.what === 'ENTRY') await entryLetter(tx, task, asked);
    else await emailLetter(tx, task, asked);
  });
}

/**
 * For an unverified account, only the newest sign-up remains, under an id of its own: the links of earlier letters
 * belong to another account and open nothing.
 */
async function afterSignUp(tx: Tx, task: Task, { what, from, ...asked }: AskedFor<'SIGN_UP'>) {
  const { id, email, taken, mayVerify, callbackURL } = asked;
  if (taken) await takeOver(tx, asked, asked.password, from ?? undefined);
  const holder = await tx.user.findUnique({ where: taken ? { email } : { id } });
  if (holder && !holder.emailVerified) {
    if (!mayVerify) return;
    const url = await verifyUrl(task, holder, holder.id === id ? callbackURL : '/');
    await verificationLetter(tx, task.id, holder, url);
  } else if (holder && taken) await alreadyRegisteredLetter(tx, task, holder);
}

/**
 * The letter to verify an address. A holder who confirmed an address before has changed it, and the letter says that
 * instead of "new account".
 */
export async function verificationLetter(tx: Tx, key: string, holder: Holder, url: string) {
  const { name, email: recipient, confirmedEmail } = holder;
  const kind = confirmedEmail ? 'verify-new-email' : 'verify-email';
  await write(tx, { kind, recipient, data: { name, url } }, key);
}

/** Tells the holder of an existing account that someone signed up with its address. */
async function alreadyRegisteredLetter(tx: Tx, { home }: Task, { id, name, email: recipient }: Holder) {
  const data = { name, signInUrl: `${home}/sign-in`, forgotUrl: `${home}/forgot-password` };
  // At most one per hour, so that repeated attempts can't flood the holder.
  const thisHour = Math.floor(clock.now().getTime() / hourMs);
  await write(tx, { kind: 'already-registered', recipient, data }, `${id}:${thisHour}`);
}

async function passwordLetter(tx: Tx, { id, home }: Task, { userId, callbackURL }: AskedFor<'PASSWORD'>) {
  const holder = await tx.user.findUnique({ where: { id: userId } });
  if (!holder) return;
  const token = randomBytes(18).toString('base64url');
  // Hashed as the library looks it up, because it stores no readable token.
  const identifier = createHash('sha256').update(`reset-password:${token}`).digest('base64url');
  const expiresAt = new Date(Date.now() + hourMs);
  await tx.verification.create({ data: { id: newId(), identifier, value: userId, expiresAt } });
  const url = `${home}/api/auth/reset-password/${token}?callbackURL=${encodeURIComponent(callbackURL)}`;
  const { name, email: recipient } = holder;
  await write(tx, { kind: 'reset-password', recipient, data: { name, url } }, id);
}

/**
 * Writes the letter with which an invited reader enters without a password. An account that has a password, a book or
 * the role of an admin gets a letter that asks it to sign in; an address that may not enter gets none.
 */
async function entryLetter(tx: Tx, { id, home }: Task, { page, name, email, ...asked }: AskedFor<'ENTRY'>) {
  const invitation = await invitationForLetter(tx, asked.invitationId, email);
  const wayIn = await wayInAt(tx, email);
  if (!invitation || wayIn === 'BANNED') return;
  const { preferredName: subjectName } = invitation.subject;
  const language = (await languageOfAccount(tx, { email })) ?? languageOf(invitation.subject.language);
  if (wayIn !== 'LETTER') {
    const data = { name, subjectName, url: `${home}${page}` };
    await write(tx, { kind: 'enter-as-usual', recipient: email, data }, id, language);
    return;
  }
  const token = randomBytes(32).toString('base64url');
  const entry: z.input<typeof Entry> = { invitationId: asked.invitationId, name, email };
  const expiresAt = new Date(clock.now().getTime() + entryMinutes * 60_000);
  await tx.verification.create({
    data: { id: newId(), identifier: entryKey(token), value: JSON.stringify(entry), expiresAt },
  });
  const data = { name, subjectName, url: `${home}${page}?entry=${token}` };
  await write(tx, { kind: 'enter-book', recipient: email, data }, id, language);
}

/**
 * The letter to the current address before it changes; the change requires its link. No letter when the new address is
 * taken.
 */
async function emailLetter(tx: Tx, task: Task, { userId, newEmail, callbackURL }: AskedFor<'EMAIL'>) {
  const holder = await tx.user.findUnique({ where: { id: userId } });
  if (!holder || (await tx.user.count({ where: { email: newEmail } }))) return;
  const { name, email: recipient } = holder;
  // Without a request type in the token, the link changes the address at once and the new one must be verified.
  const url = await verifyUrl(task, holder, callbackURL, newEmail);
  await write(tx, { kind: 'change-email', recipient, data: { name, newEmail, url } }, task.id);
}

async function verifyUrl({ home }: Task, holder: Holder, callbackURL: string, newEmail?: string) {
  const token = await mailedToken(holder, newEmail);
  return `${home}/api/auth/verify-email?token=${token}&callbackURL=${encodeURIComponent(callbackURL)}`;
}

type AccountKind =
  | 'verify-email'
  | 'verify-new-email'
  | 'reset-password'
  | 'already-registered'
  | 'enter-book'
  | 'enter-as-usual'
  | 'change-email'
  | 'delete-account';

type AccountLetter = {
  [K in AccountKind]: { kind: K; recipient: string; data: NoticeData<K> };
}[AccountKind];

/** Writes a letter; the same key writes it only once. Without a language, it is that of the account. */
export async function write(tx: Tx, letter: AccountLetter, key: string, language?: Language) {
  await notify(tx, {
    ...letter,
    language: language ?? null,
    channel: 'mail',
    dedupeKey: `${letter.kind}:${key}`,
  });
}
