import type { ConversationMessageAddedSubscription } from '../conversation.graphql.ts';

/** A message with its cursor. */
export type Entry = Pick<ConversationMessageAddedSubscription['messageAdded'], 'cursor' | 'node'>;

/** Consecutive messages, and whether there are more on either side. */
export interface Transcript {
  entries: readonly Entry[];
  hasEarlier: boolean;
  hasLater: boolean;
}

interface Page {
  edges: readonly Entry[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean };
}

/** The first and the last page, which are loaded when a conversation is opened. */
export interface Opened {
  opening: Page;
  latest: Page;
}

/** Both pages if they meet; otherwise the end of a live conversation or the beginning of another. */
export function openedAt({ opening, latest }: Opened, live: boolean): Transcript {
  const end = opening.edges.at(-1)?.node.seq;
  const start = latest.edges[0]?.node.seq;
  const whole =
    !opening.pageInfo.hasNextPage ||
    !latest.pageInfo.hasPreviousPage ||
    (end !== undefined && start !== undefined && end >= start);
  if (whole) return { entries: joined(opening.edges, latest.edges), hasEarlier: false, hasLater: false };
  return live
    ? { entries: latest.edges, hasEarlier: true, hasLater: false }
    : { entries: opening.edges, hasEarlier: false, hasLater: true };
}

/** Merges both lists in conversation order, with each message once. */
export function joined(before: readonly Entry[], more: readonly Entry[]): readonly Entry[] {
  const bySeq = new Map(before.map((entry) => [entry.node.seq, entry]));
  for (const entry of more) bySeq.set(entry.node.seq, entry);
  const last = before.at(-1)?.node.seq ?? -1;
  if (more.every(({ node }) => node.seq > last)) return [...bySeq.values()];
  return [...bySeq.values()].sort((a, b) => a.node.seq - b.node.seq);
}
