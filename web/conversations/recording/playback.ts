import { useSyncExternalStore } from 'react';

/** The playback position of the recording, for components that follow it. */
export interface Playback {
  /** Milliseconds from the beginning; null until it is first played. */
  now(): number | null;
  subscribe(tell: () => void): () => void;
  report(ms: number): void;
  /** When each word of a message begins, where that was measured; set by the player. */
  wordTimes: ReadonlyMap<string, readonly number[]> | null;
  /** Plays from a position; set by the player. */
  playFrom: ((ms: number) => void) | null;
}

export function openPlayback(): Playback {
  let ms: number | null = null;
  const listeners = new Set<() => void>();
  return {
    now: () => ms,
    subscribe(tell) {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    report(next) {
      ms = next;
      for (const tell of listeners) tell();
    },
    wordTimes: null,
    playFrom: null,
  };
}

/** The index of the spoken word of a turn, from 0; null while the turn is not spoken. */
export function useSpokenWord(
  playback: Playback,
  { id, audioStartMs, audioEndMs }: { id: string; audioStartMs: number | null; audioEndMs: number | null },
  words: number,
): number | null {
  return useSyncExternalStore(
    playback.subscribe,
    () => wordAt(playback.now(), audioStartMs, audioEndMs, playback.wordTimes?.get(id) ?? words),
    () => null,
  );
}

/** Where only the number of words is known, they are assumed to be spoken evenly over the turn. */
export function wordAt(
  ms: number | null,
  start: number | null,
  end: number | null,
  words: number | readonly number[],
): number | null {
  if (ms === null || start === null || end === null || words === 0 || ms < start || ms >= end) return null;
  if (typeof words !== 'number')
    return Math.max(
      0,
      words.findLastIndex((startMs) => startMs <= ms),
    );
  return Math.min(words - 1, Math.floor(((ms - start) / (end - start)) * words));
}
