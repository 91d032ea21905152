import { createHash } from 'node:crypto';
import { ports } from '#api/adapters/ports.ts';
import { isStopped } from '#api/consent/phone-entries.ts';
import { isQuiet } from '#api/consent/retention.ts';
import { notify, notifyByText } from '#api/notices/service.ts';
import { type Budget, spend } from '#api/platform/budgets.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { codeOf, hashOfCode } from '../codes.ts';
import { wayOf } from '../policy.ts';

const dayMs = 24 * 3_600_000;
/** So long after its delivery somebody is reminded of a gift, once. */
const reminderAfterDays = 14;
/** So many are looked at in one run: the next takes the others. */
const atATime = 500;
/** Gifts that reach one recipient in a day, whoever gives them: what is beyond waits. */
const perRecipient: Budget = { name: 'gifts-to', points: 3, seconds: 24 * 3600 };

/** Delivers every gift whose day has come. One that fails doesn't keep the others. */
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
 * Delivers a gift: it is marked and its letter or text is written in one transaction, so that it leaves once, however
 * often this runs. Not yet due, cancelled or delivered, nothing happens.
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
    if (way === 'LETTER') await sendLetter(tx, 'gift', gift);
    const isTexted = way === 'TEXT' && (await sendText(tx, gift));
    await tx.gift.update({
      where: { id },
      data: {
        status: 'DELIVERED',
        deliveredAt: clock.now(),
        undeliverable: way === 'TEXT' && !isTexted,
        // The secret that codes are made with may be another by now.
        codeHash: hashOfCode(codeOf(id)),
      },
    });
  });
}

type Letter = { id: string; recipientEmail: string | null };

/** What waits to be sent holds the gift's id alone: its words are read, and judged, as it is sent. */
async function sendLetter(tx: Tx, kind: 'gift' | 'gift-reminder', { id, recipientEmail }: Letter) {
  if (!recipientEmail) return;
  const dedupeKey = `${kind}:${id}`;
  await notify(tx, { kind, channel: 'mail', recipient: recipientEmail, data: { giftId: id }, dedupeKey });
}

/** Never to a phone that said stop, and by day where its holder lives. */
async function sendText(tx: Tx, gift: { id: string; recipientPhone: string | null; timeZone: string }) {
  const { id, recipientPhone: phone, timeZone } = gift;
  if (!phone || !ports.sms.isConnected) return false;
  if ((await isStopped(tx, phone)) || (await isQuiet(tx, phone))) return false;
  await notifyByText(tx, {
    ...{ kind: 'gift', recipient: phone, data: { giftId: id } },
    ...{ dedupeKey: `gift:${id}`, timeZones: [timeZone] },
  });
  return true;
}

/** Reminds, once, by letter, everybody who has not opened their gift two weeks after it came. */
export async function remindOfGifts() {
  const due = await db.gift.findMany({
    where: {
      ...{ status: 'DELIVERED', remindedAt: null },
      ...{ recipientEmail: { not: null }, giverId: { not: null } },
      deliveredAt: { lte: new Date(clock.now().getTime() - reminderAfterDays * dayMs) },
      expiresAt: { gt: clock.now() },
    },
    orderBy: { deliveredAt: 'asc' },
    take: atATime,
  });
  for (const { id } of due) {
    await transaction(async (tx) => {
      const where = { id, status: 'DELIVERED', remindedAt: null } as const;
      const codeHash = hashOfCode(codeOf(id));
      const { count } = await tx.gift.updateMany({ where, data: { remindedAt: clock.now(), codeHash } });
      if (!count) return;
      await sendLetter(tx, 'gift-reminder', await tx.gift.findUniqueOrThrow({ where: { id } }));
    });
  }
}

/** Erases gifts that nobody gives any more: their giver's account is gone, and nobody can open them. */
export async function eraseGifts() {
  await db.gift.deleteMany({
    where: { giverId: null, OR: [{ status: { not: 'DELIVERED' } }, { expiresAt: { lte: clock.now() } }] },
  });
}
