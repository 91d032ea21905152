import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from './span.ts';

/** What is being done, and for whom: known to everything that runs because of it, without being handed on. */
export type Scope = {
  /** What log lines tell of it; everything in the same request, job or socket operation shares one. */
  readonly about: About;
  /** Under which everything stands that is traced because of it. */
  readonly span?: Span | null;
  /** What is done here is done once, however often it is asked for. */
  readonly once?: Once | null;
};

/** A change that is done once: its row, and what an earlier run of it that was cut off had committed. */
export type Once = {
  id: string;
  runId: string;
  /** Given again, in their order, instead of being done again. */
  done: Step[];
  /** Closes a step up, so that it can be kept; null for one that can't be given again. */
  close: (step: Step) => string | null;
};

/** One transaction: what it was, by its code, and what it made. */
export type Step = { of: string; made: unknown };

export type About = {
  /** The request, the socket operation or, in a job, what queued it. */
  requestId: string | null;
  conversationId?: string;
  job?: string;
  jobId?: string;
};

const scopes = new AsyncLocalStorage<Scope | null>();

/** Runs `work`, and whatever it begins, in a scope; null takes it out of any. */
export function within<T>(scope: Scope | null, work: () => T): T {
  return scopes.run(scope, work);
}

/** The scope in which this runs; null for what nobody asked for. */
export function scope(): Scope | null {
  return scopes.getStore() ?? null;
}

/**
 * Whether a change is taken up that was cut off after it was done: whoever asks was let in when it was, and only what was
 * made is given again. What it took may be gone since by the change itself.
 */
export function isIdempotentReplay(): boolean {
  return !!scopes.getStore()?.once?.done.length;
}

/** From here on the request, job or operation at hand is about this conversation. */
export function concerning(conversationId: string) {
  const current = scopes.getStore();
  if (current) current.about.conversationId = conversationId;
}
