import { bus } from '#api/platform/events/bus.ts';
import { topics } from '#api/platform/events/topics.ts';

/** An answer in the making, in this process. */
export type Answering = {
  /** Whether it begins because something was said just now. */
  said: boolean;
  /** Stops the answer at hand: there is more to answer now, or nothing any more. */
  interrupt: () => void;
  /** Something was said since the answerer last looked. */
  again: boolean;
  done: Promise<void>;
};

/** The answers that are being made in this process, by conversation. */
export const answering = new Map<string, Answering>();

/**
 * Stops an answer in whatever process it is made: the conversation has ended, or what it was begun with became private.
 * If it is still awaited it is made anew.
 */
export function stopAnswering(conversationId: string) {
  const here = answering.get(conversationId);
  if (here) here.interrupt();
  else interruptElsewhere(conversationId);
}

/** Stops the answer where another process makes it. */
export function interruptElsewhere(conversationId: string) {
  bus.publish(topics.answering(conversationId), true);
}
