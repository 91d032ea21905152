import { ports } from '#api/adapters/ports.ts';
import type { Gift, Prisma } from '#api/generated/prisma/client.ts';
import type { GiftStatus } from '#api/generated/prisma/enums.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';

/** Delivery methods of a gift. */
export const giftWays = ['LETTER', 'TEXT', 'CARD'] as const;
export type GiftWay = (typeof giftWays)[number];

/** The gifts that a user gave. Only the giver sees them; an admin who acts as the giver sees none. */
export function givenBy(viewer: Viewer): Prisma.GiftWhereInput {
  if (actsForAnother(viewer)) return { id: { in: [] } };
  return { giverId: viewer.userId };
}

/** The available delivery methods: texts need a carrier. */
export function waysOffered(): GiftWay[] {
  return giftWays.filter((way) => way !== 'TEXT' || ports.sms.isConnected);
}

/** The delivery method of a gift: a letter with an email, a text with a phone, else a card that the giver prints. */
export function wayOf(gift: Pick<Gift, 'recipientEmail' | 'recipientPhone'>): GiftWay {
  if (gift.recipientEmail) return 'LETTER';
  return gift.recipientPhone ? 'TEXT' : 'CARD';
}

/** The current status of a gift: unopened after a year, it is expired, whatever its row says. */
export function giftStatusNow({ status, expiresAt }: Pick<Gift, 'status' | 'expiresAt'>): GiftStatus {
  return status === 'DELIVERED' && expiresAt <= clock.now() ? 'EXPIRED' : status;
}

/** Whether the giver can still change or cancel the gift. */
export function isChangeable(gift: Pick<Gift, 'status'>): boolean {
  return gift.status === 'DRAFT' || gift.status === 'SCHEDULED';
}

/** Whether the code opens the gift. A printed card may be given before its day. */
export function isOpenable(gift: Pick<Gift, 'status' | 'expiresAt'>): boolean {
  const status = giftStatusNow(gift);
  return status === 'SCHEDULED' || status === 'DELIVERED';
}

/** Whether the viewer may read a gift's code: only its giver in person. */
export function seesCode(viewer: Viewer, gift: Pick<Gift, 'giverId' | 'status' | 'expiresAt'>): boolean {
  return gift.giverId === viewer.userId && !actsForAnother(viewer) && isOpenable(gift);
}
