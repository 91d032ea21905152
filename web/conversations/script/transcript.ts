import type { ConversationMessageAddedSubscription } from '../conversation.graphql.ts';

/** A message in its place. */
export type Entry = Pick<ConversationMessageAddedSubscription['messageAdded'], 'cursor' | 'node'>;

/** Messages without a gap, and whether there are more on either side. */
export interface Transcript {
  entries: readonly Entry[];
  hasEarlier: boolean;
  hasLater: boolean;
}

interface Page {
  edges: readonly Entry[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean };
}

/** The first and the last page, as a conversation is opened with both. */
export interface Opened {
  opening: Page;
  latest: Page;
}

/** Both pages when nothing lies between them; else the end of a live conversation, the beginning of any other. */
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

/** Both lists as one, each message once, in the order in which it was said. */
export function joined(before: readonly Entry[], more: readonly Entry[]): readonly Entry[] {
  const bySeq = new Map(before.map((entry) => [entry.node.seq, entry]));
  for (const entry of more) bySeq.set(entry.node.seq, entry);
  const last = before.at(-1)?.node.seq ?? -1;
  if (more.every(({ node }) => node.seq > last)) return [...bySeq.values()];
  return [...bySeq.values()].sort((a, b) => a.node.seq - b.node.seq);
}
