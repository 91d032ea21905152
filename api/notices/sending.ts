import { MailRefused } from '#api/adapters/mail/port.ts';
import { ports } from '#api/adapters/ports.ts';
import { SmsRefused } from '#api/adapters/sms/port.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { noteUnsentLetter } from '#api/gifts/service/undeliverable.ts';
import { db } from '#api/platform/database/database.ts';
import { retryOutage } from '#api/platform/database/retry-outage.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import type { Hours } from '#api/platform/domain-values/time-zone.ts';
import { metrics } from '#api/platform/observability/metrics.ts';
import { GiftToTell } from './gifts.ts';
import { hoursOf, nextToReach, usualHours } from './hours.ts';
import { kinds, type NoticeKind, type TextKind, textKinds } from './kinds.ts';
import { smsStatusPath } from './text-reports.ts';
import { LanguageOfReply, replyWords } from './texts.ts';
import { wantsNoLetters } from './unsubscribing.ts';

/** A running sender renews its claim; one that hasn't for this long is dead. */
const inHandMs = 30_000;
const sayEveryMs = 10_000;
/** How long saving the outcome is retried during a database outage. */
const insistMs = 150_000;
const keptForDays = 30;

/**
 * Sends a waiting notice. Of two concurrent senders one sends, and the other rejects to retry later. A permanent
 * refusal, or the failure of the last of `tries`, is stored as FAILED; any other failure is thrown, for a retry. A
 * letter is sent once, unless its sender is killed or loses the database for minutes between the mail server's
 * acceptance and the saved outcome. Then it is unknown whether it went, and it is sent again rather than never, with
 * the same Message-ID, which mail servers and programs show once. Before a text is retried, the carrier is asked.
 */
export async function deliver(noticeId: string, tries: number) {
  if (await waitsForDay(noticeId)) return;
  const notice = await claim(noticeId);
  if (!notice) return;
  const counted = notice.channel === 'sms' ? metrics.texts : metrics.mails;
  const alive = setInterval(() => void hold(noticeId), sayEveryMs);
  let sent = true;
  try {
    sent = notice.channel === 'sms' ? await sendText(notice) : await sendLetter(notice);
  } catch (error) {
    const refused = error instanceof MailRefused || error instanceof SmsRefused;
    counted.inc({ kind: notice.kind, outcome: refused ? 'refused' : 'failed' });
    const last = notice.attempts >= tries;
    await note(noticeId, {
      status: refused || last ? 'FAILED' : 'WAITING',
      lastError: withoutAddresses((error as Error).message),
    });
    if (refused) return;
    throw new Error('The notice could not be sent', { cause: error });
  } finally {
    clearInterval(alive);
  }
  if (!sent) return drop(notice);
  counted.inc({ kind: notice.kind, outcome: 'sent' });
  await note(noticeId, { status: 'SENT', sentAt: clock.now(), lastError: null });
}

/** Erases a notice in which nothing is left to say; the giver of a gift is told when its reader wants no letters. */
async function drop({ id, channel, kind, recipient, data }: Waiting & { channel: string }) {
  await transaction(async (tx) => {
    await tx.notice.deleteMany({ where: { id } });
    if (channel !== 'mail' || !(kind === 'gift' || kind === 'gift-reminder')) return;
    if (await wantsNoLetters(recipient, tx)) await noteUnsentLetter(tx, kind, GiftToTell.parse(data).giftId);
  });
}

/** Postpones a daytime text while it is night for its recipient: no sender claims it until morning. */
async function waitsForDay(id: string): Promise<boolean> {
  const notice = await db.notice.findUnique({
    where: { id },
    select: { timeZone: true, kind: true, subjectId: true, recipient: true },
  });
  if (!notice?.timeZone) return false;
  const zones = notice.timeZone.split(' ');
  const ofKind = textKinds[notice.kind as TextKind]?.hours;
  const { hours, shown } = ofKind ? { hours: ofKind, shown: null } : await hoursNow(notice);
  const opens = nextToReach(hours, { zones, shown }, clock.now());
  if (!opens) {
    const lastError = 'The hours for texts never come in all the places where the reader may be';
    await db.notice.updateMany({ where: { id, status: 'WAITING' }, data: { status: 'FAILED', lastError } });
    return true;
  }
  if (opens <= clock.now()) return false;
  await db.notice.updateMany({ where: { id, status: 'WAITING' }, data: { claimedUntil: opens } });
  return true;
}

