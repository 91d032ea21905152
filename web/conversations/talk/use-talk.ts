import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { connection, onConnectionChange } from '#web/app/connection.ts';
import { useSession } from '#web/app/layouts/signed-in.route.tsx';
import { followLive } from '#web/app/live.ts';
import { recorderOf } from './recorder.ts';
import { type TalkMessage, unsentOf } from './say.ts';
import {
  TalkMessageAddedDocument,
  TalkMessageChangedDocument,
  TalkReplyProgressDocument,
  type TalkReplyProgressSubscription,
} from './talk.graphql.ts';
import type { UnsentUtterance } from './unsent.ts';

export type GrowingReply = TalkReplyProgressSubscription['replyProgress'];

export interface Speaking {
  /** The utterances that are not stored yet, in order. */
  unsent: readonly UnsentUtterance[];
  say(text: string): void;
  /** Removes a refused utterance and returns its text, to be changed and sent again. */
  takeBack(clientMessageId: string): string;
}

/** Sends utterances in a conversation: each is shown at once, and stored and sent again until the server has it. */
export function useSpeaking(conversationId: string, onStored?: (message: TalkMessage) => void): Speaking {
  const { user } = useSession();
  const { unsent, stored } = useMemo(() => unsentOf(conversationId, user.id), [conversationId, user.id]);
  const list = useSyncExternalStore(unsent.subscribe, unsent.now);
  useEffect(() => {
    if (!onStored) return;
    stored.add(onStored);
    return () => void stored.delete(onStored);
  }, [stored, onStored]);
  useEffect(() => onConnectionChange(() => connection() === 'online' && unsent.retry()), [unsent]);
  const say = (text: string) => unsent.say(text, recorderOf(conversationId).take());
  return { unsent: list, say, takeBack: unsent.takeBack };
}

/** The interviewer's growing answer; null when its message or a replacement has arrived, or when there is none. */
export function useGrowingReply(
  conversationId: string,
  messages: readonly Pick<TalkMessage, 'id' | 'role' | 'seq'>[],
  live: boolean,
): GrowingReply | null {
  const [growing, setGrowing] = useState<{ reply: GrowingReply; afterSeq: number } | null>(null);
  const newest = useRef(0);
  newest.current = messages.at(-1)?.seq ?? 0;
  useEffect(() => {
    if (!live) return;
    return followLive({
      document: TalkReplyProgressDocument,
      variables: { conversationId },
      cursorOf: () => null,
      onEvent: ({ replyProgress: reply }) => setGrowing({ reply, afterSeq: newest.current }),
    });
  }, [conversationId, live]);
  return growing && live && stillGrows(growing, messages) ? growing.reply : null;
}

/** Whether the answer is still growing. An answer whose process died never finishes, but another replaces it. */
export function stillGrows(
  { reply, afterSeq }: { reply: Pick<GrowingReply, 'messageId'>; afterSeq: number },
  messages: readonly Pick<TalkMessage, 'id' | 'role' | 'seq'>[],
): boolean {
  return !messages.some(
    ({ id, role, seq }) => id === reply.messageId || (role === 'assistant' && seq > afterSeq),
  );
}

/**
 * The interviewer's message whose keepsake stands beside the question. It stays while the next question is awaited, so
 * that nothing jumps when that is about it as well; but beside words that grow, nothing is known to belong.
 */
export function messageAskedAbout<M extends Pick<TalkMessage, 'role'>>(
  messages: readonly M[],
  reply: Pick<GrowingReply, 'text'> | null,
): M | undefined {
  return reply?.text ? undefined : messages.findLast(({ role }) => role === 'assistant');
}

/** The live messages of a conversation after `after`, each once, in order and in their current state. */
export function useLiveMessages(
  conversationId: string,
  first: readonly TalkMessage[],
  after: string | null,
): { messages: readonly TalkMessage[]; add: (message: TalkMessage) => void } {
  const [messages, setMessages] = useState<readonly TalkMessage[]>(first);
  const [add] = useState(
    () => (message: TalkMessage) => setMessages((before) => withMessage(before, message)),
  );
  useEffect(() => {
    const filter = { conversationId };
    const stopAdded = followLive({
      document: TalkMessageAddedDocument,
      variables: { filter, ...(after === null ? {} : { after }) },
      cursorOf: ({ messageAdded }) => messageAdded.cursor,
      onEvent: ({ messageAdded }) => add(messageAdded.node),
    });
    const stopChanged = followLive({
      document: TalkMessageChangedDocument,
      variables: { filter },
      cursorOf: () => null,
      onEvent: ({ messageChanged }) => add(messageChanged),
    });
    return () => {
      stopAdded();
      stopChanged();
    };
  }, [conversationId, after, add]);
  return { messages, add };
}

function withMessage(before: readonly TalkMessage[], message: TalkMessage): readonly TalkMessage[] {
  return [...before.filter(({ id }) => id !== message.id), message].sort((a, b) => a.seq - b.seq);
}

/** The unsent utterances that are not among the messages yet; the stream may be faster than the mutation's answer. */
export function stillUnsent(
  unsent: readonly UnsentUtterance[],
  messages: readonly { role: string; text?: string | null | undefined }[],
): readonly UnsentUtterance[] {
  const last = messages.findLast(({ role }) => role === 'user')?.text?.trim();
  return unsent.filter(({ text, state }) => state === 'refused' || text.trim() !== last);
}
