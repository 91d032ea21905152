import { TZDate } from '@date-fns/tz';
import { z } from 'zod';
import type { Gift } from '#api/generated/prisma/client.ts';
import { isPlainName } from '#api/notices/plain-names.ts';
import { plainWords } from '#api/notices/plain-words.ts';
import { spendLetterToStranger } from '#api/people/service/invite.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { clearable, line, parse } from '#api/platform/domain-values/input.ts';
import { phoneNumber, zoneOfPhone } from '#api/platform/domain-values/phone.ts';
import { isTimeZone } from '#api/platform/domain-values/time-zone.ts';
import { InvalidInput, LimitReached, NotFound } from '#api/platform/errors.ts';
import { enqueue } from '#api/platform/jobs.ts';
import type { Origin, Viewer } from '#api/platform/viewer.ts';
import { cloths, language } from '#api/subjects/details.ts';
import { codeOf, hashOfCode } from '../codes.ts';
import { GiftUnusable } from '../errors.ts';
import { deliverOne } from '../jobs.ts';
import { givenBy, isChangeable, wayOf, waysOffered } from '../policy.ts';

/** The maximum of waiting gifts per account, including drafts. */
export const waitingGiftsLimit = 25;
/** A gift is delivered within a year, and can be opened for a year from then on. */
const yearInDays = 365;
const dayMs = 24 * 3_600_000;
/** The hour of the day at which gifts are delivered, where the recipient lives. */
const deliveryHour = 9;

const SaveGift = z.object({
  recipientName: line(60).refine(isPlainName, 'must not contain web or mail addresses'),
  recipientEmail: clearable(
    z
      .string()
      .trim()
      .toLowerCase()
      .max(254, 'must be at most 254 characters')
      .pipe(z.email('is not an email')),
  ).nullish(),
  recipientPhone: clearable(phoneNumber()).nullish(),
  message: clearable(plainWords(1000)).nullish(),
  deliverOn: clearable(z.iso.date('must be a day like 2026-12-25')).nullish(),
  timeZone: clearable(
    z
      .string()
      .trim()
      .max(64, 'must be at most 64 characters')
      .refine(isTimeZone, 'is not a time zone, e.g. America/New_York'),
  ).nullish(),
  cloth: z.enum(cloths, `must be one of ${cloths.join(', ')}`).nullish(),
  language: language.nullish(),
  draft: z.boolean().nullish(),
});

type Saved = z.output<typeof SaveGift>;

/**
 * Creates a gift or a draft. A letter to a stranger is counted first. Throws `LimitReached` when too many gifts wait or
 * too many letters were sent today.
 */
export async function createGift(viewer: Viewer, origin: Origin, input: object) {
  const data = parse(SaveGift, input);
  const details = detailsOf(data);
  await spendDelivery(viewer, origin, data, null);
  return transaction(async (tx) => {
    // Locked, so that concurrent calls are counted in turn.
    await tx.$queryRaw`select 1 from "user" where id = ${viewer.userId}::uuid for no key update`;
    const waiting = await tx.gift.count({
      where: { ...givenBy(viewer), status: { in: ['DRAFT', 'SCHEDULED'] } },
    });
    if (waiting >= waitingGiftsLimit) {
      const message = `At most ${waitingGiftsLimit} gifts can wait at a time: cancel one first`;
      throw new LimitReached(message, waitingGiftsLimit);
    }
    const id = newId();
    await tx.gift.create({
      data: { id, giverId: viewer.userId, codeHash: hashOfCode(codeOf(id)), ...details },
    });
    await deliverIfDue(tx, id, details);
    return { id };
  });
}

/** Replaces a gift's data, until its delivery. */
export async function updateGift(
  viewer: Viewer,
  origin: Origin,
  { id, ...input }: { id: string; [field: string]: unknown },
) {
  const data = parse(SaveGift, input);
  const details = detailsOf(data);
  const before = await db.gift.findFirst({ where: { id, ...givenBy(viewer) } });
  if (!before) throw new NotFound('Gift', ['id']);
  if (!isChangeable(before)) throw new GiftUnusable(before.status);
  await spendDelivery(viewer, origin, data, before);
  return transaction(async (tx) => {
    const gift = await lockGift(tx, viewer, id);
    if (!isChangeable(gift)) throw new GiftUnusable(gift.status);
    await tx.gift.update({ where: { id }, data: details });
    await deliverIfDue(tx, id, details);
    return { id };
  });
}

