import type { Tx } from '#api/platform/database/database.ts';

/**
 * Notes that the letter about a delivered gift, or its reminder, was not sent: its recipient wants none. Its giver can
 * hand over a card.
 */
export async function noteUnsentLetter(tx: Tx, kind: 'gift' | 'gift-reminder', id: string) {
  await tx.gift.updateMany({
    where: { id, status: 'DELIVERED' },
    data: { undeliverable: true, ...(kind === 'gift-reminder' && { remindedAt: null }) },
  });
}
