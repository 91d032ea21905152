import { bus } from '#api/platform/events/bus.ts';
import { topics } from '#api/platform/events/topics.ts';

/** An answer that is being made in this process. */
export type Answering = {
  /** Whether it began because something was just said. */
  said: boolean;
  /** Interrupts the answer because there is more to answer, or nothing any more. */
  interrupt: () => void;
  /** Whether something was said since the last look. */
  again: boolean;
  /** Whether the answer waits, because the speaker goes on. */
  paused: boolean;
  done: Promise<void>;
};

/** The answers that are being made in this process, by conversation. */
export const answering = new Map<string, Answering>();

/**
 * Interrupts the answer in whichever process makes it, because the conversation ended or words became private. If an
 * answer is still due, a new one is made.
 */
export function stopAnswering(conversationId: string) {
  const here = answering.get(conversationId);
  if (here) here.interrupt();
  else interruptElsewhere(conversationId);
}

/** Interrupts the answer that this process makes; it is made when `answer` is called again. Resolves when it stopped. */
export async function pauseAnswering(conversationId: string): Promise<void> {
  const here = answering.get(conversationId);
  if (!here) return;
  here.paused = true;
  here.interrupt();
  await here.done;
}

/** Interrupts the answer in another process. */
export function interruptElsewhere(conversationId: string) {
  bus.publish(topics.answering(conversationId), true);
}
