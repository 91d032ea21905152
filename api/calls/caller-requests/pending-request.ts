import { z } from 'zod';

/** The question of ours that the next words on a call may answer. */
export const PendingRequest = z.discriminatedUnion('for', [
  z.object({ for: z.literal('CODE_WORD') }),
  z.object({ for: z.literal('TEXT_CODE') }),
  z.object({ for: z.literal('TITLE'), cardIds: z.array(z.uuid()), next: z.int() }),
  z.object({
    for: z.literal('STORY'),
    cardId: z.uuid(),
    /** The number of words that were heard when the call dropped. */
    heardWords: z.int().optional(),
  }),
  z.object({ for: z.literal('DELETE'), cardId: z.uuid() }),
  /** The code word was said. Nothing is asked, but it can be said again. */
  z.object({ for: z.literal('SAID_WORD') }),
]);
export type PendingRequest = z.output<typeof PendingRequest>;
