import { z } from 'zod';

/** The message in which it was asked, so that it is not spoken in place of another. */
const asked = { messageId: z.uuid().optional() };

/** The question of ours that the next words on a call may answer. */
export const PendingRequest = z.discriminatedUnion('for', [
  z.object({ ...asked, for: z.literal('CODE_WORD') }),
  z.object({ ...asked, for: z.literal('TEXT_CODE') }),
  z.object({ ...asked, for: z.literal('TITLE'), cardIds: z.array(z.uuid()), next: z.int() }),
  z.object({
    ...asked,
    for: z.literal('STORY'),
    cardId: z.uuid(),
    /** The number of words that were heard when the call dropped. */
    heardWords: z.int().optional(),
  }),
  z.object({ ...asked, for: z.literal('DELETE'), cardId: z.uuid() }),
  /** The code word was said. Nothing is asked, but it can be said again. */
  z.object({ ...asked, for: z.literal('SAID_WORD') }),
]);
export type PendingRequest = z.output<typeof PendingRequest>;
