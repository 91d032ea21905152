import { createHash } from 'node:crypto';
import { ports } from '#api/adapters/ports.ts';
import { isStopped } from '#api/consent/phone-entries.ts';
import { isQuiet } from '#api/consent/retention.ts';
import { languageOf } from '#api/language/languages.ts';
import { notify, notifyByText } from '#api/notices/service.ts';
import { wantsNoLetters } from '#api/notices/unsubscribing.ts';
import { type Budget, spend } from '#api/platform/budgets.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { codeOf, hashOfCode } from '../codes.ts';
import { wayOf } from '../policy.ts';
import { noteUnsentLetter } from './undeliverable.ts';

const dayMs = 24 * 3_600_000;
/** Days from delivery to the single reminder. */
const reminderAfterDays = 14;
/** Days for which a reminder by text is tried while its phone takes no texts. */
const textReminderDays = 7;
/** The number handled in one run; the next one continues. */
const atATime = 500;
/** The limit of gifts to one recipient per day, by all givers; further ones wait. */
const perRecipient: Budget = { name: 'gifts-to', points: 3, seconds: 24 * 3600 };

/** Delivers every due gift. One that fails doesn't stop the others. */
export async function deliverDueGifts() {
  const due = await db.gift.findMany({
    where: { status: 'SCHEDULED', deliverAt: { lte: clock.now() } },
    orderBy: { deliverAt: 'asc' },
    select: { id: true },
    take: atATime,
  });
  const failures: unknown[] = [];
  for (const { id } of due) await deliverGift(id).catch((error: unknown) => failures.push(error));
  if (failures.length) throw failures[0];
}

/**
 * Delivers a gift: its status changes and its letter or text is written in one transaction, so that it is sent only
 * once. Does nothing when the gift is not due, cancelled or delivered.
 */
export async function deliverGift(id: string) {
  const found = await db.gift.findUnique({ where: { id } });
  if (found?.status !== 'SCHEDULED' || found.deliverAt > clock.now()) return;
  const to = found.recipientEmail ?? found.recipientPhone;
  if (to && !(await spend(perRecipient, createHash('sha256').update(to).digest('base64url'))).allowed) return;
  await transaction(async (tx) => {
    await tx.$queryRaw`select 1 from gift where id = ${id}::uuid for no key update`;
    const gift = await tx.gift.findUnique({ where: { id } });
    if (gift?.status !== 'SCHEDULED' || gift.deliverAt > clock.now()) return;
    if (!gift.giverId) {
      await tx.gift.delete({ where: { id } });
      return;
    }
    const way = wayOf(gift);
    const isMailed = way === 'LETTER' && (await sendLetter(tx, 'gift', gift));
    const isTexted = way === 'TEXT' && (await sendText(tx, 'gift', gift));
    await tx.gift.update({
      where: { id },
      data: {
        status: 'DELIVERED',
        deliveredAt: clock.now(),
        undeliverable: way !== 'CARD' && !isMailed && !isTexted,
        // The server's secret may have changed since the gift was created.
        codeHash: hashOfCode(codeOf(id)),
      },
    });
  });
}

type About = 'gift' | 'gift-reminder';
type Letter = { id: string; recipientEmail: string | null; language: string };

/**
 * The queued notice contains only the gift's id: its words are read and checked when it is sent. False where the
 * recipient wants no letters.
 */
async function sendLetter(tx: Tx, kind: About, { id, recipientEmail, language }: Letter): Promise<boolean> {
  if (!recipientEmail || (await wantsNoLetters(recipientEmail, tx))) return false;
  const dedupeKey = `${kind}:${id}`;
  await notify(tx, {
    ...{ kind, channel: 'mail', recipient: recipientEmail, dedupeKey },
    ...{ data: { giftId: id }, language: languageOf(language) },
  });
  return true;
}

/** Never to a phone that replied STOP, and only by day where its holder lives. */
async function sendText(
  tx: Tx,
  kind: About,
  gift: { id: string; recipientPhone: string | null; timeZone: string },
): Promise<boolean> {
  const { id, recipientPhone: phone, timeZone } = gift;
  if (!phone || !ports.sms.isConnected) return false;
  if ((await isStopped(tx, phone)) || (await isQuiet(tx, phone))) return false;
  await notifyByText(tx, {
    ...{ kind, recipient: phone, data: { giftId: id } },
    ...{ dedupeKey: `${kind}:${id}`, timeZones: [timeZone] },
  });
  return true;
}

/**
 * Sends one reminder, by letter or text, for each gift that is unopened two weeks after its delivery. One that fails
 * doesn't stop the others.
 */
export async function remindOfGifts() {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs);
  const due = await db.gift.findMany({
    where: {
      ...{ status: 'DELIVERED', remindedAt: null, giverId: { not: null } },
      deliveredAt: { lte: daysAgo(reminderAfterDays) },
      expiresAt: { gt: clock.now() },
      OR: [
        { recipientEmail: { not: null }, undeliverable: false },
        {
          ...{ recipientPhone: { not: null }, undeliverable: false },
          deliveredAt: { gt: daysAgo(reminderAfterDays + textReminderDays) },
        },
      ],
    },
    orderBy: { deliveredAt: 'asc' },
    take: atATime,
  });
  const failures: unknown[] = [];
  for (const { id } of due) await remindOf(id).catch((error: unknown) => failures.push(error));
  if (failures.length) throw failures[0];
}

/**
 * Marks a gift and queues its reminder in one transaction, so that it is sent once. Where the recipient wants no
 * letters, the gift is undeliverable instead; without a mark where its phone takes no texts.
 */
async function remindOf(id: string) {
  await transaction(async (tx) => {
    await tx.$queryRaw`select 1 from gift where id = ${id}::uuid for no key update`;
    const gift = await tx.gift.findUnique({ where: { id } });
    if (gift?.status !== 'DELIVERED' || gift.remindedAt) return;
    if (wayOf(gift) === 'LETTER') {
      if (!(await sendLetter(tx, 'gift-reminder', gift))) return noteUnsentLetter(tx, 'gift-reminder', id);
    } else if (!(await sendText(tx, 'gift-reminder', gift))) return;
    const codeHash = hashOfCode(codeOf(id));
    await tx.gift.update({ where: { id }, data: { remindedAt: clock.now(), codeHash } });
  });
}

/** Erases gifts whose giver's account is deleted and that can no longer be opened. */
export async function eraseGifts() {
  await db.gift.deleteMany({
    where: { giverId: null, OR: [{ status: { not: 'DELIVERED' } }, { expiresAt: { lte: clock.now() } }] },
  });
}
