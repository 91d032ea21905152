import type { z } from 'zod';
import type { Gift } from '#api/generated/prisma/client.ts';
import { languageOf } from '#api/language/languages.ts';
import { type Budget, secondsUntil, spend } from '#api/platform/budgets.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { blockOf } from '#api/platform/domain-values/network.ts';
import { NotFound } from '#api/platform/errors.ts';
import type { Origin, Viewer } from '#api/platform/viewer.ts';
import type { CreateSubject } from '#api/subjects/details.ts';
import { addSubject, roomForOneMore } from '#api/subjects/service.ts';
import { hashOfCode } from '../codes.ts';
import { GiftUnusable, TooManyGiftCodes } from '../errors.ts';
import { giftStatusNow, isOpenable } from '../policy.ts';

/** Codes that are looked up from one block of addresses, and by one account, right ones among them. */
const perBlock: Budget = { name: 'gift-codes-from', points: 120, seconds: 3600 };
const perAccount: Budget = { name: 'gift-codes-by', points: 40, seconds: 3600 };

/** Counts a code that somebody tries, so that nobody tries many. Throws `TooManyGiftCodes`. */
async function spendTry(viewer: Viewer | null, { ipAddress }: Origin) {
  const tries = [await spend(perBlock, blockOf(ipAddress ?? ''))];
  if (viewer) tries.push(await spend(perAccount, viewer.userId));
  const refused = tries.find(({ allowed }) => !allowed);
  if (refused) throw new TooManyGiftCodes(secondsUntil(refused.resetAt));
}

/** What the card says to the holder of its code; null when the code opens nothing. Throws `TooManyGiftCodes`. */
export async function giftByCode(viewer: Viewer | null, origin: Origin, typed: string) {
  await spendTry(viewer, origin);
  return db.gift.findFirst({
    where: { codeHash: hashOfCode(typed), status: { not: 'DRAFT' } },
    include: { giver: { select: { name: true } } },
  });
}

export type GiftPreview = Gift & { giver: { name: string } | null };

/**
 * Makes the caller's book of a gift, about themself or, with `isSelf: false`, about the recipient whom they help, and
 * begins the onboarding with it. It works once: the same person again gets the same book, of two at once the other is
 * told. Throws `GiftUnusable`, `TooManyGiftCodes`, and whatever keeps one from beginning a book.
 */
export async function redeemGift(
  viewer: Viewer,
  origin: Origin,
  { token, isSelf }: { token: string; isSelf?: boolean | null | undefined },
): Promise<{ id: string }> {
  await spendTry(viewer, origin);
  const codeHash = hashOfCode(token);
  return transaction(async (tx) => {
    const found = await tx.gift.findUnique({ where: { codeHash }, select: { redeemedById: true } });
    // The account is held before the gift, as where an account is deleted.
    if (found?.redeemedById !== viewer.userId) await roomForOneMore(tx, viewer.userId);
    await tx.$queryRaw`select 1 from gift where code_hash = ${codeHash} for no key update`;
    const gift = await tx.gift.findUnique({ where: { codeHash } });
    if (!gift || gift.status === 'DRAFT') throw new NotFound('Gift', ['token']);
    if (gift.status === 'REDEEMED' && gift.redeemedById === viewer.userId && gift.subjectId) {
      const owns = { subjectId: gift.subjectId, userId: viewer.userId, subject: { deletedAt: null } };
      if (await tx.membership.count({ where: owns })) return { id: gift.subjectId };
    }
    if (!isOpenable(gift)) throw new GiftUnusable(giftStatusNow(gift));
    const { id } = await addSubject(tx, viewer, bookOf(gift, isSelf ?? true));
    await tx.gift.update({
      where: { id: gift.id },
      data: { status: 'REDEEMED', redeemedById: viewer.userId, redeemedAt: clock.now(), subjectId: id },
    });
    const step = { step: 'ABOUT', answers: { forWhom: 'GIFT' }, subjectId: id, finishedAt: null };
    await tx.onboarding.upsert({
      where: { userId: viewer.userId },
      create: { userId: viewer.userId, ...step },
      update: step,
    });
    return { id };
  });
}

/** What the giver has said already, so that nobody has to say it again. */
function bookOf(gift: Gift, isSelf: boolean): z.output<typeof CreateSubject> & { cloth: string } {
  const { recipientName: fullName, recipientPhone: phone, timeZone, language, cloth } = gift;
  return { fullName, phone, timeZone, language: languageOf(language), cloth, isSelf };
}
