import { ports } from '#api/adapters/ports.ts';
import type { Gift, Prisma } from '#api/generated/prisma/client.ts';
import type { GiftStatus } from '#api/generated/prisma/enums.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';

/** Ways in which a gift reaches its recipient. */
export const giftWays = ['LETTER', 'TEXT', 'CARD'] as const;
export type GiftWay = (typeof giftWays)[number];

/** The gifts that somebody gave: nobody else sees them. */
export function givenBy(viewer: Viewer): Prisma.GiftWhereInput {
  return { giverId: viewer.userId };
}

/** The ways that work here: without a carrier nothing is texted. */
export function waysOffered(): GiftWay[] {
  return giftWays.filter((way) => way !== 'TEXT' || ports.sms.isConnected);
}

/** How a gift is delivered: by letter where there is an email, else by text, else as a card that the giver prints. */
export function wayOf(gift: Pick<Gift, 'recipientEmail' | 'recipientPhone'>): GiftWay {
  if (gift.recipientEmail) return 'LETTER';
  return gift.recipientPhone ? 'TEXT' : 'CARD';
}

/** How a gift stands now: one that was not opened for a year is expired, whatever its row says. */
export function giftStatusNow({ status, expiresAt }: Pick<Gift, 'status' | 'expiresAt'>): GiftStatus {
  return status === 'DELIVERED' && expiresAt <= clock.now() ? 'EXPIRED' : status;
}

/** Whether the giver can still change or cancel it. */
export function isChangeable(gift: Pick<Gift, 'status'>): boolean {
  return gift.status === 'DRAFT' || gift.status === 'SCHEDULED';
}

/** Whether its code opens it. A printed card may be handed over before its day. */
export function isOpenable(gift: Pick<Gift, 'status' | 'expiresAt'>): boolean {
  const status = giftStatusNow(gift);
  return status === 'SCHEDULED' || status === 'DELIVERED';
}

/** Whether somebody may read a gift's code: its giver, for a card, and nobody in their name. */
export function seesCode(viewer: Viewer, gift: Pick<Gift, 'giverId' | 'status' | 'expiresAt'>): boolean {
  return gift.giverId === viewer.userId && !actsForAnother(viewer) && isOpenable(gift);
}
