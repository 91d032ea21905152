import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from './span.ts';

/** The current request, job or socket operation, available to everything that runs because of it. */
export type Scope = {
  /** The fields of its log lines; shared by everything in the same request, job or socket operation. */
  readonly about: About;
  /** The parent span of everything traced in it. */
  readonly span?: Span | null;
  /** Set when the change is idempotent. */
  readonly once?: Once | null;
};

/** An idempotent change: its row, and the steps that an earlier, interrupted run committed. */
export type Once = {
  id: string;
  runId: string;
  /** Committed steps that are replayed in order. */
  done: Step[];
  /** Encrypts a step for storage; null for one that can't be replayed. */
  close: (step: Step) => string | null;
};

/** One transaction: a hash of its code, and its result. */
export type Step = { of: string; made: unknown };

export type About = {
  /** The request or socket operation, or in a job, the one that queued it. */
  requestId: string | null;
  conversationId?: string;
  job?: string;
  jobId?: string;
};

const scopes = new AsyncLocalStorage<Scope | null>();

/** Runs `work` and everything it starts in a scope; null runs it outside any. */
export function within<T>(scope: Scope | null, work: () => T): T {
  return scopes.run(scope, work);
}

/** The current scope; null outside any request or job. */
export function scope(): Scope | null {
  return scopes.getStore() ?? null;
}

/**
 * Whether an interrupted idempotent change is being replayed: the caller was authorized then and only gets the stored
 * results. The change itself may have removed what the authorization needs.
 */
export function isIdempotentReplay(): boolean {
  return !!scopes.getStore()?.once?.done.length;
}

/** Sets the conversation of the current request, job or operation. */
export function concerning(conversationId: string) {
  const current = scopes.getStore();
  if (current) current.about.conversationId = conversationId;
}
