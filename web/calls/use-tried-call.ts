import { useEffect, useRef, useState } from 'react';
import { apollo } from '#web/app/apollo.ts';
import { endConversation } from '#web/conversations/talk/end.ts';
import { TalkEndDocument } from '#web/conversations/talk/talk.graphql.ts';
import { type BrowserPhone, browserVoice, openPhone, type PhoneKey } from './browser-phone.ts';
import { TryCallDocument } from './TryCall.graphql.ts';

export type CallLine = { id: number; who: 'evertold' | 'person'; text: string };

export type TriedState = 'ready' | 'ringing' | 'talking' | 'ended';

const againMs = 1_000;
const mostTries = 5;

/**
 * A test call in the browser: ringing, picked up, live, hung up. `versionId` is the agent prompt's version, if one was
 * chosen.
 */
export function useTriedCall(subjectId: string, versionId: string | null) {
  const [state, setState] = useState<TriedState>('ready');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [lines, setLines] = useState<CallLine[]>([]);
  const [speaking, setSpeaking] = useState(false);
  const [conversationId, setConversationId] = useState<string | null>(null);
  const [{ patienceMs, language }, setSettings] = useState({ patienceMs: 0, language: 'en' });
  const phone = useRef<BrowserPhone | null>(null);
  const path = useRef('');
  const hungUp = useRef(false);
  const tries = useRef(0);
  const reconnecting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /** The call that ends when this page is left. */
  const held = useRef<string | null>(null);
  const isGone = useRef(false);
  useEffect(() => {
    browserVoice();
    isGone.current = false;
    const leave = () => {
      hungUp.current = true;
      clearTimeout(reconnecting.current);
      const isSaid = phone.current?.leave();
      if (held.current && !isSaid) endLeft(held.current);
      held.current = null;
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      isGone.current = true;
      leave();
    };
  }, []);

  async function connectable(): Promise<string | null> {
    const { data } = await apollo
      .mutate({ mutation: TryCallDocument, variables: { subjectId, agentPromptVersionId: versionId } })
      .catch(() => ({ data: null }));
    const tried = data?.tryCall;
    if (tried?.__typename === 'TriedCall') {
      if (isGone.current) {
        endLeft(tried.conversation.id);
        return null;
      }
      held.current = tried.conversation.id;
      path.current = tried.socketPath;
      setConversationId(tried.conversation.id);
      setSettings(tried.conversation.subject);
      return tried.conversation.id;
    }
    setProblem(tried?.message ?? 'We couldn’t reach Evertold. Nothing was begun. Try again.');
    return null;
  }

  async function ring() {
    setBusy(true);
    setProblem(null);
    hungUp.current = false;
    if (await connectable()) setState('ringing');
    setBusy(false);
  }

  function pickUp(id: string | null = conversationId) {
    if (!id) return;
    setState('talking');
    phone.current = openPhone(path.current, id, language, {
      onAnswer(text, isSpeaking) {
        tries.current = 0;
        setSpeaking(isSpeaking);
        setLines((before) => withAnswer(before, text));
      },
      onClosed(ended) {
        if (ended) held.current = null;
        if (ended || hungUp.current || tries.current >= mostTries) return setState('ended');
        tries.current += 1;
        reconnecting.current = setTimeout(() => void reconnect(), againMs);
      },
    });
  }

  async function reconnect() {
    if (hungUp.current) return;
    const again = await connectable();
    if (again && !hungUp.current) pickUp(again);
    else setState('ended');
  }

  function speak(words: string) {
    const text = words.trim();
    if (!text) return;
    phone.current?.speak(text);
    setLines((before) => [...before, { id: before.length, who: 'person', text }]);
  }

  async function hangUp() {
    hungUp.current = true;
    clearTimeout(reconnecting.current);
    if (conversationId) await endConversation(conversationId).catch(() => null);
    held.current = null;
    phone.current?.close();
    setState('ended');
  }

  const interrupt = () => phone.current?.interrupt();
  const press = (key: PhoneKey) => phone.current?.press(key);
  const keepSpeaking = (words: string) => phone.current?.keepSpeaking(words);
  return {
    ...{ state, busy, problem, lines, speaking, conversationId, patienceMs, language },
    ...{ ring, pickUp, speak, keepSpeaking, interrupt, press, hangUp },
  };
}

function withAnswer(before: CallLine[], text: string): CallLine[] {
  const last = before.at(-1);
  if (last?.who === 'evertold') return [...before.slice(0, -1), { ...last, text }];
  return [...before, { id: before.length, who: 'evertold', text }];
}

/** Ends a conversation whose page goes away, without waiting for the answer. */
function endLeft(id: string) {
  const context = { fetchOptions: { keepalive: true }, isBackground: true };
  void apollo.mutate({ mutation: TalkEndDocument, variables: { id }, context }).catch(() => null);
}