/** Cancels an undelivered gift: its code opens nothing any more. Idempotent. */
export async function cancelGift(viewer: Viewer, { id }: { id: string }) {
  return transaction(async (tx) => {
    const gift = await lockGift(tx, viewer, id);
    if (gift.status === 'CANCELLED') return { id };
    if (!isChangeable(gift)) throw new GiftUnusable(gift.status);
    await tx.gift.update({ where: { id }, data: { status: 'CANCELLED' } });
    return { id };
  });
}

/** The caller's gift, locked until the commit. */
async function lockGift(tx: Tx, viewer: Viewer, id: string): Promise<Gift> {
  await tx.$queryRaw`select 1 from gift where id = ${id}::uuid for no key update`;
  const gift = await tx.gift.findFirst({ where: { id, ...givenBy(viewer) } });
  if (!gift) throw new NotFound('Gift', ['id']);
  return gift;
}

/** The columns of a gift; refuses an unavailable method or day. */
function detailsOf({ deliverOn, timeZone, cloth, draft, ...data }: Saved) {
  const recipient = {
    recipientEmail: data.recipientEmail ?? null,
    recipientPhone: data.recipientPhone ?? null,
  };
  if (!draft && !waysOffered().includes(wayOf(recipient))) {
    const message = 'is not enough: texts aren’t sent here, so give an email, or print the card';
    throw new InvalidInput([{ path: 'recipientPhone', message }]);
  }
  const zone =
    timeZone ?? (recipient.recipientPhone && zoneOfPhone(recipient.recipientPhone)) ?? 'America/New_York';
  const today = dayIn(zone, clock.now());
  const day = deliverOn ?? today;
  if (!draft && day < today) refuseDay('must not be in the past');
  if (day > dayIn(zone, new Date(clock.now().getTime() + yearInDays * dayMs))) {
    refuseDay('must be within a year');
  }
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const deliverAt = new Date(new TZDate(year, month - 1, date, deliveryHour, 0, zone).getTime());
  const { recipientName, message } = data;
  return {
    ...{ recipientName, ...recipient, message: message ?? null, cloth: cloth ?? 'spruce' },
    language: data.language ?? 'en',
    ...{ deliverOn: new Date(`${day}T00:00:00Z`), timeZone: zone, deliverAt },
    expiresAt: new Date(deliverAt.getTime() + yearInDays * dayMs),
    status: draft ? ('DRAFT' as const) : ('SCHEDULED' as const),
  };
}

function refuseDay(message: string): never {
  throw new InvalidInput([{ path: 'deliverOn', message }]);
}

/** The local day in a zone, as 2026-12-25. */
function dayIn(zone: string, now: Date): string {
  const there = new TZDate(now.getTime(), zone);
  const parts = [there.getFullYear(), there.getMonth() + 1, there.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/** Counts the letter or text of a gift, once per recipient. */
async function spendDelivery(viewer: Viewer, origin: Origin, data: Saved, before: Gift | null) {
  const to = recipientOf(data);
  if (data.draft || !to) return;
  if (before?.status === 'SCHEDULED' && recipientOf(before) === to) return;
  const refusal = 'Too many gifts and invitations were sent today: print the card, or try again tomorrow';
  await spendLetterToStranger(viewer, origin, to, refusal);
}

function recipientOf(of: { recipientEmail?: string | null; recipientPhone?: string | null }): string | null {
  return of.recipientEmail ?? of.recipientPhone ?? null;
}

/** A gift for today leaves at once; for the others somebody looks every five minutes. */
async function deliverIfDue(tx: Tx, id: string, { status, deliverAt }: { status: string; deliverAt: Date }) {
  if (status === 'SCHEDULED' && deliverAt <= clock.now()) await enqueue(tx, deliverOne, { giftId: id });
}
