import { z } from 'zod';

const number = z.union([z.number(), z.string()]).optional();

/** A frame that the phone service sends over a call's socket. */
export const Frame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('setup'),
    sessionId: z.string().optional(),
    callSid: z.string().max(200),
    accountSid: z.string().max(200).optional(),
    from: z.string().optional(),
    to: z.string().optional(),
  }),
  z.object({
    type: z.literal('prompt'),
    voicePrompt: z.string(),
    lang: z.string().optional(),
    last: z.boolean().default(true),
  }),
  z.object({ type: z.literal('dtmf'), digit: z.string().max(4) }),
  z.object({
    type: z.literal('interrupt'),
    utteranceUntilInterrupt: z.string().default(''),
    durationUntilInterruptMs: number,
  }),
  z.object({ type: z.literal('error'), description: z.string().optional() }),
  z.object({ type: z.literal('info'), name: z.string().optional(), value: z.unknown() }),
]);
export type Frame = z.output<typeof Frame>;

/** A frame that we send. */
export type Say =
  | {
      type: 'text';
      token: string;
      last: boolean;
      lang?: string;
      preemptible: boolean;
      interruptible?: boolean;
    }
  | { type: 'end'; handoffData: string };

/** Parses a received frame; null when it is invalid. */
export function readFrame(data: string): Frame | null {
  try {
    return Frame.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}
