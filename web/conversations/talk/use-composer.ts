import { type RefObject, useEffect, useRef, useState } from 'react';
import { useSession } from '#web/app/layouts/signed-in.route.tsx';
import { type Dictation, useDictation } from './dictation.ts';
import { recorderOf } from './recorder.ts';

export interface Composer {
  /** The current answer, typed or dictated. */
  text: string;
  setText(text: string): void;
  /** Whether the user types; otherwise the browser dictates. */
  typing: boolean;
  typeInstead(): void;
  speakInstead(): void;
  /** The text area, while the user types. */
  area: RefObject<HTMLTextAreaElement | null>;
  dictation: Dictation;
  /** Sends the answer, including words still being recognized, and clears it. */
  done(): void;
  empty: boolean;
}

/** An answer draft that is stored on the device under `draftKey`, its conversation’s id, until it is sent. */
export function useComposer({
  draftKey,
  language,
  mayDictate,
  say,
}: {
  draftKey: string;
  language: string;
  /** Whether the server writes down spoken words where the browser can't. */
  mayDictate: boolean;
  say: (text: string) => void;
}): Composer {
  const { user } = useSession();
  const key = `evertold:draft:${user.id}:${draftKey}`;
  const [text, setText] = useState(() => readDraft(key));
  const [byVoice, setByVoice] = useState(() => text === '');
  const dictation = useDictation(language, mayDictate ? draftKey : null, (words) =>
    setText((before) => joined(before, words)),
  );
  const [sendsWhenHeard, setSendsWhenHeard] = useState(false);
  useEffect(() => keepDraft(key, text), [key, text]);
  const area = useRef<HTMLTextAreaElement>(null);
  const typing = !byVoice || !dictation.there;
  const empty = joined(text, dictation.forming).trim() === '' && !dictation.pending;
  useEffect(() => {
    if (!empty) recorderOf(draftKey).begin();
  }, [empty, draftKey]);

  function send(): void {
    const words = joined(text, dictation.forming).trim();
    dictation.cut();
    if (!words) return;
    say(words);
    setText('');
    area.current?.focus();
  }
  useEffect(() => {
    if (!sendsWhenHeard || dictation.pending) return;
    setSendsWhenHeard(false);
    // Words were lost: the speaker decides whether the rest is sent.
    if (!dictation.problem) send();
  });

  return {
    text,
    setText,
    typing,
    area,
    dictation,
    typeInstead() {
      dictation.cut();
      setText((before) => joined(before, dictation.forming));
      setByVoice(false);
    },
    speakInstead() {
      setByVoice(true);
      dictation.start();
    },
    done() {
      if (!dictation.pending) return send();
      dictation.stop();
      setSendsWhenHeard(true);
    },
    empty,
  };
}

function joined(before: string, words: string): string {
  if (!words) return before;
  return before.trim() ? `${before.trimEnd()} ${words}` : words.charAt(0).toUpperCase() + words.slice(1);
}

function readDraft(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function keepDraft(key: string, text: string): void {
  try {
    if (text.trim()) localStorage.setItem(key, text);
    else localStorage.removeItem(key);
  } catch {
    // Without storage a draft lives only as long as its page.
  }
}