/** The hours of the subject whose phone is texted, with its zone, as they are now; for others the usual ones. */
async function hoursNow({
  subjectId,
  recipient,
}: {
  subjectId: string | null;
  recipient: string;
}): Promise<{ hours: Hours; shown: string | null }> {
  const usual = { hours: usualHours, shown: null };
  if (!subjectId) return usual;
  const select = { phone: true, timeZone: true, hoursFrom: true, hoursUntil: true };
  const subject = await db.subject.findUnique({ where: { id: subjectId }, select });
  return subject?.phone === recipient ? { hours: hoursOf(subject), shown: subject.timeZone } : usual;
}

/** Claims a waiting notice, so that no other sender does; null when it is settled already. */
async function claim(noticeId: string) {
  const now = clock.now();
  const { count } = await db.notice.updateMany({
    where: { id: noticeId, status: 'WAITING', OR: [{ claimedUntil: null }, { claimedUntil: { lt: now } }] },
    data: { attempts: { increment: 1 }, claimedUntil: inHandUntil() },
  });
  const notice = await db.notice.findUnique({ where: { id: noticeId } });
  if (notice?.status === 'WAITING' && !count) throw new Error('The notice is in the hands of another sender');
  return count ? notice : null;
}

/** Renews the claim. If that fails, another sender may claim it after its end. */
async function hold(noticeId: string) {
  await db.notice
    .updateMany({ where: { id: noticeId, status: 'WAITING' }, data: { claimedUntil: inHandUntil() } })
    .catch(() => {});
}

function inHandUntil(): Date {
  return new Date(clock.now().getTime() + inHandMs);
}

/** Saves the outcome of a notice, with retries during an outage: without it, the notice is sent again. */
async function note(noticeId: string, what: Prisma.NoticeUpdateInput) {
  // Updates no row when the notice was erased meanwhile, or when the carrier has told the outcome already.
  const data = { ...what, claimedUntil: null };
  await retryOutage(insistMs, () =>
    db.notice.updateMany({ where: { id: noticeId, status: 'WAITING' }, data }),
  );
}

type Waiting = {
  id: string;
  kind: string;
  recipient: string;
  data: unknown;
  createdAt: Date;
  attempts: number;
};

/** Returns false, and sends nothing, when nothing is left to say. */
async function sendText({ id, kind, recipient, data, createdAt, attempts }: Waiting): Promise<boolean> {
  const text = await textKinds[kind as TextKind].text(data);
  if (!text) return false;
  const card = contactCardWith(kind);
  // Files are sent only in +1; other phones get the card's address.
  const mediaUrl = recipient.startsWith('+1') ? card : null;
  await ports.sms.send({
    ...{ id, kind, to: recipient, at: createdAt, again: attempts > 1 },
    statusUrl: `${publicUrl()}${smsStatusPath}?notice=${id}`,
    text: card ? `${text}\n\n${saveOurCard(data, mediaUrl ? null : card)}` : text,
    ...(mediaUrl && { mediaUrl }),
  });
  return true;
}

const saveOurCard = (data: unknown, url: string | null) =>
  replyWords(LanguageOfReply.parse(data)).contactCard(url);

/** The address of the contact card, for a phone that agrees to texts, when calls come from the same number. */
function contactCardWith(kind: string): string | null {
  return kind === 'texts-agreed' && ports.telephony.dials ? `${publicUrl()}/contact.vcf` : null;
}

/** Returns false, and sends nothing, when nothing is left that the recipient may read. */
async function sendLetter({ id, kind, recipient, data, createdAt }: Waiting): Promise<boolean> {
  const letter = await kinds[kind as NoticeKind].letter(data, recipient);
  if (!letter) return false;
  // The layout is loaded with the first letter, because it would slow the start.
  const { laidOut } = await import('./mails/laid-out.ts');
  await ports.mail.send({
    id,
    kind,
    at: createdAt,
    to: recipient,
    subject: letter.subject,
    ...(letter.unsubscribe && { unsubscribeUrl: letter.unsubscribe.url }),
    ...(await laidOut(letter)),
  });
  return true;
}

/** Removes addresses and phone numbers, which an error answer may repeat, before it is stored or logged. */
function withoutAddresses(message: string): string {
  return message
    .replace(/[^\s<>"']+@[^\s<>"']+/g, '[address]')
    .replace(/\+?\d[\d ()-]{6,}\d/g, '[phone]')
    .slice(0, 300);
}

/** Erases notices that were sent or failed 30 days ago, and their copies in the outbox. */
export async function eraseSentNotices() {
  const before = new Date(clock.now().getTime() - keptForDays * 24 * 3600 * 1000);
  await db.notice.deleteMany({ where: { createdAt: { lt: before }, status: { not: 'WAITING' } } });
  await ports.mail.eraseBefore(before);
  await ports.sms.eraseBefore(before);
}
