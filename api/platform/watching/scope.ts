import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from './tracing.ts';

/** What is being done, and for whom: known to everything that runs because of it, without being handed on. */
export type Scope = {
  /** What log lines tell of it; everything in the same request, job or socket operation shares one. */
  readonly about: About;
  /** Under which everything stands that is traced because of it. */
  readonly span?: Span | null;
  /** The row that says that what is done here is done once. */
  readonly once?: { id: string; runId: string };
};

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

/** From here on the request, job or operation at hand is about this conversation. */
export function concerning(conversationId: string) {
  const current = scopes.getStore();
  if (current) current.about.conversationId = conversationId;
}
