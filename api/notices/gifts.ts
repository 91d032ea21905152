import { z } from 'zod';
import { codeOf, giftUrl } from '#api/gifts/codes.ts';
import { isOpenable } from '#api/gifts/policy.ts';
import { languageOf } from '#api/language/languages.ts';
import { db } from '#api/platform/database/database.ts';
import type { GiftGiven } from './mails/gifts.ts';

/** The stored data of a waiting letter about a gift: only its id, no names, words or code. */
export const GiftToTell = z.object({ giftId: z.uuid() });

/** The gift as it is now; null when it was opened meanwhile, is too old, or its giver's account is gone. */
export async function giftNow(waiting: unknown): Promise<z.output<typeof GiftGiven> | null> {
  const { giftId } = GiftToTell.parse(waiting);
  const gift = await db.gift.findUnique({
    where: { id: giftId },
    include: { giver: { select: { name: true } } },
  });
  if (!gift?.giver || !isOpenable(gift)) return null;
  const code = codeOf(giftId);
  return {
    recipientName: gift.recipientName,
    giverName: gift.giver.name,
    message: gift.message,
    code,
    url: giftUrl(code),
    expiresAt: gift.expiresAt.toISOString(),
    timeZone: gift.timeZone,
    language: languageOf(gift.language),
  };
}
