import type { VirtualItem } from '@tanstack/react-virtual';
import { onSessionEnd } from '#web/app/session.ts';
import type { WriterMessagesQuery } from '../messages.graphql.ts';
import type { Edge } from './use-messages.ts';

/** The rows of a list that the reader has left. */
export interface KeptRows {
  rows: readonly Edge[];
  waiting: readonly Edge[];
  end: WriterMessagesQuery['messages']['pageInfo'];
  paused: boolean;
  /** The cursor of the last message that the stream brought. */
  cursor: string | null;
  /** When the list was left, in ms: until then its rows were kept up to date. */
  currentAt: number;
}

/** A list as the reader left it. */
export interface KeptList extends KeptRows {
  selectedId: string | null;
  /** The measured heights of the rows. */
  measured: VirtualItem[];
}

/** After this time a reader wants the newest messages rather than thousands that have arrived above. */
const keptMs = 4 * 3_600_000;

/** The list that was left last. */
let kept: { place: string; list: KeptList } | null = null;

/** Counts the sessions of this page's visit. */
let session = 0;

onSessionEnd(() => {
  kept = null;
  session += 1;
});

/** Keeps a list for when the reader comes back to this place, unless the session in which it was read has ended. */
export function keepList(place: string, list: KeptList, readIn: number): void {
  if (readIn !== session) return;
  kept = { place, list };
}

/** The present session. */
export function presentSession(): number {
  return session;
}

/** The list as it was left at this place; null when it was left too long ago. */
export function keptList(place: string): KeptList | null {
  return kept?.place === place && Date.now() < kept.list.currentAt + keptMs ? kept.list : null;
}
