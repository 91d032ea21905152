import { useEffect, useRef, useState } from 'react';
import { useTakeDictation } from './take-dictation.ts';

interface Heard {
  readonly isFinal: boolean;
  readonly [index: number]: { readonly transcript: string };
}
interface HeardEvent {
  readonly resultIndex: number;
  readonly results: ArrayLike<Heard>;
}
interface Recognizer {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: HeardEvent) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
  abort(): void;
}
type RecognizerClass = new () => Recognizer;

function recognizerClass(): RecognizerClass | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = globalThis as {
    SpeechRecognition?: RecognizerClass;
    webkitSpeechRecognition?: RecognizerClass;
  };
  return SpeechRecognition ?? webkitSpeechRecognition;
}

/** A message that says why dictation ended; null for silence, which is no reason. */
const problems: Record<string, string> = {
  'not-allowed': 'The microphone is not allowed here. You can type instead.',
  'service-not-allowed': 'This browser does not take dictation here. You can type instead.',
  'audio-capture': 'No microphone was found. You can type instead.',
  network: 'Dictation needs a connection. You can type instead.',
  'language-not-supported': 'This browser does not take dictation in this language. You can type instead.',
};

export interface Dictation {
  /** Whether the browser can dictate, by itself or with the server. */
  there: boolean;
  listening: boolean;
  /** Words being recognized, which may still change. */
  forming: string;
  /** Whether the sound is sent to the server, which has it transcribed. */
  byServer: boolean;
  /** Whether words that were spoken are still to come. */
  pending: boolean;
  problem: string | null;
  start(): void;
  /** Stops listening; the last words still arrive. */
  stop(): void;
  /** Stops listening, and no more words arrive. */
  cut(): void;
}

/**
 * Transcribes speech, by the browser, or by the server where the browser can't and the conversation of this id may
 * (`Conversation.mayDictate`). `onHeard` gets each final stretch.
 */
export function useDictation(
  language: string,
  dictatesIn: string | null,
  onHeard: (words: string) => void,
): Dictation {
  const byBrowser = useBrowserDictation(language, onHeard);
  const byServer = useTakeDictation(dictatesIn, onHeard);
  return byBrowser.there ? byBrowser : byServer;
}

/**
 * Transcribes speech; `onHeard` gets each final stretch. Browsers stop listening at a pause, so it restarts until the
 * user stops it: a pause to think is not the end.
 */
function useBrowserDictation(language: string, onHeard: (words: string) => void): Dictation {
  const recognizer = useRef<Recognizer | null>(null);
  const wanted = useRef(false);
  const heard = useRef(onHeard);
  const [listening, setListening] = useState(false);
  const [forming, setForming] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    heard.current = onHeard;
  }, [onHeard]);
  useEffect(
    () => () => {
      wanted.current = false;
      recognizer.current?.abort();
    },
    [],
  );

  function start(): void {
    const Recognition = recognizerClass();
    if (!Recognition || wanted.current) return;
    const listener = new Recognition();
    listener.lang = language;
    listener.continuous = true;
    listener.interimResults = true;
    listener.onresult = ({ results, resultIndex }) => {
      if (recognizer.current !== listener) return;
      const fresh = Array.from(results).slice(resultIndex);
      const stands = wordsOf(fresh.filter(({ isFinal }) => isFinal));
      if (stands) heard.current(stands);
      setForming(wordsOf(fresh.filter(({ isFinal }) => !isFinal)));
    };
    listener.onerror = ({ error }) => {
      const why = problems[error];
      if (!why) return;
      wanted.current = false;
      setProblem(why);
    };
    listener.onend = () => {
      if (recognizer.current !== listener) return;
      setForming('');
      if (wanted.current) return listener.start();
      setListening(false);
    };
    recognizer.current?.abort();
    recognizer.current = listener;
    wanted.current = true;
    setProblem(null);
    setListening(true);
    listener.start();
  }

  function stop(): void {
    wanted.current = false;
    recognizer.current?.stop();
    setListening(false);
  }

  function cut(): void {
    wanted.current = false;
    recognizer.current?.abort();
    setForming('');
    setListening(false);
  }

  const there = recognizerClass() !== undefined;
  return { there, listening, forming, byServer: false, pending: false, problem, start, stop, cut };
}

function wordsOf(results: readonly Heard[]): string {
  return results
    .map((result) => result[0]?.transcript.trim() ?? '')
    .filter(Boolean)
    .join(' ');
}
