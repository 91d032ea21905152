import { type RefObject, useEffect, useRef, useState } from 'react';
import { useSession } from '#web/app/layouts/signed-in.route.tsx';
import { type Dictation, useDictation } from './dictation.ts';
import { recorderOf } from './recorder.ts';

export interface Composer {
  /** The answer as it stands, typed or taken down. */
  text: string;
  setText(text: string): void;
  /** By voice where the browser takes dictation, until one types. */
  typing: boolean;
  typeInstead(): void;
  speakInstead(): void;
  /** Where one types, while one does. */
  area: RefObject<HTMLTextAreaElement | null>;
  dictation: Dictation;
  /** Says what stands, with what is still forming, and begins anew. */
  done(): void;
  empty: boolean;
}

/** An answer in the making, kept on the device under `draftKey`, its conversation’s id, until it is said. */
export function useComposer({
  draftKey,
  language,
  say,
}: {
  draftKey: string;
  language: string;
  say: (text: string) => void;
}): Composer {
  const { user } = useSession();
  const key = `evertold:draft:${user.id}:${draftKey}`;
  const [text, setText] = useState(() => readDraft(key));
  const [byVoice, setByVoice] = useState(() => text === '');
  const dictation = useDictation(language, (words) => setText((before) => joined(before, words)));
  useEffect(() => keepDraft(key, text), [key, text]);
  const area = useRef<HTMLTextAreaElement>(null);
  const typing = !byVoice || !dictation.there;
  const empty = joined(text, dictation.forming).trim() === '';
  useEffect(() => {
    if (!empty) recorderOf(draftKey).begin();
  }, [empty, draftKey]);

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
      const words = joined(text, dictation.forming).trim();
      dictation.cut();
      if (!words) return;
      say(words);
      setText('');
      area.current?.focus();
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
    // Without a place to keep it, a draft lives as long as its page.
  }
}
