import { z } from 'zod';

/** What the next words on a call answer. */
export const DeskWaits = z.discriminatedUnion('for', [
  z.object({ for: z.literal('CODE_WORD') }),
  z.object({ for: z.literal('TEXT_CODE') }),
  z.object({ for: z.literal('TITLE'), cardIds: z.array(z.uuid()), next: z.int() }),
  z.object({ for: z.literal('STORY'), cardId: z.uuid() }),
  z.object({ for: z.literal('DELETE'), cardId: z.uuid() }),
]);
export type DeskWaits = z.output<typeof DeskWaits>;
