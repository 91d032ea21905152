import { useCallback, useEffect, useRef, useState } from 'react';
import { apollo } from '#web/app/apollo.ts';
import { connection, onConnectionChange } from '#web/app/connection.ts';
import { followLive } from '#web/app/live.ts';
import {
  ConversationMessageAddedDocument,
  ConversationMessageChangedDocument,
  ConversationMessagesDocument,
} from '../conversation.graphql.ts';
import { type Entry, joined, type Opened, openedAt, type Transcript } from './transcript.ts';

const pageSize = 50;
const largestPage = 100;

export interface LiveTranscript extends Transcript {
  /** The ids of messages that arrived while the page is open. */
  fresh: ReadonlySet<string>;
  loadEarlier(): Promise<void>;
  loadLater(): Promise<void>;
}

/**
 * The loaded part of a transcript, updated live: the newest part of a live conversation, the beginning of a finished
 * one. New messages are added once and in order, even after a lost connection.
 */
export function useTranscript(conversationId: string, opened: Opened, live: boolean): LiveTranscript {
  const [transcript, setTranscript] = useState<Transcript>(() => openedAt(opened, live));
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const now = useRef(transcript);
  useEffect(() => {
    now.current = transcript;
  }, [transcript]);

  useEffect(() => {
    const stop = followLive({
      document: ConversationMessageChangedDocument,
      variables: { filter: { conversationId } },
      cursorOf: () => null,
      // A turn's words are read from the cache, and the order of the turns from this list.
      onEvent: ({ messageChanged: node }) =>
        setTranscript((before) => ({
          ...before,
          entries: before.entries.map((entry) => (entry.node.id === node.id ? { ...entry, node } : entry)),
        })),
    });
    let away = connection() === 'offline';
    const stopWatching = onConnectionChange(() => {
      if (connection() === 'offline') away = true;
      else if (away && connection() === 'online') {
        away = false;
        void refresh(conversationId, now.current).catch(() => undefined);
      }
    });
    return () => {
      stop();
      stopWatching();
    };
  }, [conversationId]);

  useEffect(() => {
    if (!live) return;
    const after = now.current.entries.at(-1)?.cursor ?? null;
    const add = (entries: readonly Entry[]) =>
      setTranscript((before) => ({ ...before, entries: joined(before.entries, entries) }));
    const stop = followLive({
      document: ConversationMessageAddedDocument,
      variables: { filter: { conversationId }, ...(after === null ? {} : { after }) },
      cursorOf: ({ messageAdded }) => messageAdded.cursor,
      onEvent({ messageAdded }) {
        setTranscript((before) =>
          before.hasLater ? before : { ...before, entries: joined(before.entries, [messageAdded]) },
        );
        setFresh((before) => new Set(before).add(messageAdded.node.id));
      },
    });
    // Without any message there is no cursor to resume from, so messages since the page was loaded are requested.
    if (after === null)
      void messages(conversationId, { first: pageSize }).then(
        ({ edges }) => add(edges),
        () => undefined,
      );
    return stop;
  }, [conversationId, live]);

  const loadEarlier = useCallback(async () => {
    const before = now.current.entries[0]?.cursor;
    if (!before) return;
    const page = await messages(conversationId, { last: pageSize, before });
    setTranscript(({ entries, hasLater }) => ({
      entries: joined(page.edges, entries),
      hasEarlier: page.pageInfo.hasPreviousPage,
      hasLater,
    }));
  }, [conversationId]);

  const loadLater = useCallback(async () => {
    const after = now.current.entries.at(-1)?.cursor;
    if (!after) return;
    const page = await messages(conversationId, { first: pageSize, after });
    setTranscript(({ entries, hasEarlier }) => ({
      entries: joined(entries, page.edges),
      hasEarlier,
      hasLater: page.pageInfo.hasNextPage,
    }));
  }, [conversationId]);
  return { ...transcript, fresh, loadEarlier, loadLater };
}

interface PageArgs {
  first?: number;
  after?: string;
  last?: number;
  before?: string;
}

async function messages(id: string, { first, after, last, before }: PageArgs) {
  const { data } = await apollo.query({
    query: ConversationMessagesDocument,
    variables: {
      id,
      first: first ?? null,
      after: after ?? null,
      last: last ?? null,
      before: before ?? null,
    },
    fetchPolicy: 'network-only',
  });
  if (!data?.conversation) throw new Error('The conversation is no longer there');
  return data.conversation.messages;
}

/** Reloads the visible messages, because some may have become private during the disconnection. */
async function refresh(id: string, { entries, hasEarlier }: Transcript): Promise<void> {
  let after = hasEarlier ? entries[0]?.cursor : undefined;
  const last = entries.at(-1)?.node.seq ?? -1;
  for (;;) {
    const { edges, pageInfo } = await messages(id, { first: largestPage, ...(after && { after }) });
    const end = edges.at(-1);
    if (!end || !pageInfo.hasNextPage || end.node.seq >= last) return;
    after = end.cursor;
  }
}
