import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { createQueryPreloader, type PreloadedQueryRef } from '@apollo/client/react';
import { print } from 'graphql';
import { apollo } from './apollo.ts';
import { readyWhen } from './page.ts';
import { onSessionEnd } from './session.ts';

/** Data queried less than this long ago are shown from the cache. */
export const freshForMs = 30_000;
/** Data queried less than this long ago are shown from the cache and refreshed in the background. */
export const keptForMs = 300_000;

const askedAt = new Map<string, number>();
const preloadQuery = createQueryPreloader(apollo);
// The library's overloads need the variables in a form that only a concrete document has.
const start = preloadQuery as unknown as <Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  options: { variables: Variables; fetchPolicy: ReturnType<typeof policyFor> },
) => PreloadedQueryRef<Data, Variables>;
onSessionEnd(() => askedAt.clear());

/** The fetch policy for a page's data, by the time since they were last queried. */
export function policyFor(ageMs: number): 'cache-first' | 'cache-and-network' | 'network-only' {
  if (ageMs < freshForMs) return 'cache-first';
  return ageMs < keptForMs ? 'cache-and-network' : 'network-only';
}

/**
 * Starts a page's query in its loader; the page reads it with `useReadQuery`. The data are fresh for 30 seconds (so
 * pointing at a link and following it sends one query) and cached for 5 minutes.
 */
export function preload<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): PreloadedQueryRef<Data, Variables> {
  const key = print(document) + JSON.stringify(variables);
  const now = Date.now();
  const policy = policyFor(now - (askedAt.get(key) ?? Number.NEGATIVE_INFINITY));
  if (policy !== 'cache-first') askedAt.set(key, now);
  for (const [old, at] of askedAt) if (now - at > keptForMs) askedAt.delete(old);

  const ref = start(document, { variables, fetchPolicy: policy });
  return readyWhen(ref, preloadQuery.toPromise(ref));
}
