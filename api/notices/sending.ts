import { render, toPlainText } from '@react-email/render';
import { createElement } from 'react';
import { type MailPort, MailRefused } from '#api/adapters/mail/port.ts';
import { ports } from '#api/adapters/ports.ts';
import { clock } from '#api/platform/clock.ts';
import { db } from '#api/platform/database/database.ts';
import { metrics } from '#api/platform/watching/metrics.ts';
import { kinds, type NoticeKind } from './kinds.ts';
import { LetterPage } from './mails/letter.ts';

/** Longer than the mail port takes to give up: after that, its sender is dead. */
const inHandMs = 120_000;
const keptForDays = 30;

/**
 * Sends a notice that waits. Of two at once one sends, the other finds nothing to do. What the port refuses for
 * good, or what failed on the last of `tries`, stays visible as FAILED; any other failure is thrown, for another try.
 */
export async function deliver(noticeId: string, tries: number) {
  const notice = await claim(noticeId);
  if (!notice) return;
  try {
    await sendThrough(ports.mail, notice);
  } catch (error) {
    const refused = error instanceof MailRefused;
    metrics.mails.inc({ kind: notice.kind, outcome: refused ? 'refused' : 'failed' });
    const last = notice.attempts >= tries;
    await db.notice.update({
      where: { id: noticeId },
      data: {
        status: refused || last ? 'FAILED' : 'WAITING',
        lastError: withoutAddresses((error as Error).message),
        claimedUntil: null,
      },
    });
    if (refused) return;
    throw new Error('The notice could not be sent', { cause: error });
  }
  metrics.mails.inc({ kind: notice.kind, outcome: 'sent' });
  await db.notice.update({
    where: { id: noticeId },
    data: { status: 'SENT', sentAt: clock.now(), lastError: null, claimedUntil: null },
  });
}

/** Takes a waiting notice in hand, so that no other sender does; null when there is nothing to do. */
async function claim(noticeId: string) {
  const now = clock.now();
  const { count } = await db.notice.updateMany({
    where: { id: noticeId, status: 'WAITING', OR: [{ claimedUntil: null }, { claimedUntil: { lt: now } }] },
    data: { attempts: { increment: 1 }, claimedUntil: new Date(now.getTime() + inHandMs) },
  });
  return count ? db.notice.findUniqueOrThrow({ where: { id: noticeId } }) : null;
}

type Waiting = { id: string; kind: string; recipient: string; data: unknown; createdAt: Date };

async function sendThrough(mail: MailPort, { id, kind, recipient, data, createdAt }: Waiting) {
  const letter = kinds[kind as NoticeKind].letter(data);
  const html = await render(createElement(LetterPage, letter));
  await mail.send({
    id,
    kind,
    at: createdAt,
    to: recipient,
    subject: letter.subject,
    html,
    text: toPlainText(html, { wordwrap: false }),
  });
}

/** What a mail server answers may repeat the address; what we keep and log does not. */
function withoutAddresses(message: string): string {
  return message.replace(/[^\s<>"']+@[^\s<>"']+/g, '[address]').slice(0, 300);
}

/** Erases notices that were sent, or given up, 30 days ago, and what the outbox kept of them. */
export async function eraseSentNotices() {
  const before = new Date(clock.now().getTime() - keptForDays * 24 * 3600 * 1000);
  await db.notice.deleteMany({ where: { createdAt: { lt: before }, status: { not: 'WAITING' } } });
  await ports.mail.eraseBefore(before);
}
