import { z } from 'zod';

/** The question of ours that the next words on a call may answer. */
export const PendingRequest = z.discriminatedUnion('for', [
  z.object({ for: z.literal('CODE_WORD') }),
  z.object({ for: z.literal('TEXT_CODE') }),
  z.object({ for: z.literal('TITLE'), cardIds: z.array(z.uuid()), next: z.int() }),
  z.object({ for: z.literal('STORY'), cardId: z.uuid() }),
  z.object({ for: z.literal('DELETE'), cardId: z.uuid() }),
]);
export type PendingRequest = z.output<typeof PendingRequest>;
