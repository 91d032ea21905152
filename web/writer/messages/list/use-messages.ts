import { useEffect, useRef, useState } from 'react';
import { apollo } from '#web/app/apollo.ts';
import type { MessageFilter } from '#web/app/generated/schema-types.ts';
import { followLive } from '#web/app/live.ts';
import {
  WriterMessageAddedDocument,
  WriterMessageChangedDocument,
  WriterMessagesDocument,
  type WriterMessagesQuery,
} from '../messages.graphql.ts';
import { arranged } from './arrange.ts';
import type { KeptRows } from './kept-rows.ts';

export type Edge = WriterMessagesQuery['messages']['edges'][number];

/** The first page is small so that it loads fast; later pages are fetched ahead, at the maximum size. */
export const firstPage = 50;
const nextPage = 100;
/** Messages that arrive within this time are rendered together, which limits the work in a busy hour. */
const togetherMs = 50;

export interface MessageList {
  rows: readonly Edge[];
  /** Messages that arrived while the reader was further down. */
  waiting: readonly Edge[];
  /** The state of loading older messages. */
  older: 'more' | 'coming' | 'failed' | 'none';
  /** Whether the subscription is still open. */
  live: boolean;
  /** Whether new messages wait above until the reader asks for them, also at the top. */
  paused: boolean;
  setPaused(paused: boolean): void;
  showWaiting(): void;
  loadOlder(): void;
  /** The present rows and cursor, from which the list can continue later. */
  keep(): KeptRows;
}

/**
 * The messages that match a filter, newest first: older ones page by page, new ones as they arrive. Goes on from the
 * rows that were kept when the reader left the list, if any.
 */
export function useMessages(
  { messages: first, newest }: WriterMessagesQuery,
  filter: MessageFilter,
  { atTop, kept }: { atTop: () => boolean; kept: KeptRows | null },
): MessageList {
  const [rows, setRows] = useState<readonly Edge[]>(kept?.rows ?? first.edges);
  const [waiting, setWaiting] = useState<readonly Edge[]>(kept?.waiting ?? []);
  const [end, setEnd] = useState(kept?.end ?? first.pageInfo);
  const [paused, setPaused] = useState(kept?.paused ?? false);
  const [older, setOlder] = useState<'idle' | 'coming' | 'failed'>('idle');
  const [live, setLive] = useState(true);
  const [start] = useState(() => ({
    filter, // An empty list starts after the newest message of all.
    cursor: kept ? kept.cursor : ((first.edges[0] ?? newest?.edges[0])?.cursor ?? null),
    currentAt: kept?.currentAt,
  }));
  /** Changes together with the rows, so that the kept list never lacks a message before it. */
  const [cursor, setCursor] = useState(start.cursor);
  const showsNewAtOnce = useRef(atTop);
  useEffect(() => {
    showsNewAtOnce.current = () => !paused && atTop();
  });

  useEffect(() => {
    const { filter, cursor, currentAt } = start;
    setLive(true);
    let arrived: Edge[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    function addArrived() {
      const batch = arrived;
      arrived = [];
      timer = undefined;
      const last = batch.at(-1);
      if (last) setCursor(last.cursor);
      const add = showsNewAtOnce.current() ? setRows : setWaiting;
      add((kept) => arranged([...batch, ...kept]));
    }
    const leaveNew = followLive({
      document: WriterMessageAddedDocument,
      variables: { filter, ...(cursor !== null && { after: cursor }) },
      cursorOf: ({ messageAdded }) => messageAdded.cursor,
      onEvent: ({ messageAdded }) => {
        arrived.push(messageAdded);
        timer ??= setTimeout(addArrived, togetherMs);
      },
      onEnd: () => setLive(false),
    });
    // Changes are written into the cache, from which the row is rendered again.
    const leaveChanged = followLive({
      document: WriterMessageChangedDocument,
      variables: { filter },
      cursorOf: () => null,
      ...(currentAt !== undefined && { currentAt }),
      onEvent: () => undefined,
    });
    return () => {
      leaveNew();
      leaveChanged();
      clearTimeout(timer);
    };
  }, [start]);

  async function loadOlder() {
    if (older === 'coming' || !end.hasNextPage) return;
    setOlder('coming');
    const answer = await apollo
      .query({
        query: WriterMessagesDocument,
        variables: { filter: start.filter, first: nextPage, after: end.endCursor ?? null },
        fetchPolicy: 'network-only',
      })
      .catch(() => null);
    const page = answer?.data?.messages;
    if (!page) return setOlder('failed');
    setRows((kept) => arranged([...kept, ...page.edges]));
    setEnd(page.pageInfo);
    setOlder('idle');
  }

  function showWaiting() {
    setRows((kept) => arranged([...waiting, ...kept]));
    // Keeps messages that have arrived since `waiting` was rendered.
    setWaiting((kept) => kept.filter((edge) => !waiting.includes(edge)));
  }

  return {
    rows,
    waiting,
    live,
    paused,
    setPaused(next) {
      setPaused(next);
      if (!next && atTop()) showWaiting();
    },
    keep: () => ({ rows, waiting, end, paused, cursor, currentAt: Date.now() }),
    older: older === 'idle' ? (end.hasNextPage ? 'more' : 'none') : older,
    showWaiting,
    loadOlder: () => void loadOlder(),
  };
}
