import { useEffect, useRef, useState } from 'react';
import { apiUrl } from '#web/app/addresses.ts';
import { apiFetch } from '#web/app/api-fetch.ts';
import type { Dictation } from './dictation.ts';
import { canTake, openTakes, type Takes } from './takes.ts';

/** The waits before a take is sent again. */
const waitsMs = [2_000, 4_000, 8_000];
const lost = 'The last words were not written down. Say them again, or type them.';
const refused = 'Your words can’t be written down here now. You can type instead.';

/** The takes of one time of listening, from the microphone to their words. */
interface Session {
  /** Null until the microphone is open. */
  takes: Takes | null;
  /** Whether it was stopped, perhaps while the browser still asked for the permission. */
  isStopped: boolean;
  /** Aborted when no more words are wanted. */
  ending: AbortController;
  /** The sending of all takes so far, one after the other. */
  sent: Promise<void>;
}

/**
 * Dictation by the server, where the browser has none: takes of the microphone are sent at each pause, and their words
 * come back.
 */
export function useTakeDictation(conversationId: string | null, onHeard: (words: string) => void): Dictation {
  const session = useRef<Session | null>(null);
  const heard = useRef(onHeard);
  const [listening, setListening] = useState(false);
  /** The takes with speech whose words have not arrived, with the one that is being recorded. */
  const [awaited, setAwaited] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    heard.current = onHeard;
  }, [onHeard]);
  useEffect(() => () => endSession(session.current), []);

  function start(): void {
    if (conversationId === null || listening) return;
    const earlier = session.current;
    // Pressed twice before the page showed that it listens.
    if (earlier && !earlier.isStopped) earlier.takes?.drop();
    if (earlier) earlier.isStopped = true;
    // The words of an earlier time of listening may still be on their way, and come before the new ones.
    const current: Session = {
      takes: null,
      isStopped: false,
      ending: earlier?.ending ?? new AbortController(),
      sent: earlier?.sent ?? Promise.resolve(),
    };
    const { signal } = current.ending;
    session.current = current;
    setProblem(null);
    setListening(true);
    const fail = (why: string) => {
      if (signal.aborted) return;
      setProblem(why);
      cut();
    };
    void openTakes({
      onSpeech: () => setAwaited((before) => before + 1),
      onTake: (sound) => {
        current.sent = current.sent.then(async () => {
          if (signal.aborted) return;
          const answer = await wordsOf(conversationId, sound, signal);
          if (signal.aborted) return;
          if ('problem' in answer) return fail(answer.problem);
          if (answer.words) heard.current(answer.words);
          setAwaited((before) => Math.max(0, before - 1));
        });
      },
      onProblem: (why) => {
        // A permission refused after the stop is no problem any more.
        if (current.takes || !current.isStopped) fail(why);
      },
    }).then((takes) => {
      if (signal.aborted || current.isStopped) return takes?.drop();
      current.takes = takes;
    });
  }

  function stop(): void {
    const stopped = session.current;
    if (stopped) stopped.isStopped = true;
    void stopped?.takes?.stop();
    setListening(false);
  }

  function cut(): void {
    endSession(session.current);
    session.current = null;
    setAwaited(0);
    setListening(false);
  }

  const there = conversationId !== null && canTake();
  return { there, listening, forming: '', byServer: true, pending: awaited > 0, problem, start, stop, cut };
}

function endSession(session: Session | null): void {
  session?.ending.abort();
  session?.takes?.drop();
}

/** The words of a take; it is sent again while the server can't be reached or is busy. */
async function wordsOf(
  conversationId: string,
  sound: Blob,
  signal: AbortSignal,
): Promise<{ words: string } | { problem: string }> {
  for (const waitMs of [...waitsMs, null]) {
    const response = await apiFetch(apiUrl(`/media/dictation/${encodeURIComponent(conversationId)}`), {
      method: 'POST',
      headers: { 'content-type': sound.type },
      body: sound,
      signal,
    }).catch(() => null);
    if (response?.ok) return { words: ((await response.json()) as { text: string }).text };
    if (signal.aborted) break;
    if (response && response.status < 500 && response.status !== 429) return { problem: refused };
    if (waitMs !== null) await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  return { problem: lost };
}
